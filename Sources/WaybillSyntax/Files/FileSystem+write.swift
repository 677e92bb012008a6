import SystemPackage

/// The reason why a file could not be written, and what to do about it.
package struct WriteProblem: Error, Hashable, CustomStringConvertible {
    /// The end of a sentence that begins with the path: "is in a folder that does not exist; create the folder".
    package var description: String
}

/// Writes a file atomically: a reader gets the old file or the new one.
///
/// A link stays a link, also one whose target does not exist yet. A file keeps its permissions, and its owner if this
/// process may change owners. If the path is not a regular file (a pipe, `/dev/stdout`), the text is written into it.
package func writeFile(_ text: String, to path: String) throws(WriteProblem) {
    try writeFile(Array(text.utf8), to: path)
}

/// Writes bytes in the same way.
package func writeFile(_ bytes: [UInt8], to path: String) throws(WriteProblem) {
    do {
        try FileSystem.write(bytes, to: path)
    } catch let failure as FileReplacement.Failure {
        throw WriteProblem(failure.error)
    } catch {
        throw WriteProblem(error as? Errno ?? .ioError)
    }
}

extension FileSystem {
    /// Linux would open the file behind these again, and overwrite what is in it.
    private static let openDescriptors: [String: FileDescriptor] = [
        "/dev/stdout": .standardOutput, "/dev/fd/1": .standardOutput,
        "/dev/stderr": .standardError, "/dev/fd/2": .standardError,
    ]

    fileprivate static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try FilePath(checking: path)
        if let open = openDescriptors[path] {
            _ = try open.writeAll(bytes)
            return
        }
        guard let facts = try? file.stat() else {
            guard kind(of: path) == .link else { return try FileReplacement(file, keeping: nil).run(bytes) }
            let place = try FileDescriptor.open(
                file, .writeOnly, options: [.create, .closeOnExec],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            return try place.closeAfter { _ = try place.writeAll(bytes) }
        }
        guard facts.type != .directory else { throw Errno.isDirectory }
        guard facts.type == .regular, !path.hasPrefix("/dev/") else {
            let place = try FileDescriptor.open(file, .writeOnly, options: .closeOnExec)
            return try place.closeAfter { _ = try place.writeAll(bytes) }
        }
        // A read-only file must not be replaced either.
        try SystemCalls.checkIsWritable(file)
        let target = SystemCalls.realPath(file).map { FilePath($0) } ?? file
        try FileReplacement(target, keeping: facts).run(bytes)
    }
}

extension WriteProblem {
    fileprivate init(_ error: Errno) {
        switch error {
        case .noSuchFileOrDirectory:
            self.init(description: "is in a folder that does not exist; create the folder")
        case .notDirectory:
            self.init(description: "is below something that is not a folder; check the path")
        case .isDirectory:
            self.init(description: "is a folder; name a file in it")
        case .permissionDenied, .notPermitted:
            self.init(description: "cannot be written: permission denied; grant write permission on it and its folder")
        case .readOnlyFileSystem:
            self.init(description: "is on a read-only file system; choose another place")
        case .noSpace, .diskQuotaExceeded:
            self.init(description: "cannot be written: the disk is full; free some space")
        case .tooManySymbolicLinkLevels:
            self.init(description: "is a link to itself; make the link point to a file")
        case .fileNameTooLong:
            self.init(description: "is too long; check the path")
        default:
            self.init(description: "cannot be written (\(error)); check the file system")
        }
    }
}
