#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Asks the kernel whether a process has a file open for writing.
enum OpenWriters {
    #if os(Linux)
        /// `F_SETLEASE` and `F_SETSIG` of `<fcntl.h>`, which defines them only for C sources with GNU extensions.
        private static let setLease: CInt = 1024
        private static let setSignal: CInt = 10

        /// Whether a new name is a plain file that its creator is going to fill.
        ///
        /// A second hard link is complete from the start, and links, folders and pipes are not filled.
        static func isBeingFilled(_ path: String) -> Bool {
            var facts = stat()
            guard unsafe lstat(path, &facts) == 0 else { return false }  // keeps neither pointer
            return facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
        }

        /// Returns whether a writer has the file open: the kernel grants a read lease only if there is none.
        ///
        /// Unknown for a file of another owner, and on file systems without leases.
        static func state(of path: String) -> WriteLedger.Writer {
            let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)  // does not keep the path
            guard descriptor >= 0 else { return errno == ENOENT ? .gone : .unknown }
            // Closing the file returns the lease.
            defer { _ = close(descriptor) }
            // A writer that opens the file meanwhile waits until then, and the kernel sends a signal, which must be an
            // ignored one.
            guard fcntl(descriptor, setSignal, SIGURG) == 0 else { return .unknown }
            if fcntl(descriptor, setLease, CInt(F_RDLCK)) == 0 { return .gone }
            return errno == EAGAIN ? .present : .unknown
        }
    #else
        static func state(of path: String) -> WriteLedger.Writer { .unknown }
    #endif
}
