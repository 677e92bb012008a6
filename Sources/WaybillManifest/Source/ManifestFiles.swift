/// The files of a manifest set with their bytes, and what could not be read.
///
/// A path is a file, or a folder that stands for every `*.yaml` and `*.yml` below it. Names that begin with a dot are
/// passed over, links are followed, and a file that is reached twice is read once. Neither the order of paths nor that
/// of a folder's entries matters.
public struct ManifestFiles: Sendable {
    /// Sorted by path. What could not be read has an entry without bytes, for its diagnostic to point at.
    public let files: [SourceFile]
    /// Y015 and Y006, with spans into `files`.
    public let diagnostics: [Diagnostic]
    /// The folder that includes may not leave: the one given, or the one around all that were given.
    public var root: String { prefix.isEmpty ? "." : prefix == "/" ? "/" : String(prefix.dropLast()) }
    /// What stands before a path inside the root: "Routes/", or nothing.
    private(set) var prefix: String
    /// The paths that were asked for, which span the root; `nil` where all is in memory.
    private let given: [String]?
    /// The paths that joined later.
    private let added: [String]

    /// Reads files and folders, shown under the names that they are given by.
    public static func read(paths: [String]) -> ManifestFiles {
        ManifestFiles(given: paths, added: [])
    }

    /// A set in memory. Of two texts with the same path the first one counts.
    public init(texts: [(path: String, text: String)]) {
        self.init(sources: texts.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    /// A set in memory, of files that were read elsewhere.
    public init(sources: [SourceFile]) {
        self.init(sources: sources) { _, _ in nil }
    }

    /// A set in memory, as an example shows it.
    init(_ example: [Rule.Example.File]) {
        let files = example.filter { $0.path.hasSuffix(".yaml") }
        let missing = Set(files.filter { $0.condition == .linkToNothing }.map(\.path))
        let sources = files.map { file in
            missing.contains(file.path)
                ? SourceFile.unreadable(path: file.path)
                : SourceFile(path: file.path, bytes: Array(file.text.utf8))
        }
        self.init(sources: sources) { path, span in
            missing.contains(path) ? .unreadable(path, .linkToNothing, at: span) : nil
        }
    }

    private init(sources: [SourceFile], finding: (String, SourceSpan) -> Diagnostic?) {
        var seen: Set<String> = []
        files = sources.filter { seen.insert($0.path).inserted }.sorted { precedesInBytes($0.path, $1.path) }
        diagnostics = files.enumerated().compactMap { finding($1.path, SourceSpan(file: $0, start: 0, end: 0)) }
        prefix = Self.commonPrefix(sources.map { Self.folderPrefix(of: $0.path) })
        given = nil
        added = []
    }

    /// The same set with more files, read anew and sorted; a set in memory has no more than it has.
    package func adding(paths more: [String]) -> ManifestFiles {
        guard let given else { return self }
        return ManifestFiles(given: given, added: added + more)
    }

    /// The same set with another root.
    func within(_ root: String) -> ManifestFiles {
        var copy = self
        copy.prefix = root == "." ? "" : root.asPrefix
        return copy
    }

    var isInMemory: Bool { given == nil }

    private init(given: [String], added: [String]) {
        var search = ManifestSearch()
        for path in (given + added).sorted(by: precedesInBytes) { search.add(path) }
        let sorted = search.found.sorted { precedesInBytes($0.key, $1.key) }
        let read = Concurrently.map(sorted) { Self.read($1.key, problem: $1.value, index: $0) }
        self.files = read.map(\.file)
        self.diagnostics = read.compactMap(\.diagnostic)
        self.prefix = Self.commonPrefix(
            given.map { search.folders.contains($0) ? $0.asPrefix : Self.folderPrefix(of: $0) })
        self.given = given
        self.added = added
    }

    private static func read(
        _ path: String, problem: FileSystem.Problem?, index: Int
    ) -> (file: SourceFile, diagnostic: Diagnostic?) {
        do throws(FileSystem.Problem) {
            if let problem { throw problem }
            return (SourceFile(path: path, bytes: try FileSystem.read(path, limit: YAMLReader.mostBytes)), nil)
        } catch {
            let span = SourceSpan(file: index, start: 0, end: 0)
            return (.unreadable(path: path), error.isTooBig ? .tooBig(at: span) : .unreadable(path, error, at: span))
        }
    }

    /// "a/b/" of "a/b/c.yaml", nothing of "c.yaml".
    static func folderPrefix(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
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
    fileprivate static func unreadable(_ path: String, _ problem: FileSystem.Problem, at span: SourceSpan) -> Diagnostic
    {
        let folder = ManifestFiles.folderPrefix(of: path)
        let beside = problem.isMissing ? (try? FileSystem.names(in: folder.isEmpty ? "." : folder)) ?? [] : []
        let suggestions = didYouMean(String(path.dropFirst(folder.count)), among: beside).map { folder + $0 }
        return Diagnostic(
            .unreadableFile, at: span, "'\(path)' \(problem.reason); \(problem.help)", suggestions: suggestions)
    }
}

extension String {
    /// With exactly the slash that joins names to a folder.
    var asPrefix: String {
        var folder = self[...]
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        return folder == "/" ? "/" : folder + "/"
    }
}
