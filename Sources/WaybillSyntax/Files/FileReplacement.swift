import SystemPackage

/// The atomic replacement of a file: a reader gets the old file or the new one, never a part of one.
///
/// The new file is written beside the old one, and renamed when it is complete.
package struct FileReplacement {
    /// The steps of a replacement, in order.
    package enum Step: CaseIterable, Sendable {
        case create, write, synchronize, rename, synchronizeFolder
    }

    /// A step that failed.
    package struct Failure: Error, CustomStringConvertible {
        package var step: Step
        var error: Errno

        package var description: String { "\(step) failed (\(error))" }
    }

    private let path: FilePath
    private let temporaryPath: FilePath
    private let permissions: FilePermissions
    /// The facts about the file whose owner and permissions the new one keeps.
    private let original: Stat?
    /// Whether the new name must survive a crash of the machine, too.
    private let synchronizesFolder: Bool

    /// Creates a replacement that keeps the owner and the permissions of the file at the path, if there is one.
    init(_ path: FilePath, keeping original: Stat?) {
        self.path = path
        temporaryPath = Self.temporaryPath(for: path, ".tmp")
        permissions =
            original == nil
            ? [.ownerReadWrite, .groupReadWrite, .otherReadWrite] : .ownerReadWrite
        self.original = original
        synchronizesFolder = false
    }

    /// Creates a replacement that survives a crash of the machine at any moment. Only the owner may read the written
    /// file.
    ///
    /// - Parameter suffix: The ending of the file that is written. The name must be unique to this replacement and must
    ///   not exist, so that no link is followed and no other process writes to it. A crash may leave the file behind.
    package init(durable path: String, suffix: String) {
        self.path = FilePath(path)
        temporaryPath = Self.temporaryPath(for: self.path, suffix)
        permissions = .ownerReadWrite
        original = nil
        synchronizesFolder = true
    }

    private static func temporaryPath(for path: FilePath, _ suffix: String) -> FilePath {
        FilePath("\(path).\(SystemCalls.processID).\(UInt32.random(in: 0 ... .max))\(suffix)")
    }

    /// Replaces the file.
    ///
    /// - Parameter beforeStep: Called before each step. If it throws, the replacement ends there.
    package func run(_ bytes: [UInt8], beforeStep: (Step) throws -> Void = { _ in }) throws {
        do {
            try write(bytes, beforeStep)
            try beforeStep(.rename)
            try perform(.rename) { try SystemCalls.move(temporaryPath, to: path) }
        } catch {
            try? SystemCalls.remove(temporaryPath)
            throw error
        }
        guard synchronizesFolder else { return }
        try beforeStep(.synchronizeFolder)
        try perform(.synchronizeFolder, synchronizeFolder)
    }

    private func write(_ bytes: [UInt8], _ beforeStep: (Step) throws -> Void) throws {
        try beforeStep(.create)
        let file = try perform(.create) {
            // An exclusive creation follows no link.
            try FileDescriptor.open(
                temporaryPath, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: permissions)
        }
        try file.closeAfter {
            try beforeStep(.write)
            try perform(.write) { try file.writeAll(bytes) }
            try perform(.write) { try copyAttributes(to: file) }
            try beforeStep(.synchronize)
            try perform(.synchronize) { try SystemCalls.synchronize(file) }
        }
    }

    private func copyAttributes(to file: FileDescriptor) throws(Errno) {
        guard let original else { return }
        // If this process may not change owners, the new file belongs to it.
        try? SystemCalls.setOwner(of: file, to: original.userID, original.groupID)
        try SystemCalls.setPermissions(of: file, to: original.permissions)
    }

    private func synchronizeFolder() throws {
        let folder = path.removingLastComponent()
        let file = try FileDescriptor.open(
            folder.isEmpty ? FilePath(".") : folder, .readOnly, options: .closeOnExec)
        try file.closeAfter { try SystemCalls.synchronize(file) }
    }

    @discardableResult
    private func perform<Result>(_ step: Step, _ call: () throws -> Result) throws(Failure) -> Result {
        do { return try call() } catch { throw Failure(step: step, error: error as? Errno ?? .ioError) }
    }
}
