#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Asks the kernel whether somebody has a file open for writing.
enum OpenWriters {
    /// The first of the files that somebody is writing for sure.
    static func firstPresent(in paths: [String]) -> String? {
        paths.first { state(of: $0) == .present }
    }

    #if os(Linux)
        /// `F_SETLEASE` and `F_SETSIG` of `<fcntl.h>`, which shows them to C sources that ask for GNU extensions only.
        private static let setLease: CInt = 1024
        private static let setSignal: CInt = 10

        /// Whether a name that has just appeared is a plain file that its creator is going to fill.
        ///
        /// A second hard link is complete from the start, and nobody fills a link, a folder or a pipe.
        static func isBeingFilled(_ path: String) -> Bool {
            var facts = stat()
            // Fills the structure that it is given, and keeps no pointer.
            guard unsafe lstat(path, &facts) == 0 else { return false }
            return facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
        }

        /// Whether a writer still has the file open: the kernel grants a read lease only where nobody has.
        ///
        /// Unknown for another owner's file, and on file systems that have no leases.
        static func state(of path: String) -> WriteLedger.Writer {
            // The path is read, never kept.
            let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return errno == ENOENT ? .gone : .unknown }
            // Closing gives the lease back.
            defer { _ = close(descriptor) }
            // A writer who comes in this very moment waits until then, and is announced by a signal: by one that is ignored.
            guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return .unknown }
            if fcntl(descriptor, setLease, CInt(F_RDLCK)) == 0 { return .gone }
            return errno == EAGAIN ? .present : .unknown
        }
    #else
        static func state(of path: String) -> WriteLedger.Writer { .unknown }
    #endif
}
