import Foundation

/// The executable that runs.
enum WaybillBuild {
    /// What changes whenever it is built or installed anew; `nil` where the system does not tell.
    static var current: String? {
        var status = stat()
        guard let path, unsafe stat(path, &status) == 0 else { return nil }  // a local out parameter
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return "\(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }

    private static var path: String? {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath
        #endif
    }
}
