/// The files of a manifest set with their bytes, and the problems of reading them.
///
/// A path is a file, or a folder with all `*.yaml` and `*.yml` files below it. Names that begin with a dot are skipped,
/// and a file that is reached twice is read once. What `.waybill.yaml` excludes is skipped, too. A link is followed if it leads to one of the paths, or below one. Any
/// other link is an error (Y015), unless it is given as a path itself. Neither the order of paths nor that of a
/// folder's entries matters. Files named `*.test.yaml` and `*.test.yml` contain only tests; a caller that runs no tests
/// need not read them.
///
/// A file may have 8 MiB and a set 32 MiB. Larger ones are reported (Y006) and not read.
public struct ManifestFiles: Sendable {
    /// The largest set that is read, in bytes.
    static let byteLimit = 32 << 20

    /// The files, sorted by path. A file that could not be read has an entry without bytes, to which its diagnostic
    /// points.
    public let files: [SourceFile]
    /// Y006, Y015 and V006, with spans into `files`.
    public let diagnostics: [Diagnostic]
    /// Files in the folders that look like manifests but are not, sorted by path.
    package let unloadedFiles: [String]
    /// The folder that includes may not leave: the given folder, or the common folder of all given paths.
    public var root: String { Self.root(of: prefix) }
    /// What the set's folders contain without being part of it.
    package let exclusion: Exclusion
    /// The prefix of a path inside the root: "Routes/", or empty.
    let prefix: String
    /// `nil` if all files are in memory.
    private let reader: ManifestReader?

    /// Creates a set in memory. If two texts have the same path, the first one counts.
    public init(texts: [(path: String, text: String)]) {
        self.init(sources: texts.map { SourceFile(path: $0.path, bytes: Array($0.text.utf8)) })
    }

    /// Creates a set in memory from files that were read elsewhere.
    public init(sources: [SourceFile]) {
        self.init(sources: sources) { _, _ in nil }
    }

    /// Creates a set in memory with diagnostics about its files.
    ///
    /// - Parameter diagnostic: Returns the diagnostic about a path, given the place of its file.
    package init(
        sources: [SourceFile], unloadedFiles: [String] = [], diagnostic: (String, SourceSpan) -> Diagnostic?
    ) {
        // Two paths of different bytes may be equal strings.
        var seen: Set<[UInt8]> = []
        let files = sources.filter { seen.insert(Array($0.path.utf8)).inserted }.sorted {
            precedesInBytes($0.path, $1.path)
        }
        let problem = Diagnostic.setTooLarge(sizes: files.map { Self.countedBytes($0.bytes.count) })
        self.files = problem == nil ? files : files.map { .unreadable(path: $0.path) }
        self.unloadedFiles = unloadedFiles
        diagnostics =
            (problem.map { [$0] } ?? [])
            + files.enumerated().compactMap { diagnostic($1.path, SourceSpan.startOfFile($0)) }
        prefix = Self.commonPrefix(sources.map { Self.folderPrefix(of: $0.path) })
        exclusion = .none
        reader = nil
    }

    init(_ reader: ManifestReader) {
        let entries = reader.entries.sorted { precedesInBytes($0.place.path, $1.place.path) }
        let problem = Diagnostic.setTooLarge(sizes: entries.map { reader.countedBytes(of: $0.place) })
        let unread = entries.enumerated().compactMap { index, entry in
            entry.problem.map { Diagnostic.unread(entry.place.path, $0, at: .startOfFile(index)) }
        }
        files = entries.map(\.file)
        unloadedFiles = reader.unloadedFiles
        diagnostics = (problem.map { [$0] } ?? []) + unread + Self.foreignWriters(of: entries)
        prefix = Self.prefix(of: reader.given, isFolder: reader.isFolder)
        exclusion = reader.exclusion
        self.reader = reader
    }

    var isInMemory: Bool { reader == nil }

