#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Files that are mounted one by one.
enum MountedFiles {
    /// Those of the files that have no name any more: what replaced them is not seen here, and no event will tell of it.
    static func replaced(among paths: [String]) -> [String] {
        paths.filter { path in
            var facts = stat()
            // Fills the structure that it is given, and keeps no pointer.
            return unsafe stat(path, &facts) == 0 && facts.st_nlink == 0
        }
    }
}
