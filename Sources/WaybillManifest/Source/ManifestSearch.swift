/// Finds the manifests that paths stand for, each once.
struct ManifestSearch {
    /// Paths with what is known of them before they are opened, be it what is wrong with them.
    private var found: [Place] = []
    /// Files that look like manifests and are none.
    private(set) var passedOver: Set<String> = []
    /// Of the given paths, those that are folders.
    private(set) var folders: Set<String> = []
    private var seen: Set<FileSystem.Identity> = []
    private let readsTests: Bool

    init(of paths: [String], readsTests: Bool) {
        self.readsTests = readsTests
        for path in paths.sorted(by: precedesInBytes) { add(path) }
    }

    /// What was found, in the order of paths, each once: what is known of it last.
    var sorted: [Place] {
        let sorted = found.sorted { precedesInBytes($0.path, $1.path) }
        return sorted.indices.filter { $0 + 1 == sorted.count || sorted[$0].path != sorted[$0 + 1].path }.map {
            sorted[$0]
        }
    }

    typealias Facts = Result<FileSystem.Facts, FileSystem.Problem>

    struct Place {
        var path: String
        var facts: Facts

        /// Whether a file is what was read earlier, for all that one look tells.
        func isUnchanged(since file: SourceFile) -> Bool {
            guard let version = file.version, version.isSettled, case .success(let facts) = facts else { return false }
            return facts.version == version
        }
    }

    private mutating func add(_ path: String) {
        guard !isLeftOut(path) else { return }
        do throws(FileSystem.Problem) {
            let facts = try FileSystem.look(at: path)
            switch facts.kind {
            case .file: if seen.insert(facts.identity).inserted { note(path, .success(facts)) }
            case .folder:
                folders.insert(path)
                try addFolder(path, facts.identity)
            case .other(let name): throw FileSystem.Problem(kind: name)
            }
        } catch {
            note(path, .failure(error))
        }
    }

    private mutating func note(_ path: String, _ facts: Facts) { found.append(Place(path: path, facts: facts)) }

    /// Whether it is a test file, and those are not read.
    private func isLeftOut(_ path: String) -> Bool { !readsTests && ManifestName.isTest(path) }

    private mutating func addFolder(_ folder: String, _ identity: FileSystem.Identity) throws(FileSystem.Problem) {
        var walk = FolderWalk(folder.asPrefix, identity)
        var isEmpty = true
        while let entry = walk.next() {
            guard !isLeftOut(entry.path) else { continue }
            guard entry.isManifestName else {
                if entry.isFile, ManifestName.isAlmost(entry.path) {
                    passedOver.insert(entry.path)
                }
                continue
            }
            isEmpty = false
            guard case .success(let facts) = entry.facts else {
                note(entry.path, entry.facts)
                continue
            }
            switch facts.kind {
            case .file: if seen.insert(facts.identity).inserted { note(entry.path, entry.facts) }
            case .folder: note(entry.path, .failure(FileSystem.Problem(kind: "a folder")))
            case .other(let name): note(entry.path, .failure(FileSystem.Problem(kind: name)))
            }
        }
        for (path, problem) in walk.problems { note(path, .failure(problem)) }
        guard isEmpty, walk.problems.isEmpty else { return }
        throw FileSystem.Problem(
            reason: "holds no manifest", help: "put a *.yaml file into it, or give the folder that holds them")
    }
}

/// All that lies below a folder, in the order of names, each folder once however it is linked.
struct FolderWalk {
    typealias Entry = FileSystem.Entry

    /// Folders that could not be listed.
    private(set) var problems: [(path: String, problem: FileSystem.Problem)] = []
    private var waiting: [Entry] = []
    private var visited: Set<FileSystem.Identity> = []

    init(_ prefix: String, _ identity: FileSystem.Identity) {
        list(prefix, identity)
    }

    mutating func next() -> Entry? {
        guard let entry = waiting.popLast() else { return nil }
        // A folder that is named as a manifest is a mistake to report, not a place to look into.
        if case .success(let facts) = entry.facts, facts.kind == .folder, !entry.isManifestName {
            list(entry.path + "/", facts.identity)
        }
        return entry
    }

    private mutating func list(_ prefix: String, _ identity: FileSystem.Identity) {
        guard visited.insert(identity).inserted else { return }
        do throws(FileSystem.Problem) {
            waiting += try FileSystem.entries(in: prefix).reversed()
        } catch {
            problems.append((prefix == "/" ? prefix : String(prefix.dropLast()), error))
        }
    }
}

extension FileSystem.Entry {
    var isFile: Bool { (try? facts.get())?.kind == .file }
    var isManifestName: Bool { ManifestName.fits(path) }
}
