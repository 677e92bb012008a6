import SystemPackage

/// Everything below a folder in the order of names, each folder once, however it is linked.
struct FolderWalk {
    typealias Entry = FileSystem.Entry

    /// Folders that could not be listed.
    private(set) var problems: [(path: String, problem: FileProblem)] = []
    private var waiting: [Entry] = []
    private var visited: Set<FileIdentity> = []

    init(_ prefix: String, _ identity: FileIdentity) {
        list(prefix, identity)
    }

    mutating func next() -> Entry? {
        guard let entry = waiting.popLast() else { return nil }
        // A folder with the name of a manifest is a mistake to report, not a place to look into.
        if case .success(let facts) = entry.facts, facts.type == .directory, !entry.isManifestName {
            list(entry.path + "/", facts.identity)
        }
        return entry
    }

    private mutating func list(_ prefix: String, _ identity: FileIdentity) {
        guard visited.insert(identity).inserted else { return }
        do throws(FileProblem) {
            waiting += try FileSystem.entries(in: prefix).reversed()
        } catch {
            problems.append((prefix == "/" ? prefix : String(prefix.dropLast()), error))
        }
    }
}

extension FileSystem.Entry {
    var isFile: Bool { (try? facts.get())?.type == .regular }
    var isManifestName: Bool { ManifestName.fits(path) }
}
