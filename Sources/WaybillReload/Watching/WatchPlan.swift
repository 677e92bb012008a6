import WaybillManifest
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The folders to watch so that no change of a manifest set is missed, and what counts in each of them.
///
/// Besides the folders with manifests, these are the folders with a link on the way to one, and the folder that
/// contains the set: replacing a folder, or switching the link of a Kubernetes ConfigMap, happens there.
struct WatchPlan: Equatable, Sendable {
    private(set) var folders: [String: Interest] = [:]

    /// Called with each folder before it is listed. Later changes must be reported.
    typealias Watch = (_ folder: String) -> Void

    struct Interest: Equatable, Sendable {
        /// Every manifest and every subfolder in it counts.
        var isManifestFolder = false
        /// Other names that count.
        var names: Set<String> = []
        /// The folder as the set names it.
        var shown = ""
    }

    /// What the set's folders contain without being part of it.
    private let exclusion: Exclusion

    /// Creates a plan for the current tree. For a path that does not exist, the folder in which it would appear is
    /// watched. The configuration that excludes parts of the set is watched, too.
    ///
    /// - Parameters:
    ///   - paths: The given paths of the set.
    ///   - included: Further files and folders, which its includes name.
    /// - Complexity: Each folder is listed once, and each of its names is examined once.
    init(paths: [String], included: [String] = [], watch: Watch = { _ in }) {
        exclusion = Exclusion.read(for: paths)
        for path in paths + included { add(path, watch) }
        guard !paths.isEmpty else { return }
        for path in ConfigurationPlace.candidates(from: exclusion.root) { _ = follow(Self.absolute(path), watch) }
    }

    /// Whether an event in a watched folder concerns the set.
    func concerns(_ event: FileEvent) -> Bool {
        guard let interest = folders[event.folder] else { return false }
        if event.name.isEmpty { return event.kind == .folderLost }
        if interest.names.contains(event.name) { return true }
        guard interest.isManifestFolder, !event.name.hasPrefix("."), !exclusion.contains(interest.shown + event.name)
        else { return false }
        return event.isFolder || ManifestName.fits(event.name)
    }

    /// Whether an event may change the plan. Files that come and go in a folder do not.
    func isChanged(by event: FileEvent) -> Bool {
        // It may exclude other folders now.
        if event.name == ConfigurationPlace.fileName { return true }
        switch event.kind {
        case .modified, .closed, .attributes: return false
        case .folderLost: return true
        case .created, .appeared, .movedIn, .movedOut, .deleted:
            if event.isFolder || folders[event.folder]?.names.contains(event.name) == true { return true }
            return event.isNewLink
        }
    }

    // MARK: Walking

    /// - Parameter path: As the set names it.
    private mutating func add(_ path: String, _ watch: Watch) {
        guard let real = follow(Self.absolute(path), watch) else { return }
        if FileSystem.kind(of: real) == .folder { addTree(real, path.asPrefix, watch) }
    }

    /// - Parameter shown: The folder as the set names it, with a slash.
    private mutating func addTree(_ folder: String, _ shown: String, _ watch: Watch) {
        guard folders[folder]?.isManifestFolder != true else { return }
        interest(in: folder, watch) { ($0.isManifestFolder, $0.shown) = (true, shown) }
        for (name, kind) in FileSystem.kinds(in: folder) where !exclusion.contains(shown + name) {
            switch kind {
            case .folder: addTree(Self.join(folder, name), shown + name + "/", watch)
            case .link: add(shown + name, watch)
            case .other: break
            }
        }
    }

    private mutating func interest(in folder: String, _ watch: Watch, _ change: (inout Interest) -> Void) {
        if folders[folder] == nil { watch(folder) }
        change(&folders[folder, default: Interest()])
    }

    /// Walks a path name by name, and records each link and the last name; `nil` if the path does not exist.
    private mutating func follow(_ path: String, _ watch: Watch) -> String? {
        var rest = Array(path.split(separator: "/").reversed())
        var folder = "/"
        var links = 0
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                folder = Self.parent(of: folder)
                continue
            }
            let full = Self.join(folder, String(name))
            let first = FileSystem.kind(of: full)
            if first == nil || first == .link || rest.isEmpty {
                interest(in: folder, watch) { $0.names.insert(String(name)) }
            }
            // Only what is listed after the watch begins cannot change unnoticed.
            guard let kind = FileSystem.kind(of: full) else { return nil }
            guard kind == .link, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: full) else {
                folder = full
                continue
            }
            links += 1
            guard links <= 40 else { return nil }
            rest += target.split(separator: "/").reversed()
            if target.hasPrefix("/") { folder = "/" }
        }
        return folder
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : join(FileManager.default.currentDirectoryPath, path)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }

    private static func parent(of folder: String) -> String {
        guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return "/" }
        return String(folder[..<slash])
    }
}
