import SystemPackage

/// The reason why a file could not be written, and what to do about it.
package struct WriteProblem: Error, Hashable, CustomStringConvertible {
    /// The end of a sentence that begins with the path: "is in a folder that does not exist; create the folder".
    package var description: String
}

/// The way in which a file was written.
package enum WriteManner {
    /// A reader gets the old file or the new one.
    case replaced
    /// Into a device, a pipe, or the new target of a link.
    case streamed
    /// Over the content of a mount point, which cannot be replaced: a reader may get a part of it.
    case inPlace
}

/// Writes a file atomically: a reader gets the old file or the new one.
///
/// A link stays a link, also one whose target does not exist yet. A file keeps its permissions, and its owner if this
/// process may change owners. If the path is not a regular file (a pipe, `/dev/stdout`), the text is written into it;
/// and so it is if the file is a mount point, as in a container that gets a single file.
@discardableResult
package func writeFile(_ text: String, to path: String) throws(WriteProblem) -> WriteManner {
    try writeFile(Array(text.utf8), to: path)
}

/// Writes bytes in the same way.
@discardableResult
package func writeFile(_ bytes: [UInt8], to path: String) throws(WriteProblem) -> WriteManner {
    do {
        return try FileSystem.write(bytes, to: path)
    } catch let failure as FileReplacement.Failure {
        throw WriteProblem(failure.error)
    } catch {
        throw WriteProblem(error as? Errno ?? .ioError)
    }
}

/// Adds a text at the end of a file, which is created if it does not exist.
package func appendToFile(_ text: String, at path: String) throws(WriteProblem) {
    do {
        let file = try FileDescriptor.open(
            FilePath(checking: path), .writeOnly, options: [.append, .create, .closeOnExec],
            permissions: [.ownerReadWrite, .groupRead, .otherRead])
        try file.closeAfter { _ = try file.writeAll(text.utf8) }
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

    fileprivate static func write(_ bytes: [UInt8], to path: String) throws -> WriteManner {
        let file = try FilePath(checking: path)
        if let open = openDescriptors[path] {
            _ = try open.writeAll(bytes)
            return .streamed
        }
        guard let facts = try? file.stat() else {
            if kind(of: path) == .link {
                try write(bytes, into: file, .create)
                return .streamed
            }
            try FileReplacement(file, keeping: nil).run(bytes)
            return .replaced
        }
        guard facts.type != .directory else { throw Errno.isDirectory }
        guard facts.type == .regular, !path.hasPrefix("/dev/") else {
            try write(bytes, into: file, [])
            return .streamed
        }
        // A read-only file must not be replaced either.
        try SystemCalls.checkIsWritable(file)
        let target = SystemCalls.realPath(file).map { FilePath($0) } ?? file
        do {
            try FileReplacement(target, keeping: facts).run(bytes)
            return .replaced
        } catch let failure as FileReplacement.Failure where failure.isOfMountPoint {
            try write(bytes, into: target, .truncate)
            return .inPlace
        }
    }

    private static func write(
        _ bytes: [UInt8], into file: FilePath, _ options: FileDescriptor.OpenOptions
    ) throws {
        let place = try FileDescriptor.open(
            file, .writeOnly, options: options.union(.closeOnExec),
            permissions: options.contains(.create) ? [.ownerReadWrite, .groupReadWrite, .otherReadWrite] : nil)
        try place.closeAfter { _ = try place.writeAll(bytes) }
    }
}

extension FileReplacement.Failure {
    /// Whether a file that may be written cannot be replaced, because it is mounted alone: nothing may be renamed onto
    /// it, and its folder may be on a file system that is read-only.
    fileprivate var isOfMountPoint: Bool {
        step == .rename && error == .resourceBusy || step == .create && error == .readOnlyFileSystem
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
