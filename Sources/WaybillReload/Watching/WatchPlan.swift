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

    struct Interest: Equatable, Sendable {
        /// Every manifest and every subfolder in it counts.
        var isManifestFolder = false
        /// Other names that count.
        var names: Set<String> = []
    }

    /// A plan for the tree as it is now. For a path that does not exist, the folder in which it would appear is
    /// watched.
    init(paths: [String]) {
        for path in paths {
            guard let real = follow(Self.absolute(path)) else { continue }
            if Self.kind(of: real) == .typeDirectory { addTree(real) }
        }
    }

    /// Whether an event in a watched folder concerns the set.
    func concerns(_ event: FileEvent) -> Bool {
        guard let interest = folders[event.folder] else { return false }
        if event.name.isEmpty { return event.kind == .folderLost }
        if interest.names.contains(event.name) { return true }
        guard interest.isManifestFolder, !event.name.hasPrefix(".") else { return false }
        return event.isFolder || ManifestName.fits(event.name)
    }

    // MARK: Walking

    private mutating func addTree(_ folder: String) {
        guard folders[folder]?.isManifestFolder != true else { return }
        folders[folder, default: Interest()].isManifestFolder = true
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where !name.hasPrefix(".") {
            let path = Self.join(folder, name)
            switch Self.kind(of: path) {
            case .typeDirectory: addTree(path)
            case .typeSymbolicLink: addLink(path)
            default: break
            }
        }
    }

    private mutating func addLink(_ path: String) {
        guard let real = follow(path) else { return }
        if Self.kind(of: real) == .typeDirectory { addTree(real) }
    }

    /// Walks a path name by name, and records each link and the last name; `nil` if the path does not exist.
    private mutating func follow(_ path: String) -> String? {
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
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: full) {
                links += 1
                guard links <= 40 else { return nil }
                folders[folder, default: Interest()].names.insert(String(name))
                rest += target.split(separator: "/").reversed()
                if target.hasPrefix("/") { folder = "/" }
                continue
            }
            let exists = Self.kind(of: full) != nil
            if rest.isEmpty || !exists { folders[folder, default: Interest()].names.insert(String(name)) }
            guard exists else { return nil }
            folder = full
        }
        return folder
    }

    private static func kind(of path: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType
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
