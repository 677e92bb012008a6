import SystemPackage

/// Everything below a folder in the order of names. Each folder appears once, even if several links lead to it.
///
/// A link is followed only if it leads to one of the given places.
struct FolderWalk {
    typealias Entry = FileSystem.Entry

    /// Folders that could not be listed.
    private(set) var problems: [(path: String, problem: FileProblem)] = []
    /// Whether something was skipped.
    private(set) var hasExcluded = false
    private var waiting: [Entry] = []
    private var visited: Set<FileIdentity> = []
    private let places: LinkPlaces?
    private let exclusion: Exclusion

    /// - Parameters:
    ///   - places: Where links may lead; `nil` for anywhere.
    ///   - exclusion: The files and folders to skip.
    init(
        _ prefix: String, _ identity: FileIdentity, linksTo places: LinkPlaces? = nil,
        excluding exclusion: Exclusion = .none
    ) {
        self.places = places
        self.exclusion = exclusion
        list(prefix, identity)
    }

    mutating func next() -> Entry? {
        guard var entry = waiting.popLast() else { return nil }
        if entry.isFile && entry.isManifestName || entry.isFolder, entry.mayBeLink,
            places?.contain(entry.path) == false
        {
            entry.facts = .failure(.linkToElsewhere)
            if !entry.isManifestName { problems.append((entry.path, .linkToElsewhere)) }
        }
        if case .failure(.unnamedFolder) = entry.facts, !entry.isManifestName {
            problems.append((entry.path, .unnamedFolder))
        }
        // A folder with the name of a manifest is reported, and not searched.
        if case .success(let facts) = entry.facts, entry.isFolder, !entry.isManifestName {
            list(entry.path + "/", facts.identity)
        }
        return entry
    }

    private mutating func list(_ prefix: String, _ identity: FileIdentity) {
        guard visited.insert(identity).inserted else { return }
        do throws(FileProblem) {
            let entries = try FileSystem.entries(in: prefix)
            let kept = exclusion.isEmpty ? entries : entries.filter { !exclusion.contains($0.path) }
            hasExcluded = hasExcluded || kept.count < entries.count
            waiting += kept.reversed()
        } catch {
            problems.append((prefix == "/" ? prefix : String(prefix.dropLast()), error))
        }
    }
}

/// The places to which links of a set may lead: the given paths, and everything below them.
struct LinkPlaces {
    private let realPaths: [String]

    init(_ paths: [String]) { realPaths = paths.compactMap(FileSystem.realPath) }

    /// Whether the target of a path, after all links, is in one of the places. True if there is no target.
    func contain(_ path: String) -> Bool {
        guard let real = FileSystem.realPath(path) else { return true }
        return realPaths.contains { real == $0 || real.hasPrefix($0.asPrefix) }
    }
}

extension FileSystem.Entry {
    var isFolder: Bool { (try? facts.get())?.type == .directory }
    var isFile: Bool { (try? facts.get())?.type == .regular }
    var isManifestName: Bool { ManifestName.fits(path) }
}
