/// Which files somebody is writing to, and how much has changed: what tells a complete save from half of one.
///
/// A file is held back from its first modification until its writer closes it, because most byte prefixes of a manifest
/// are sound YAML that has merely lost routes: parsing is no evidence of completeness.
struct WriteLedger: Sendable {
    /// A state of the watched files. Two equal marks around a read prove that what was read is whole and current.
    struct Mark: Equatable, Sendable {
        /// Rises with everything that concerns the set.
        var changes = 0
        /// How many files are being written.
        var openWrites = 0
    }

    /// How many reviews each open write has lasted.
    private var open: [File: Int] = [:]
    private var changes = 0

    /// Whether somebody has a file open for writing.
    enum Writer { case present, gone, unknown }

    private struct File: Hashable {
        var folder: String
        var name: String
        var path: String { "\(folder)/\(name)" }
    }

    var mark: Mark { Mark(changes: changes, openWrites: open.count) }

    /// Takes in one event that concerns the set.
    mutating func note(_ event: FileEvent) {
        changes += 1
        let file = File(folder: event.folder, name: event.name)
        switch event.kind {
        case .created, .modified: open[file] = 0
        case .closed, .movedOut, .deleted, .movedIn, .appeared: open[file] = nil
        case .attributes: break
        case .folderLost: forget(foldersExcept: { $0 != event.folder })
        }
    }

    /// Something may have changed that no event told of.
    mutating func noteChange() {
        changes += 1
    }

    /// Events were lost: whatever was known about writers is void, and everything may have changed.
    mutating func noteLoss() {
        changes += 1
        open = [:]
    }

    /// Writers in folders that are watched no more never report that they are done.
    mutating func forget(foldersExcept isWatched: (String) -> Bool) {
        open = open.filter { isWatched($0.key.folder) }
    }

    /// Drops the writes whose end is never going to be reported: `truncate(2)` and a lost mount close nothing.
    ///
    /// Where nobody can say whether a writer is left, a write is given up at its fourth review.
    mutating func reviewOpenWrites(_ state: (_ path: String) -> Writer) {
        for (file, reviews) in open {
            switch state(file.path) {
            case .present: open[file] = 0
            case .unknown where reviews < 3: open[file] = reviews + 1
            case .gone, .unknown:
                open[file] = nil
                changes += 1
            }
        }
    }

    /// The paths that are being written, sorted.
    var openPaths: [String] { open.keys.map(\.path).sorted() }
}
