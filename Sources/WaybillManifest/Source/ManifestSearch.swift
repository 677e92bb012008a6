/// Finds the manifests that paths stand for, each once.
struct ManifestSearch {
    /// Paths with what is wrong with them, if that is known before they are opened.
    private(set) var found: [String: FileSystem.Problem?] = [:]
    /// Files that look like manifests and are none.
    private(set) var passedOver: Set<String> = []
    /// Of the given paths, those that are folders.
    private(set) var folders: Set<String> = []
    private var seen: Set<FileSystem.Identity> = []
    private let readsTests: Bool

    init(readsTests: Bool) { self.readsTests = readsTests }

    mutating func add(_ path: String) {
        guard !isLeftOut(path) else { return }
        do throws(FileSystem.Problem) {
            let (kind, identity) = try FileSystem.look(at: path)
            switch kind {
            case .file: if seen.insert(identity).inserted { found[path] = .some(nil) }
            case .folder:
                folders.insert(path)
                try addFolder(path, identity)
            case .other(let name): throw FileSystem.Problem(kind: name)
            }
        } catch {
            found[path] = error
        }
    }

    /// Whether it is a test file, and those are not read.
    private func isLeftOut(_ path: String) -> Bool { !readsTests && ManifestName.isTest(path) }

    private mutating func addFolder(_ folder: String, _ identity: FileSystem.Identity) throws(FileSystem.Problem) {
        var walk = FolderWalk(folder.asPrefix, identity)
        var isEmpty = true
        while let entry = walk.next() {
            guard !isLeftOut(entry.path) else { continue }
            guard entry.isManifestName else {
                if case .success(.file) = entry.content, ManifestName.isAlmost(entry.path) {
                    passedOver.insert(entry.path)
                }
                continue
            }
            isEmpty = false
            switch entry.content {
            case .success(.file): if seen.insert(entry.identity).inserted { found[entry.path] = .some(nil) }
            case .success(.folder): found[entry.path] = FileSystem.Problem(kind: "a folder")
            case .success(.other(let name)): found[entry.path] = FileSystem.Problem(kind: name)
            case .failure(let problem): found[entry.path] = problem
            }
        }
        for (path, problem) in walk.problems { found[path] = problem }
        guard isEmpty, walk.problems.isEmpty else { return }
        throw FileSystem.Problem(
            reason: "holds no manifest", help: "put a *.yaml file into it, or give the folder that holds them")
    }
}

/// All that lies below a folder, in the order of names, each folder once however it is linked.
struct FolderWalk {
    struct Entry {
        var path: String
        var identity: FileSystem.Identity
        var content: Result<FileSystem.Kind, FileSystem.Problem>

        var isManifestName: Bool { ManifestName.fits(path) }
    }

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
        if case .success(.folder) = entry.content, !entry.isManifestName { list(entry.path + "/", entry.identity) }
        return entry
    }

    private mutating func list(_ prefix: String, _ identity: FileSystem.Identity) {
        guard visited.insert(identity).inserted else { return }
        do throws(FileSystem.Problem) {
            for name in try FileSystem.names(in: prefix).reversed() { waiting.append(Self.entry(prefix + name)) }
        } catch {
            problems.append((prefix == "/" ? prefix : String(prefix.dropLast()), error))
        }
    }

    private static func entry(_ path: String) -> Entry {
        do throws(FileSystem.Problem) {
            let (kind, identity) = try FileSystem.look(at: path)
            return Entry(path: path, identity: identity, content: .success(kind))
        } catch {
            let problem = error.isMissing ? .linkToNothing : error
            return Entry(path: path, identity: .init(device: 0, inode: 0), content: .failure(problem))
        }
    }
}