    /// Returns the set with more files, and with all files that these include. A set in memory stays the same.
    ///
    /// - Parameter includes: Returns the includes of a file.
    package func adding(
        paths: [String], includes: @escaping @Sendable (SourceFile) -> [Located<String>] = { _ in [] }
    ) -> ManifestFiles {
        guard var reader, !paths.isEmpty else { return self }
        var resolver = IncludeResolver(files: self)
        var paths = paths
        while !paths.isEmpty {
            let new = reader.read(paths)
            let globs = Concurrently.map(new) { includes($1) }
            for (file, globs) in zip(new, globs) { _ = resolver.resolve(globs, from: file.path) }
            paths = resolver.takeNewPaths()
        }
        return ManifestFiles(reader)
    }

    /// Returns the set with other contents for some of its files, by path.
    package func replacing(_ contents: [String: [UInt8]]) -> ManifestFiles {
        guard !contents.isEmpty else { return self }
        guard var reader else { return ManifestFiles(sources: files.map { $0.replacing(contents) }) }
        reader.replace(contents)
        return ManifestFiles(reader)
    }

    /// The bytes that count for the limit of the set. A file that is too large itself is not read, and does not count.
    static func countedBytes(_ size: Int) -> Int { size > SourceFile.byteLimit ? 0 : size }

    /// Returns the folder of a path with a slash: "a/b/" for "a/b/c.yaml", nothing for "c.yaml".
    package static func folderPrefix(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
    }

    /// Returns the prefix of the paths in a set with the given paths.
    static func prefix(of paths: [String], isFolder: (String) -> Bool) -> String {
        commonPrefix(paths.map { isFolder($0) ? $0.asPrefix : folderPrefix(of: $0) })
    }

    /// Returns the folder with this prefix.
    static func root(of prefix: String) -> String {
        prefix.isEmpty ? "." : prefix == "/" ? "/" : String(prefix.dropLast())
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
    /// Returns the diagnostic about a file that was not read.
    package static func unread(_ path: String, _ problem: FileProblem, at span: SourceSpan) -> Diagnostic {
        if problem.isTooLarge { return .tooBig(at: span) }
        let folder = ManifestFiles.folderPrefix(of: path)
        let beside = problem.isMissing ? FileSystem.kinds(in: folder.isEmpty ? "." : folder).map(\.name) : []
        let suggestions = didYouMean(String(path.dropFirst(folder.count)), among: beside).map { folder + $0 }
        return Diagnostic(
            .unreadableFile, at: span, "'\(path)' \(problem.reason); \(problem.help)", suggestions: suggestions)
    }

    /// Returns Y006 at the largest file if the set exceeds its limit.
    fileprivate static func setTooLarge(sizes: [Int]) -> Diagnostic? {
        let total = sizes.reduce(0, +)
        guard total > ManifestFiles.byteLimit, let largest = sizes.max(), let index = sizes.firstIndex(of: largest)
        else { return nil }
        return Diagnostic(
            .sizeLimit, at: .startOfFile(index),
            "the set has \(mebibytes(total)) MiB in \(sizes.count) files; it is not read, because the limit is \(mebibytes(ManifestFiles.byteLimit)) MiB",
            help: "load fewer files, or split the set; this file is the largest, with \(mebibytes(largest)) MiB")
    }

    private static func mebibytes(_ bytes: Int) -> String {
        let tenths = (bytes * 10 + (1 << 20) - 1) >> 20
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// The files of a set in one JSON document. A service stores its last good set and reports the current one in this
/// form.
///
/// Variables are not expanded.
package struct ManifestArchive: Codable, Hashable, Sendable {
    /// The only version so far.
    package static let currentVersion = 1

    package var version = currentVersion
    /// The digest of the set's table.
    package var digest: String
    package var files: [File]

    package struct File: Codable, Hashable, Sendable {
        package var path: String
        package var text: String
    }

    package init(digest: String, sources: [SourceFile]) {
        self.digest = digest
        files = sources.map { File(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self)) }
    }

    /// The files, for another compilation.
    package var manifests: ManifestFiles { ManifestFiles(texts: files.map { ($0.path, $0.text) }) }
}
