#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that could not be written, and why, in words for people.
package struct WriteProblem: Error, Hashable, CustomStringConvertible {
    /// The end of a sentence that begins with the path: "lies in a folder that does not exist; create the folder".
    package var description: String
}

/// Writes a file whole or not at all: whoever reads it meanwhile sees the old one or the new one.
///
/// A link stays a link, and a file keeps its permissions. What is no file (a pipe, `/dev/stdout`) is written into.
package func writeFile(_ text: String, to path: String) throws(WriteProblem) {
    try FileSystem.write(Array(text.utf8), to: path)
}

/// The same for bytes.
func writeFile(_ bytes: [UInt8], to path: String) throws(WriteProblem) { try FileSystem.write(bytes, to: path) }

extension FileSystem {
    fileprivate static func write(_ bytes: [UInt8], to path: String) throws(WriteProblem) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw WriteProblem(code: ENOENT) }
        var mode: mode_t?
        var status = stat()
        if unsafe stat(path, &status) == 0 {  // a local out parameter
            let type = status.st_mode & mode_t(S_IFMT)
            guard type != mode_t(S_IFDIR) else { throw WriteProblem(code: EISDIR) }
            guard type == mode_t(S_IFREG), !path.hasPrefix("/dev/") else {
                return try put(bytes, into: path, flags: O_WRONLY)
            }
            mode = status.st_mode & 0o7777
        }
        try replace(realPath(path) ?? path, by: bytes, mode: mode)
    }

    private static func replace(_ path: String, by bytes: [UInt8], mode: mode_t?) throws(WriteProblem) {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).tmp"
        do throws(WriteProblem) {
            try put(bytes, into: temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
            if let mode, unsafe chmod(temporary, mode) != 0 { throw WriteProblem(code: errno) }  // a plain call
            guard unsafe rename(temporary, path) == 0 else { throw WriteProblem(code: errno) }  // a plain call
        } catch {
            _ = unsafe unlink(temporary)  // a plain call
            throw error
        }
    }

    private static func put(_ bytes: [UInt8], into path: String, flags: Int32) throws(WriteProblem) {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)  // a plain call; closed below
        guard descriptor >= 0 else { throw WriteProblem(code: errno) }
        defer { _ = close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in  // alive here, bounds kept by the slice
                unsafe writeChunk(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw WriteProblem(code: errno) }
            written += count
        }
    }

    private static func writeChunk(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #elseif canImport(Glibc)
            unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)  // as long as the buffer
        #endif
    }
}

extension WriteProblem {
    fileprivate init(code: Int32) {
        switch code {
        case ENOENT: self.init(description: "lies in a folder that does not exist; create the folder")
        case ENOTDIR: self.init(description: "lies below something that is no folder; check the path")
        case EISDIR: self.init(description: "is a folder; name a file in it")
        case EACCES, EPERM: self.init(description: "may not be written; grant write permission")
        case EROFS: self.init(description: "lies on a read-only file system; name another place")
        case ENOSPC, EDQUOT: self.init(description: "finds no room on the disk; free some")
        case ELOOP: self.init(description: "is a link that leads back to itself; make the link point to a file")
        case ENAMETOOLONG: self.init(description: "is too long for a path; check the path")
        default: self.init(description: "cannot be written (system error \(code)); check the file system")
        }
    }
}
