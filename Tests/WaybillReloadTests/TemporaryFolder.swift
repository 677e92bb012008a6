import Foundation
import WaybillTestSupport

@testable import WaybillReload

/// A temporary folder of a test, removed at its end.
final class TemporaryFolder: Sendable {
    /// The path without symbolic links, as the kernel reports it.
    let path: String

    init() throws {
        let name = "waybill-\(UUID().uuidString.lowercased())"
        let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Truncates and writes, as shells and many editors do. After it no process has the file open for writing.
    func write(_ text: String, to name: String) throws {
        try ChildProcess.whileNoneStarts { try Data(text.utf8).write(to: URL(filePath: path(name))) }
    }

    /// Writes another file and renames it, as careful editors do.
    func save(_ text: String, to name: String) throws {
        try write(text, to: "\(name).new")
        try rename("\(name).new", to: name)
    }

    func rename(_ name: String, to other: String) throws {
        // Both paths are read before the call returns.
        guard unsafe Foundation.rename(path(name), path(other)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// Opens a file for writing, which truncates it, and does not close it yet.
    func openForWriting(_ name: String) throws -> FileHandle {
        // The path is read before the call returns.
        let descriptor = unsafe open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
