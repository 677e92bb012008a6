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
