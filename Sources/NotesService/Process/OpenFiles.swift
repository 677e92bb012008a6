import Foundation

/// How many files and connections the process may have open.
enum OpenFiles {
    /// What is left for connections: a server that has no descriptor left for the next one asks for it again and again.
    static var connectionLimit: Int {
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard unsafe getrlimit(files, &limit) == 0 else { return most }  // a plain call on a local value
        return Int(clamping: limit.rlim_cur).advanced(by: -reserve).clamped(to: 1...most)
    }

    private static let most = 10_000
    /// For manifests, notes, logs, and connections that come in the same moment.
    private static let reserve = 200
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
