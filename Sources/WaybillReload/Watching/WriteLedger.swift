import Waybill
import WaybillSyntax

/// The files that are being written, and a counter of changes, which together distinguish a complete save from a
/// partial one.
///
/// A file is held back from its first modification until its writer closes it. Most prefixes of a manifest are valid
/// YAML with fewer routes, so parsing does not prove that a file is complete.
struct WriteLedger: Sendable {
    /// A state of the watched files. If the marks before and after a reading are equal, the reading is complete and
    /// current.
    struct Mark: Equatable, Sendable {
        /// Counts all events that concern the set.
        var changes = 0
        /// How many files are being written.
        var openWrites = 0
    }

    private var open: Set<File> = []
    private var changes = 0

    /// Whether a process has a file open for writing.
    enum Writer { case present, gone, unknown }

    private struct File: Hashable {
        var folder: String
        var name: String
        var path: String { "\(folder)/\(name)" }
    }

    var mark: Mark { Mark(changes: changes, openWrites: open.count) }

    /// Records one event that concerns the set.
    mutating func record(_ event: FileEvent) {
        changes += 1
        let file = File(folder: event.folder, name: event.name)
        switch event.kind {
        case .created, .modified: open.insert(file)
        case .closed, .movedOut, .deleted, .movedIn, .appeared: open.remove(file)
        case .attributes: break
        case .folderLost: forget(foldersExcept: { $0 != event.folder })
        }
    }

    /// Records that something may have changed without an event.
    mutating func recordChange() {
        changes += 1
    }

    /// Records that events were lost. The state of writers is unknown, and everything may have changed.
    mutating func recordLoss() {
        changes += 1
        open = []
    }

    /// Forgets writers in folders that are no longer watched, because their end will not be reported.
    mutating func forget(foldersExcept isWatched: (String) -> Bool) {
        open = open.filter { isWatched($0.folder) }
    }

    /// Drops the write of a file that has no writer.
    mutating func endWrite(of path: String) {
        open = open.filter { $0.path != path }
    }

    /// The paths that are being written, sorted.
    var openPaths: [String] { open.map(\.path).sorted() }
}

/// An event of a name in a watched folder, in the same form for every operating system.
struct FileEvent: Hashable, Sendable {
    /// The watched folder.
    var folder: String
    /// The name inside the folder; empty if the event is about the folder itself.
    var name: String
    var kind: Kind
    var isFolder = false
    /// Whether a link with this name was created.
    var isNewLink = false

    enum Kind: Hashable, Sendable {
        /// A new name that a writer may still be filling.
        case created
        /// A new name that is complete: a link, or anything else that is not written to.
        case appeared
        case modified
        /// A writer closed the file, so its content is complete.
        case closed
        case movedIn
        case movedOut
        case deleted
        /// Permissions or times were changed.
        case attributes
        /// The folder itself was removed or moved.
        case folderLost
    }
}

/// The files that a set waits for, because they are being written.
struct PendingWrites {
    /// The limit of the wait for an open file that does not change.
    static let limit = Duration.seconds(10)

    /// The bytes of each file, with the time since they changed.
    private var files: [String: (bytes: [UInt8], watch: Stopwatch)] = [:]
    /// The time since the wait began.
    private(set) var watch: Stopwatch?

    /// Adds files that are open for writing, and returns the paths of those that the set must wait for.
    ///
    /// A file with the bytes of the last reading has nothing new to read. A file that has stayed the same for the limit
    /// counts as complete, because a mapped file is open as long as it is mapped.
    mutating func waiting(for open: [SourceFile], lastRead: [SourceFile], _ clock: any Clock<Duration>) -> [String] {
        let held = open.filter { file in
            guard !lastRead.contains(where: { $0.name == file.name && $0.bytes == file.bytes }) else { return false }
            if files[file.path]?.bytes != file.bytes { files[file.path] = (file.bytes, Stopwatch(clock)) }
            return (files[file.path]?.watch.elapsed ?? .zero) < Self.limit
        }
        if !held.isEmpty, watch == nil { watch = Stopwatch(clock) }
        return held.map(\.path)
    }
}

extension SourceFile {
    /// The last name of the path, because the rest may lead over links.
    fileprivate var name: Substring { path[ManifestFiles.folderPrefix(of: path).endIndex...] }
}
