/// The files of a manifest set with their bytes, and what could not be read.
///
/// A path is a file, or a folder that stands for every `*.yaml` and `*.yml` below it. Names that begin with a dot are
/// passed over, links are followed, and a file that is reached twice is read once. Neither the order of paths nor that
/// of a folder's entries matters. Files named `*.test.yaml` and `*.test.yml` hold tests alone: what runs no tests need not
/// read them.
public struct ManifestFiles: Sendable {
    /// Sorted by path. What could not be read has an entry without bytes, for its diagnostic to point at.
    public let files: [SourceFile]
    /// Y006, Y015 and V006, with spans into `files`.
    public let diagnostics: [Diagnostic]
    /// Files in the folders that look like manifests and are none, sorted by path.
    package let passedOver: [String]
    /// The folder that includes may not leave: the one given, or the one around all that were given.
    public var root: String { prefix.isEmpty ? "." : prefix == "/" ? "/" : String(prefix.dropLast()) }
    /// What stands before a path inside the root: "Routes/", or nothing.
    private(set) var prefix: String
    /// The paths that were asked for, which span the root; `nil` where all is in memory.
    private let given: [String]?
    /// The paths that joined later.
    private let added: [String]
    /// Contents that stand for those on disk, by path.
    private let replaced: [String: [UInt8]]
    private let readsTests: Bool
    /// Reads files and folders, shown under the names that they are given by.
    ///
    /// - Parameter readsTests: Whether test files are part of the set. A service that runs no tests leaves them out, so that
    ///   no mistake in them keeps it from its routes.
    public static func read(paths: [String], readsTests: Bool = true) -> ManifestFiles {
        ManifestFiles(given: paths, added: [], replaced: [:], readsTests: readsTests)
    }

    /// The same, but that files are taken as they are known that have not changed since they were read.
    ///
    /// What is not seen is what was stored into mapped memory and not written back: only who reads sees that.
    package static func read(paths: [String], readsTests: Bool = true, since known: [SourceFile]) -> ManifestFiles {
        ManifestFiles(given: paths, added: [], replaced: [:], readsTests: readsTests, known: known)
    }

