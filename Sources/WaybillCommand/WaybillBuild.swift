import WaybillManifest

#if !os(Linux)
    import Foundation
#endif

/// The executable that runs.
enum WaybillBuild {
    /// What changes whenever it is built or installed anew; `nil` where the system does not tell.
    static var current: String? { path.flatMap(RunCache.version) }

    private static var path: String? {
        #if os(Linux)
            "/proc/self/exe"
        #else
            Bundle.main.executablePath
        #endif
    }
}
