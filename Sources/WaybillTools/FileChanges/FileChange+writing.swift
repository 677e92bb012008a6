import WaybillManifest

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension FileChange {
    /// Why a change was not written: what a person needs to know.
    public struct Problem: Error, Sendable, Hashable {
        public var message: String
    }

    /// Writes changes to disk: all of them, unless one of the files is no more what it was when it was read.
    ///
    /// Each file is replaced whole, with its permissions and owner; a link's target is written, and the link stays.
    public static func write(_ changes: [FileChange]) throws(Problem) {
        for change in changes { try change.checkIsCurrent() }
        for change in changes { try change.write() }
    }

    private func checkIsCurrent() throws(Problem) {
        do throws(FileSystem.Problem) {
            let current = try FileSystem.read(path, limit: YAMLReader.mostBytes)
            guard current != old else { return }
        } catch {
            throw Problem(message: "'\(path)' \(error.reason); nothing was written")
        }
        throw Problem(message: "'\(path)' has changed since it was read; nothing was written, run the command again")
    }

    private func write() throws(Problem) {
        guard let target = FileSystem.realPath(path) else {
            throw Problem(message: "'\(path)' does not exist any more")
        }
        do throws(FileSystem.Problem) {
            try FileSystem.replace(target, by: new)
        } catch {
            throw Problem(message: "'\(path)' \(error.reason); \(error.help)")
        }
    }
}

extension FileSystem {
    /// Replaces a file in one step: nobody ever reads half of it. It keeps its permissions, and its owner if we may give it.
    static func replace(_ path: String, by bytes: [UInt8]) throws(Problem) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw Problem(writing: errno) }  // a local out parameter
        // Whoever made it read-only does not expect it to be replaced either.
        guard unsafe access(path, W_OK) == 0 else { throw Problem(writing: errno) }  // a plain call
        let temporary = "\(path).\(getpid()).tmp"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = unsafe open(temporary, flags, 0o600)  // a plain call; closed below
        guard descriptor >= 0 else { throw Problem(writing: errno) }
        var failure: Int32? = writeAll(bytes, to: descriptor) ? nil : errno
        // The group and the owner stay where we may not change them: then they are ours.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        if fchmod(descriptor, status.st_mode & 0o7777) != 0 || fsync(descriptor) != 0 { failure = failure ?? errno }
        if close(descriptor) != 0 { failure = failure ?? errno }
        if failure == nil, unsafe rename(temporary, path) != 0 { failure = errno }  // a plain call
        guard let failure else { return }
        _ = unsafe unlink(temporary)  // a plain call
        throw Problem(writing: failure)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in  // alive here, bounds kept by the slice
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])  // as above
                #if canImport(Darwin)
                    return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)  // as long as the buffer
                #elseif canImport(Glibc)
                    return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)  // as long as the buffer
                #elseif canImport(Musl)
                    return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)  // as long as the buffer
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}

extension FileSystem.Problem {
    fileprivate init(writing code: Int32) {
        switch code {
        case EACCES, EPERM, EROFS:
            self.init(reason: "may not be written", help: "grant write permission on it and its folder")
        case ENOSPC, EDQUOT: self.init(reason: "cannot be written: no space is left", help: "make room")
        default: self.init(reason: "cannot be written (system error \(code))", help: "check the file system")
        }
    }
}
