#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that are mounted one by one.
enum MountedFiles {
    /// The files that have no name any more: what replaced them cannot be seen here, and no event will report it.
    static func replaced(among paths: [String]) -> [String] {
        paths.filter { path in
            var facts = stat()
            return unsafe stat(path, &facts) == 0 && facts.st_nlink == 0  // keeps neither pointer
        }
    }
}