    /// A set in memory. Of two texts with the same path the first one counts.
    public init(texts: [(path: String, text: String)]) {
        self.init(sources: texts.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    /// A set in memory, of files that were read elsewhere.
    public init(sources: [SourceFile]) {
        self.init(sources: sources) { _, _ in nil }
    }

    /// A set in memory whose files may have something about them that is no text.
    ///
    /// - Parameter finding: What there is to say about a path, given the place of its file.
    package init(
        sources: [SourceFile], passedOver: [String] = [], finding: (String, SourceSpan) -> Diagnostic?
    ) {
        self.passedOver = passedOver
        var seen: Set<String> = []
        files = sources.filter { seen.insert($0.path).inserted }.sorted { precedesInBytes($0.path, $1.path) }
        diagnostics = files.enumerated().compactMap { finding($1.path, SourceSpan(file: $0, start: 0, end: 0)) }
        prefix = Self.commonPrefix(sources.map { Self.folderPrefix(of: $0.path) })
        given = nil
        added = []
        replaced = [:]
        readsTests = true
    }

    /// The same set with more files, read anew and sorted; a set in memory has no more than it has.
    package func adding(paths more: [String]) -> ManifestFiles {
        // To read a set again takes memory and time for nothing.
        guard let given, !more.isEmpty else { return self }
        return ManifestFiles(
            given: given, added: added + more, replaced: replaced, readsTests: readsTests, known: files)
    }

    /// The same set with other contents for some of its files, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> ManifestFiles {
        guard !contents.isEmpty else { return self }
        let replaced = replaced.merging(contents) { $1 }
        guard let given else {
            return ManifestFiles(sources: files.map { $0.replacing(contents) })
        }
        return ManifestFiles(given: given, added: added, replaced: replaced, readsTests: readsTests)
    }

    /// The same set with another root.
    func within(_ root: String) -> ManifestFiles {
        var copy = self
        copy.prefix = root == "." ? "" : root.asPrefix
        return copy
    }

    var isInMemory: Bool { given == nil }

    private init(
        given: [String], added: [String], replaced: [String: [UInt8]], readsTests: Bool, known: [SourceFile] = []
    ) {
        let search = ManifestSearch(of: given + added, readsTests: readsTests)
        let sorted = search.sorted
        var files = Self.unchanged(sorted, since: known, besides: replaced)
        let fresh = files.indices.filter { files[$0] == nil }
        let read = Concurrently.map(fresh) { _, index in
            Self.read(sorted[index].path, sorted[index].facts, replaced[sorted[index].path], index: index)
        }
        for (index, read) in zip(fresh, read) { files[index] = read.file }
        self.files = files.compactMap(\.self)
        let found = search.passedOver.isEmpty ? [] : Set(sorted.map(\.path))
        self.passedOver = search.passedOver.subtracting(found).sorted(by: precedesInBytes)
        self.diagnostics =
            read.compactMap(\.diagnostic) + FileSystem.foreignWriters(of: zip(self.files, sorted.map(\.facts)))
        self.prefix = Self.commonPrefix(
            given.map { search.folders.contains($0) ? $0.asPrefix : Self.folderPrefix(of: $0) })
        self.given = given
        self.added = added
        self.replaced = replaced
        self.readsTests = readsTests
    }

    /// By place: the file as it is known, if that is what is there. Both are in the order of paths.
    private static func unchanged(
        _ places: [ManifestSearch.Place], since known: [SourceFile], besides replaced: [String: [UInt8]]
    ) -> [SourceFile?] {
        var next = 0
        return places.map { place in
            while next < known.count, precedesInBytes(known[next].path, place.path) { next += 1 }
            guard next < known.count, known[next].path == place.path, replaced.isEmpty || replaced[place.path] == nil,
                place.isUnchanged(since: known[next])
            else { return nil }
            return known[next]
        }
    }

    private static func read(
        _ path: String, _ facts: ManifestSearch.Facts, _ replaced: [UInt8]?, index: Int
    ) -> (file: SourceFile, diagnostic: Diagnostic?) {
        do throws(FileSystem.Problem) {
            _ = try facts.get()
            if let replaced { return (SourceFile(path: path, bytes: replaced), nil) }
            let (bytes, version) = try FileSystem.readVersion(path, limit: YAMLReader.mostBytes)
            return (SourceFile(path: path, bytes: bytes, version: version), nil)
        } catch {
            return (.unreadable(path: path), .unread(path, error, at: SourceSpan(file: index, start: 0, end: 0)))
        }
    }

    /// "a/b/" of "a/b/c.yaml", nothing of "c.yaml".
    static func folderPrefix(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    private static func commonPrefix(_ prefixes: [String]) -> String {
        guard var common = prefixes.first?.split(separator: "/", omittingEmptySubsequences: false).dropLast() else {
            return ""
        }
        for prefix in prefixes.dropFirst() {
            let parts = prefix.split(separator: "/", omittingEmptySubsequences: false)
            common = common.prefix(zip(common, parts).prefix { $0 == $1 }.count)
        }
        return common.map { $0 + "/" }.joined()
    }
}

extension Diagnostic {
    /// Why a file was not read.
    package static func unread(_ path: String, _ problem: FileSystem.Problem, at span: SourceSpan) -> Diagnostic {
        if problem.isTooBig { return .tooBig(at: span) }
        return unreadable(path, problem, at: span)
    }

    private static func unreadable(_ path: String, _ problem: FileSystem.Problem, at span: SourceSpan) -> Diagnostic {
        let folder = ManifestFiles.folderPrefix(of: path)
        let beside = problem.isMissing ? (try? FileSystem.names(in: folder.isEmpty ? "." : folder)) ?? [] : []
        let suggestions = didYouMean(String(path.dropFirst(folder.count)), among: beside).map { folder + $0 }
        return Diagnostic(
            .unreadableFile, at: span, "'\(path)' \(problem.reason); \(problem.help)", suggestions: suggestions)
    }
}

extension String {
    /// With exactly the slash that joins names to a folder.
    package var asPrefix: String {
        var folder = self[...]
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        return folder == "/" ? "/" : folder + "/"
    }
}
