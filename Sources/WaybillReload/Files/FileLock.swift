#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that one owner holds at a time, also among processes. The system releases it when its process ends, however
/// it ends. It has the number of the process as its content.
final class FileLock: Sendable {
    private let descriptor: CInt

    enum Failure: Error {
        /// Another owner holds it: the number of its process, or nothing if it is not known.
        case taken(by: String)
        /// The file cannot be opened, for this reason.
        case unavailable(String)
    }

    /// Takes the lock. A file system without locks gives it to everybody.
    init(_ path: String) throws(Failure) {
        // A plain call that copies the path.
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unavailable(unsafe String(cString: strerror(errno))) }  // copied at once
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else {
            write()
            return
        }
        // An initializer that throws after the last property is set runs the deinitializer, which closes the file.
        if errno == EWOULDBLOCK { throw .taken(by: holder) }
    }

    deinit {
        // Closing alone leaves the lock to a child process that has just been forked, until it runs its program.
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }

    private func write() {
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { return }
        _ = unsafe text.withUnsafeBytes {  // the pointer does not leave the closure
            unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0)  // reads `count` bytes
        }
    }

    private var holder: String {
        var buffer = [UInt8](repeating: 0, count: 20)
        let count = unsafe buffer.withUnsafeMutableBytes {  // the pointer does not leave the closure
            unsafe pread(descriptor, $0.baseAddress, $0.count, 0)  // writes at most `count` bytes
        }
        return String(decoding: buffer.prefix(max(0, count)).prefix { (48...57).contains($0) }, as: UTF8.self)
    }
}
