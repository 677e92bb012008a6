/// Why an `include:` finds nothing that may be read: the message and the help of a Y013 or a V004.
package struct IncludeProblem: Error, Sendable, Hashable {
    package var rule: Rule = .badInclude
    package var message: String
    package var help: String
}

extension ManifestFiles {
    /// The paths of the files that an include in the file `path` names, sorted, shown as `path` is.
    ///
    /// `*` and `?` stand for characters of one name, `**` for folders; a name that begins with a dot is never found. A
    /// wildcard does not find the including file itself. Neither `..` nor a link leads out of the root, which is the set's
    /// own unless another folder is given.
    package func expand(
        glob: String, relativeTo path: String, root: String? = nil
    ) throws(IncludeProblem) -> [String] {
        var walks = IncludeWalks()
        guard let root, root != self.root else { return try expand(glob: glob, relativeTo: path, walks: &walks) }
        return try within(root).expand(glob: glob, relativeTo: path, walks: &walks)
    }

    /// The folder in which an include looks for files by wildcards: a new one may come into it.
    func searchedFolder(glob: String, relativeTo path: String) -> String? {
        guard let pattern = try? segments(of: glob, in: path) else { return nil }
        let literal = pattern.prefix { !$0.contains("*") && !$0.contains("?") }
        guard literal.count < pattern.count else { return nil }
        let folder = prefix + literal.joined(separator: "/")
        return folder.isEmpty ? "." : folder
    }

    /// The same for many includes, which share their walks.
    func expand(
        glob: String, relativeTo path: String, walks: inout IncludeWalks
    ) throws(IncludeProblem) -> [String] {
        let pattern = try segments(of: glob, in: path)
        let isWild = pattern.contains { $0.contains("*") || $0.contains("?") }
        let literal = Array(pattern.prefix { !$0.contains("*") && !$0.contains("?") })
        let place = prefix + (isWild ? literal : pattern).joined(separator: "/")
        var candidates = walks.files(at: place + (isWild ? "/" : "")) {
            isInMemory ? files.map(\.path) : filesOnDisk(place, isWild: isWild)
        }
        candidates = candidates.filter { candidate in
            guard candidate.hasPrefix(prefix), !isWild || candidate != path else { return false }
            return Self.matches(candidate.dropFirst(prefix.count).split(separator: "/")[...], pattern[...])
        }
        if !isInMemory { try refuseLinksOutside(candidates, glob: glob) }
        guard !candidates.isEmpty else {
            throw IncludeProblem(
                message: "include '\(glob)' matches no file", help: "paths are relative to the file that includes them")
        }
        return Set(candidates).sorted(by: precedesInBytes)
    }

    /// The names from the root down to what is included.
    private func segments(of glob: String, in path: String) throws(IncludeProblem) -> [String] {
        guard glob.utf8.count <= Self.longestPath else {
            throw IncludeProblem(
                message: "an include of \(glob.utf8.count) bytes is longer than any path",
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
        return segments
    }

    /// What systems take, in bytes.
    private static let longestPath = 4096

    private func filesOnDisk(_ path: String, isWild: Bool) -> [String] {
        guard let facts = try? FileSystem.look(at: path.isEmpty ? "." : path) else { return [] }
        guard isWild else { return facts.kind == .file ? [path] : [] }
        guard facts.kind == .folder else { return [] }
        var walk = FolderWalk(path.isEmpty ? "./" : path.asPrefix, facts.identity)
        var paths: [String] = []
        while let entry = walk.next() {
            guard entry.isFile else { continue }
            paths.append(path.isEmpty ? String(entry.path.dropFirst(2)) : entry.path)
        }
        return paths
    }

    private func refuseLinksOutside(_ paths: [String], glob: String) throws(IncludeProblem) {
        guard let realRoot = FileSystem.realPath(root)?.asPrefix else { return }
        for path in paths {
            guard let real = FileSystem.realPath(path), !real.hasPrefix(realRoot) else { continue }
            throw IncludeProblem(
                message: "include '\(glob)' leaves the root '\(root)': '\(path)' is a link to elsewhere",
                help: "keep manifests inside the root")
        }
    }

    /// Whether a path matches a glob, both from the same folder.
    static func matches(_ path: String, glob: String) -> Bool {
        matches(path.split(separator: "/")[...], glob.split(separator: "/").map(String.init)[...])
    }

    /// Whether names match a pattern's segments.
    private static func matches(_ names: ArraySlice<Substring>, _ pattern: ArraySlice<String>) -> Bool {
        glob(names, pattern, any: "**") { name, segment in
            glob(Array(name.unicodeScalars)[...], Array(segment.unicodeScalars)[...], any: "*") {
                $1 == "?" || $0 == $1
            }
        }
    }

    /// Matches a sequence against a pattern in which some elements stand for any run.
    ///
    /// Only the last of those ever needs another try, so it takes quadratic time at most.
    private static func glob<Element, Part: Equatable>(
        _ elements: ArraySlice<Element>, _ pattern: ArraySlice<Part>, any: Part, fits: (Element, Part) -> Bool
    ) -> Bool {
        var (rest, parts) = (elements, pattern)
        var retry: (rest: ArraySlice<Element>, parts: ArraySlice<Part>)?
        while true {
            if let part = parts.first, part == any {
                parts.removeFirst()
                retry = (rest, parts)
            } else if let element = rest.first, let part = parts.first, fits(element, part) {
                rest.removeFirst()
                parts.removeFirst()
            } else if rest.isEmpty, parts.isEmpty {
                return true
            } else if let saved = retry, !saved.rest.isEmpty {
                rest = saved.rest.dropFirst()
                parts = saved.parts
                retry = (rest, parts)
            } else {
                return false
            }
        }
    }
}
