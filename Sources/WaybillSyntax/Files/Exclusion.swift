import SystemPackage

/// The files and folders that are not part of a set, although they are in its folder: `exclude:` of `.waybill.yaml`.
///
/// Everything that reads or watches a set asks it about what it finds in folders, and about what `include:` names. A path
/// that is given is read anyway.
package struct Exclusion: Hashable, Sendable {
    private let globs: [Glob]
    /// The prefix of a path in the set, such as `Routes/`, or empty.
    private let prefix: String
    /// The same folder, relative to the configuration: `Routes/`, or empty.
    private let place: String
    /// The folder of the configuration relative to the set, if it is below it.
    private let inner: String

    package static let none = Exclusion([], prefix: "", folder: "")

    /// - Parameters:
    ///   - globs: Relative to the folder of the configuration. Each excludes the files and the folders that it matches.
    ///   - prefix: The prefix of a path in the set, such as `Routes/`, or empty.
    init(_ globs: [String], prefix: String, folder: String) {
        self.prefix = prefix
        guard !globs.isEmpty, let real = FileSystem.realPath(ManifestFiles.root(of: prefix))?.asPrefix,
            let above = FileSystem.realPath(folder)?.asPrefix, real.hasPrefix(above) || above.hasPrefix(real)
        else {
            (self.globs, place, inner) = ([], "", "")
            return
        }
        self.globs = globs.map(Glob.init)
        place = String(real.dropFirst(above.count))
        inner = String(above.dropFirst(real.count))
    }

    package var isEmpty: Bool { globs.isEmpty }

    /// The folder of the set.
    package var root: String { ManifestFiles.root(of: prefix) }

    /// Whether a file or a folder of the set is excluded, by the path with which the set names it.
    package func contains(_ path: String) -> Bool {
        guard !globs.isEmpty, path.hasPrefix(prefix), path.hasPrefix("/") == prefix.hasPrefix("/") else { return false }
        let rest = path.dropFirst(prefix.count)
        guard rest.hasPrefix(inner) else { return false }
        let relative = place + rest.dropFirst(inner.count)
        return globs.contains { $0.matches(relative[...]) }
    }

    /// Whether a file is excluded itself, or a folder of the set above it.
    package func covers(_ path: String) -> Bool {
        guard !globs.isEmpty, path.hasPrefix(prefix) else { return false }
        let ends = path.indices.dropFirst(prefix.count).filter { path[$0] == "/" } + [path.endIndex]
        return ends.contains { contains(String(path[..<$0])) }
    }

    /// Whether a glob matches a manifest or a folder.
    ///
    /// - Parameter folder: The folder to which the glob is relative.
    package static func finds(_ glob: String, in folder: String) -> Bool {
        let glob = Glob(glob)
        let start = (folder.isEmpty ? "./" : folder.asPrefix)
        let top = start + glob.literalPrefix.joined(separator: "/")
        guard let facts = try? FileSystem.look(at: top) else { return false }
        if !glob.isWild || facts.type != .directory { return true }
        var walk = FolderWalk(top.asPrefix, facts.identity)
        for _ in 0..<walkLimit {
            guard let entry = walk.next() else { return false }
            let isPart = entry.isFolder || entry.isManifestName
            if isPart, glob.matches(entry.path.dropFirst(start.count)) { return true }
        }
        return true
    }

    /// The limit of files and folders that are looked at for a glob. What it matches beyond is not known.
    private static let walkLimit = 100_000
}

/// Where the configuration of a set is.
package enum ConfigurationPlace: Sendable {
    /// The `.waybill.yaml` in the folder of the set, or in the nearest parent folder, up to one that contains `.git`.
    case nearest
    case none
    case file(String)

    /// The name of the file.
    package static let fileName = ".waybill.yaml"

    /// Returns the folder of a set and its parents, the nearest first.
    package static func folders(from root: String) -> [String] {
        var folders: [String] = []
        var folder = root
        while let identity = FileSystem.identity(of: folder) {
            folders.append(folder)
            let parent = folder.parentFolder
            let isTop = FileSystem.identity(of: parent) == identity
            if isTop || FileSystem.identity(of: folder.entry(".git")) != nil { break }
            folder = parent
        }
        return folders
    }

    /// Returns the paths at which the file may appear or is: up to the folder that has it or, if none has, in that of the
    /// set.
    package static func candidates(from root: String) -> [String] {
        let paths = folders(from: root).map { $0.entry(fileName) }
        let found = paths.firstIndex { FileSystem.identity(of: $0) != nil }
        return Array(paths.prefix((found ?? 0) + 1))
    }
}

extension String {
    /// The path of an entry in this folder.
    package func entry(_ name: String) -> String { self == "." ? name : asPrefix + name }

    /// The parent folder, in the usual form.
    fileprivate var parentFolder: String {
        if self == "." { return ".." }
        let last = split(separator: "/").last
        if last == ".." || last == "." { return asPrefix + ".." }
        let prefix = ManifestFiles.folderPrefix(of: String(asPrefix.dropLast()))
        return prefix.isEmpty ? (hasPrefix("/") ? "/" : ".") : prefix == "/" ? "/" : String(prefix.dropLast())
    }
}
