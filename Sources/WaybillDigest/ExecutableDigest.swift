import Crypto
import WaybillSyntax

#if !os(Linux)
    import Foundation
#endif

/// The identity of a build of a program: the SHA-256 of its executable, as 64 hexadecimal digits.
package enum ExecutableDigest {
    /// The digest of the running program, read once; `nil` if it cannot be read.
    package static let current: String? = of(executable: runningPath)

    /// Returns the digest of the executable at a path.
    package static func of(executable path: String) -> String? {
        var hash = SHA256()
        guard (try? FileSystem.readPieces(of: path) { hash.update(data: $0) }) != nil else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    private static var runningPath: String {
        #if os(Linux)
            // Leads to the running file, even if another one has its path now.
            "/proc/self/exe"
        #else
            Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        #endif
    }
}
