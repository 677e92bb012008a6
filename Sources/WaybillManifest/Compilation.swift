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
    /// - Complexity: Linear in the files, but for the relations named at ``WaybillTable/RoutingTable/proofs(within:)``.
    public static func compile(files: ManifestFiles, environment: [String: String] = [:]) -> Compilation {
        let reading = Reading(files: files, environment: environment)
        let merged = ManifestSet.merging(reading.manifests)
        let (set, sources, found, brokenTexts) = (merged.set, reading.sources, reading.diagnostics, reading.brokenTexts)
        let mergeFindings = merged.diagnostics
        let (routing, meaning) = Concurrently.both {
            let table = RoutingTable(set)
            return (table: table, relations: set.checkRelations(table, besides: found + mergeFindings))
        } _: {
            (findings: set.check(brokenTexts: brokenTexts), digest: set.digest)
        }
        let (diagnostics, allowed) = (found + mergeFindings + meaning.findings + routing.relations)
            .dividedByAllowances(in: sources)
        let hasErrors = diagnostics.contains { $0.severity == .error }
        return Compilation(
            sources: sources, set: set, diagnostics: diagnostics.sortedByPlace().settled(in: sources),
            allowed: allowed.sortedByPlace().settled(in: sources),
            passedOver: reading.passedOver, table: hasErrors ? nil : routing.table, digest: meaning.digest)
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
    init(files: ManifestFiles, environment: [String: String]) {
        self.init(one: files, environment: environment)
        let more = files.adding(paths: includes.newPaths)
        if more.files.count > files.files.count { self.init(files: more, environment: environment) }
    }

    /// Files know nothing of each other until their includes are resolved, so all cores read them.
    private init(one files: ManifestFiles, environment: [String: String]) {
        sources = files.files
        passedOver = files.passedOver
        diagnostics = files.diagnostics
        includes = IncludeResolver(files: files)
        let readings = Concurrently.map(sources) { FileReading($1, index: $0, environment: environment) }
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
private struct FileReading: Sendable {
    private(set) var manifest: Manifest?
    private(set) var diagnostics: [Diagnostic]
    private(set) var brokenTexts: [String] = []

    init(_ file: SourceFile, index: Int, environment: [String: String]) {
        let (node, found) = YAMLReader.read(file, index: index)
        diagnostics = found
        if found.contains(where: { $0.rule == .yamlSyntax || $0.rule == .invalidBytes }) {
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

extension RoutingTable {
    /// Compiles a set's routes and interceptors, index by index. A route carries its own tags and its module's.
    init(_ set: ManifestSet) {
        let moduleTags = Dictionary(
            set.modules.map { ($0.id.value, $0.tags.map(\.value)) }, uniquingKeysWith: { first, _ in first })
        self.init(
            settings: set.settings,
            routes: set.routes.map { route in
                var tags = Set(route.tags.map(\.value))
                if case .module(let name) = route.destination { tags.formUnion(moduleTags[name.value] ?? []) }
                return RouteDefinition(route, tags: tags)
            },
            interceptors: set.interceptors.map(InterceptorDefinition.init))
    }
}

extension RouteDefinition {
    init(_ route: Route, tags: Set<String>) {
        self.init(
            id: route.id.value, patterns: route.patterns.map(\.pattern), narrowings: route.narrowed.automata,
            methods: route.methods.map(\.value), priority: route.priority, tags: tags)
    }
}

extension InterceptorDefinition {
    init(_ interceptor: Interceptor) {
        self.init(
            id: interceptor.id.value, patterns: interceptor.patterns.map(\.pattern),
            narrowings: interceptor.narrowed.automata, methods: interceptor.methods.map(\.value),
            order: interceptor.order, tags: Set(interceptor.tags.map(\.value)),
            appliesEverywhere: interceptor.appliesEverywhere)
    }
}

extension [Narrowed] {
    var automata: [String: Automaton] {
        Dictionary(map { ($0.name.value, $0.automaton) }, uniquingKeysWith: { first, _ in first })
    }
}
