#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension ConnectionLimits {
    /// The number of connections that the limit of open files permits, at most 10,000.
    ///
    /// A server without a free descriptor tries to accept the next connection again and again. So 200 descriptors are
    /// reserved for manifests, logs, databases, and connections that arrive at the same time.
    public static var openFilesLimit: Int {
        let maximum = 10_000
        let reserve = 200
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard unsafe getrlimit(files, &limit) == 0 else { return maximum }  // a plain call on a local value
        return min(max(Int(clamping: limit.rlim_cur) - reserve, 1), maximum)
    }
}
