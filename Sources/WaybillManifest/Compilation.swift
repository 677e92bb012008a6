public import WaybillTable

/// What a manifest set compiles to: the table where there is one, and every mistake where there is not.
///
/// `waybill check`, the loader, hot reload and the tests all come here: what passes `check` cannot be refused at run time
/// for the same registry.
public struct Compilation: Sendable {
    /// The files, in the order that ``SourceSpan/file`` counts them.
    public var sources: [SourceFile]
    public var set: ManifestSet
    /// Sorted by file, place and rule.
    public var diagnostics: [Diagnostic]
    /// What comments in the manifests allow (`# waybill:allow P003 -- why`), and what is therefore none of the former.
    /// No day of the calendar changes it.
    package var allowed: [Diagnostic] = []
    /// Files beside the manifests that look like manifests and are none.
    package var passedOver: [String] = []
    /// The folders in which includes look for files by wildcards, sorted.
    package var searchedFolders: [String] = []
    /// `nil` where a diagnostic is an error. Its routes and interceptors are those of ``set``, index by index.
    public var table: RoutingTable?
    /// What the set means, as 32 hexadecimal digits: the same for any order of files and entries and for any layout.
    public var digest: String

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Compilation {
    /// The whole way from text to table, on one page.
    ///
    /// ```
    /// files ──read──▶ nodes ──decode──▶ manifests ──merge──▶ set ──check──▶ ──compile──▶ table
    /// ```
    ///
    /// Every stage returns its diagnostics as values beside what it could make of its input; none prints, throws at the
    /// first mistake, or stops early.
    ///
    /// - Parameters:
    ///   - files: The set. Files that they include are read as well.
    ///   - environment: What `${NAME}` in `with:` values stands for.
    ///   - known: What files said at an earlier time, for those that have not changed; takes in what they say now.
    /// - Complexity: Linear in the files, but for the relations named at ``WaybillTable/RoutingTable/proofs(within:)``.
    public static func compile(
        files: ManifestFiles, environment: [String: String] = [:], known: KnownFiles? = nil
    ) -> Compilation {
        let reading = Reading(files: files, environment: environment, known: known)
        let merged = ManifestSet.merging(reading.manifests)
        let (set, sources, found, brokenTexts) = (merged.set, reading.sources, reading.diagnostics, reading.brokenTexts)
        let mergeFindings = merged.diagnostics
        let (definitions, meaning) = Concurrently.both {
            RankedDefinitions(set)
        } _: {
            (findings: set.check(brokenTexts: brokenTexts), digest: set.digest)
        }
        let (table, proofs) = Concurrently.both {
            RoutingTable(definitions)
        } _: {
            definitions.proofs()
        }
        let relations = set.checkRelations(table, proofs, besides: found + mergeFindings)
        let (diagnostics, allowed) = (found + mergeFindings + meaning.findings + relations)
            .dividedByAllowances(in: sources)
        let hasErrors = diagnostics.contains { $0.severity == .error }
        return Compilation(
            sources: sources, set: set,
            diagnostics: diagnostics.sortedByPlace().withinBudgets().settled(in: sources),
            allowed: allowed.sortedByPlace().settled(in: sources),
            passedOver: reading.passedOver, searchedFolders: reading.searchedFolders, table: hasErrors ? nil : table,
            digest: meaning.digest)
    }

    /// Compiles the set at `paths`: files, or folders with every `*.yaml` and `*.yml` below them.
    public static func compile(paths: [String], environment: [String: String] = [:]) -> Compilation {
        compile(files: ManifestFiles.read(paths: paths), environment: environment)
    }

    /// Compiles one manifest from memory.
    public static func compile(
        text: String, path: String = "manifest.yaml", environment: [String: String] = [:]
    ) -> Compilation {
        compile(files: ManifestFiles(texts: [(path, text)]), environment: environment)
    }
}

/// The first half of the way: files into manifests, with what they include.
private struct Reading: Sendable {
    private(set) var sources: [SourceFile]
    private(set) var passedOver: [String]
    private(set) var manifests: [Manifest] = []
    private(set) var diagnostics: [Diagnostic]
    private(set) var brokenTexts: [String] = []
    private var includes: IncludeResolver

    /// Reads a set. Where it includes files that it does not hold yet, it is read anew with them.
    init(files: ManifestFiles, environment: [String: String], known: KnownFiles?) {
        self.init(one: files, environment: environment, known: known)
        let more = files.adding(paths: includes.newPaths)
        if more.files.count > files.files.count { self.init(files: more, environment: environment, known: known) }
    }

    var searchedFolders: [String] { includes.searchedFolders.sorted(by: precedesInBytes) }

    /// Files know nothing of each other until their includes are resolved, so all cores read them.
    private init(one files: ManifestFiles, environment: [String: String], known: KnownFiles?) {
        sources = files.files
        passedOver = files.passedOver
        diagnostics = files.diagnostics
        includes = IncludeResolver(files: files)
        let readings = Concurrently.map(sources) { index, source in
            known?.reading(source, index, environment)
                ?? FileReading(source, index: index, environment: environment)
        }
        known?.replace(sources, readings, environment)
        for (source, reading) in zip(sources, readings) {
            diagnostics += reading.diagnostics
            brokenTexts += reading.brokenTexts
            guard let manifest = reading.manifest else { continue }
            manifests.append(manifest)
            diagnostics += includes.resolve(manifest.includes, from: source.path)
        }
        diagnostics += includes.cycles()
    }
}

/// What one file says.
struct FileReading: Sendable {
    private(set) var manifest: Manifest?
    private(set) var diagnostics: [Diagnostic]
    private(set) var brokenTexts: [String] = []

    init(_ file: SourceFile, index: Int, environment: [String: String]) {
        let (node, found) = YAMLReader.read(file, index: index)
        diagnostics = found
        let causes: [Rule] = [.yamlSyntax, .invalidBytes, .sizeLimit]
        if found.contains(where: { causes.contains($0.rule) && $0.severity == .error }) {
            brokenTexts.append(String(decoding: file.bytes, as: UTF8.self))
        }
        guard let node else { return }
        let decoded = ManifestDecoder.decode(node, file: file, environment: environment)
        let cut = found.first { $0.rule == .yamlSyntax }
        diagnostics += decoded.diagnostics.filter { cut?.explains($0, in: node) != true }
        brokenTexts += decoded.manifest.brokenTexts
        manifest = decoded.manifest
    }
}
