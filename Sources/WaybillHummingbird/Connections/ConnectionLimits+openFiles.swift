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
    /// A server without a free descriptor tries to accept the next connection again and again. So 200 descriptors, or two
    /// thirds of a small limit, are reserved for manifests, logs, databases, and connections that wait.
    public static var openFilesLimit: Int { min(openFilesPermit, 10_000) }

    /// The number of connections that the limit of open files permits.
    static var openFilesPermit: Int {
        let unlimited = 1 << 30
        var limit = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard unsafe getrlimit(files, &limit) == 0 else { return unlimited }  // a plain call on a local value
        let descriptors = min(Int(clamping: limit.rlim_cur), unlimited)
        return max(descriptors - min(200, descriptors / 3 * 2), 1)
    }
}
