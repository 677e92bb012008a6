import SystemPackage

/// The reason why an `include:` matches no file that may be read: the message and the help of a Y013 or a V004.
struct IncludeProblem: Error, Hashable {
    var rule: Rule = .badInclude
    var message: String
    var help: String
}

extension ManifestFiles {
    /// Returns the folder that the wildcards of an include search, where new files may appear.
    func searchedFolder(glob: String, relativeTo path: String) -> String? {
        guard let pattern = try? pattern(of: glob, in: path), pattern.isWild else { return nil }
        let folder = prefix + pattern.literalPrefix.joined(separator: "/")
        return folder.isEmpty ? "." : folder
    }

    /// Returns the sorted paths of the files that an include in the file `path` matches, in the form of `path`.
    ///
    /// `*` and `?` match characters of one name, `**` matches folders. A name that begins with a dot never matches. A
    /// wildcard does not match the including file itself. Excluded files never match. Neither `..` nor a link may lead out of the root.
    ///
    /// - Parameter walks: The walks that the includes of a set share.
    func expand(
        glob: String, relativeTo path: String, walks: inout IncludeWalks
    ) throws(IncludeProblem) -> [String] {
        let pattern = try pattern(of: glob, in: path)
        let found = walks.files(matching: pattern, below: prefix) { place in
            isInMemory ? files.map(\.path) : filesOnDisk(place, isWild: pattern.isWild)
        }
        let others = pattern.isWild ? found.filter { $0 != path } : found
        let included = exclusion.isEmpty ? others : others.filter { !exclusion.covers($0) }
        guard others.isEmpty || !included.isEmpty else {
            throw IncludeProblem(
                message:
                    "include '\(glob)' matches only what '\(Exclusion.key)' of '\(ConfigurationPlace.fileName)' excludes",
                help: "remove the include, or change that list")
        }
        guard !others.isEmpty else {
            throw IncludeProblem(
                message: "include '\(glob)' matches no file", help: "paths are relative to the file that includes them")
        }
        if !isInMemory, let outside = walks.firstPath(outsideOf: root, among: included) {
            throw IncludeProblem(
                message: "include '\(glob)' leaves the root '\(root)': '\(outside)' is a link that leaves it",
                help: "keep manifests inside the root")
        }
        return included
    }

    /// Returns the names from the root to the included files.
    private func pattern(of glob: String, in path: String) throws(IncludeProblem) -> Glob {
        guard glob.utf8.count <= Self.longestPath else {
            throw IncludeProblem(
                message: "an include of \(glob.utf8.count) bytes is too long",
                help: "give a path relative to this file")
        }
        guard !glob.hasPrefix("/") else {
            throw IncludeProblem(
                rule: .absoluteInclude, message: "include '\(glob)' is an absolute path",
                help: "give a path relative to this file")
        }
        let folder = Self.folderPrefix(of: path)
        var segments =
            folder.hasPrefix(prefix) ? folder.dropFirst(prefix.count).split(separator: "/").map(String.init) : []
        for part in glob.split(separator: "/") where part != "." {
            guard part == ".." else {
                segments.append(String(part))
                continue
            }
            guard let last = segments.popLast(), !last.contains("*") else {
                throw IncludeProblem(
                    message: "include '\(glob)' leaves the root '\(root)'", help: "keep manifests inside the root")
            }
        }
        return Glob(segments: segments)
    }

    /// The longest path that systems accept, in bytes.
    private static let longestPath = 4096

    private func filesOnDisk(_ path: String, isWild: Bool) -> [String] {
        guard let facts = try? FileSystem.look(at: path.isEmpty ? "." : path) else { return [] }
        guard isWild else { return facts.type == .regular ? [path] : [] }
        guard facts.type == .directory else { return [] }
        var walk = FolderWalk(path.isEmpty ? "./" : path.asPrefix, facts.identity)
        var paths: [String] = []
        while let entry = walk.next() {
            guard entry.isFile else { continue }
            paths.append(path.isEmpty ? String(entry.path.dropFirst(2)) : entry.path)
        }
        return paths
    }
}
