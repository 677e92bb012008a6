import SystemPackage

/// Finds the manifests at paths. Each is found once, even if it has several names.
struct ManifestSearch {
    typealias Facts = Result<Stat, FileProblem>

    /// The place of a manifest, with the facts about the file or the reason why there are none.
    struct Place {
        var path: String
        var facts: Facts

        /// The size on disk in bytes; 0 if there is no file.
        var size: Int { ((try? facts.get())?.size).map(Int.init) ?? 0 }

        /// Whether the facts about the file are those of an earlier reading.
        func isUnchanged(since file: SourceFile) -> Bool {
            guard let version = file.version, version.isSettled, case .success(let facts) = facts else { return false }
            return facts.version == version
        }
    }

    /// Files that look like manifests but are not.
    private(set) var unloadedFiles: Set<String> = []
    /// The searched paths that are folders.
    private(set) var folders: Set<String> = []
    private var found: [Place] = []
    private var seenProblems: Set<String> = []
    private var seenFiles: Set<FileIdentity> = []
    private let readsTests: Bool
    private let places: LinkPlaces
    private let exclusion: Exclusion

    /// - Parameters:
    ///   - paths: The given paths. Links may lead only to them or below them.
    ///   - exclusion: What is skipped in folders.
    init(readsTests: Bool, linksTo paths: [String], excluding exclusion: Exclusion) {
        self.readsTests = readsTests
        self.exclusion = exclusion
        places = LinkPlaces(paths)
    }

    /// Searches more paths.
    ///
    /// - Returns: The places that were not found before, in the order of paths.
    mutating func add(_ paths: [String]) -> [Place] {
        found = []
        for path in paths.sorted(by: precedesInBytes) { add(path) }
        return found.sorted { precedesInBytes($0.path, $1.path) }
    }

    private mutating func add(_ path: String) {
        guard !isLeftOut(path) else { return }
        do throws(FileProblem) {
            let facts = try FileSystem.look(at: path)
            switch facts.type {
            case .regular: addFile(path, facts)
            case .directory:
                folders.insert(path)
                try addFolder(path, facts.identity)
            default: throw FileProblem(notAFile: facts.type)
            }
        } catch {
            note(path, error)
        }
    }

    /// Whether the path is a test file, and tests are not read.
    private func isLeftOut(_ path: String) -> Bool { !readsTests && ManifestName.isTest(path) }

    private mutating func addFile(_ path: String, _ facts: Stat) {
        // Not by path: two names of different bytes may be equal strings.
        if seenFiles.insert(facts.identity).inserted { found.append(Place(path: path, facts: .success(facts))) }
    }

    private mutating func note(_ path: String, _ problem: FileProblem) {
        guard seenProblems.insert(path).inserted else { return }
        found.append(Place(path: path, facts: .failure(problem)))
    }

    private mutating func addFolder(_ folder: String, _ identity: FileIdentity) throws(FileProblem) {
        var walk = FolderWalk(folder.asPrefix, identity, linksTo: places, excluding: exclusion)
        var isEmpty = true
        while let entry = walk.next() {
            guard !isLeftOut(entry.path) else { continue }
            if entry.isManifestName {
                isEmpty = false
                addEntry(entry)
            } else if entry.isFile, ManifestName.isAlmost(entry.path) {
                unloadedFiles.insert(entry.path)
            }
        }
        for problem in walk.problems { note(problem.path, problem.problem) }
        guard isEmpty, walk.problems.isEmpty else { return }
        if walk.hasExcluded {
            throw FileProblem(
                reason: "contains no manifest but what '\(Exclusion.key)' of '\(ConfigurationPlace.fileName)' excludes",
                help: "give the files themselves, which are read anyway, or change that list")
        }
        throw FileProblem(
            reason: "contains no manifest",
            help: "add a *.yaml file, begin with 'waybill init', or pass the folder with manifests")
    }

    /// Adds an entry with the name of a manifest.
    private mutating func addEntry(_ entry: FileSystem.Entry) {
        switch entry.facts {
        case .success(let facts) where facts.type == .regular: addFile(entry.path, facts)
        case .success(let facts): note(entry.path, FileProblem(notAFile: facts.type))
        case .failure(let problem): note(entry.path, problem)
        }
    }
}

/// The meaning of file names.
package enum ManifestName {
    /// Whether the file is a manifest of the set.
    package static func fits(_ path: String) -> Bool { path.hasSuffix(".yaml") || path.hasSuffix(".yml") }

    /// Whether the file contains only tests of the set.
    static func isTest(_ path: String) -> Bool { path.hasSuffix(".test.yaml") || path.hasSuffix(".test.yml") }

    /// Whether a file looks like a manifest but is not loaded: a copy that an editor or a person left (`shop.yaml.bak`,
    /// `shop.yml~`), or an extension that is almost right (`shop.YAML`, `shop.yamll`).
    package static func isAlmost(_ path: String) -> Bool {
        let parts = path.dropFirst(ManifestFiles.folderPrefix(of: path).count).split(separator: ".")
        guard parts.count > 1, !fits(path), let last = parts.last?.lowercased() else { return false }
        if last.hasSuffix("~") { return isExtension(String(last.prefix { $0 != "~" })) }
        let isCopy = parts.count > 2 && copies.contains(last) && isExtension(parts[parts.count - 2].lowercased())
        return isCopy || isExtension(last) || (last.hasPrefix("y") && isOneEdit(last, "yaml"))
    }

    private static func isExtension(_ text: String) -> Bool { text == "yaml" || text == "yml" }

    private static let copies: Set = [
        "bak", "backup", "copy", "new", "old", "orig", "prev", "rej", "save", "saved", "swp", "temp", "tmp",
    ]
}

extension SourceFile {
    /// Whether the file contains only tests, according to its name: `*.test.yaml`.
    package var isTestFile: Bool { ManifestName.isTest(path) }
}
