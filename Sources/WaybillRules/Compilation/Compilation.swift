public import WaybillManifest
import WaybillProofs
public import WaybillSyntax
public import WaybillTable

/// The result of compiling a manifest set: the table if there are no errors, and all diagnostics.
///
/// `waybill check`, the loader, hot reload and the tests all use it: a set that passes `check` has no error at run time
/// either. Binding to registered code, and what protects a reload, can still reject it. It is a value type, safe to use
/// from any thread.
public struct Compilation: Sendable {
    /// The files, in the order of ``/WaybillSyntax/SourceSpan/file``.
    public let sources: [SourceFile]
    public let set: ManifestSet
    /// Sorted by file, place and rule. Of several with one cause, the first mentions the others.
    public let diagnostics: [Diagnostic]
    /// The diagnostics before grouping by cause. They do not depend on the date.
    package let active: [Diagnostic]
    /// Those that comments suppress (`# waybill:allow P003 -- why`).
    package let suppressed: [Diagnostic]
    /// What is not reported, because it may only follow from one of the diagnostics.
    package let heldBack: [HeldBack]
    /// Files beside the manifests that look like manifests but are not.
    package let unloadedFiles: [String]
    /// The folders that the wildcards of includes search, sorted.
    package let searchedFolders: [String]
    /// The table by which requests can be explained; `nil` if an error leaves routes unknown.
    package let explainedTable: RoutingTable?
    /// The digest of ``set``, computed on first use.
    let cachedDigest: Once<String>

    /// Whether a diagnostic is an error, so that there is no ``table``.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The table to load; `nil` if a diagnostic is an error. Its routes and interceptors have the indices of ``set``.
    public var table: RoutingTable? { hasErrors ? nil : explainedTable }

    package init(
        _ reading: SetReading, _ set: ManifestSet, active: [Diagnostic] = [], suppressed: [Diagnostic] = [],
        heldBack: [HeldBack] = [], explainedTable: RoutingTable?
    ) {
        sources = reading.sources
        self.set = set
        diagnostics = active.groupedByCause()
        self.active = active
        self.suppressed = suppressed
        self.heldBack = heldBack
        unloadedFiles = reading.unloadedFiles
        searchedFolders = reading.searchedFolders
        self.explainedTable = explainedTable
        cachedDigest = Once()
    }

    /// Creates a compilation of the same set, about which a later stage found out more.
    ///
    /// - Parameter diagnostics: Those of the set, and further ones.
    package init(_ earlier: Compilation, diagnostics: [Diagnostic]) {
        let known = Set(earlier.diagnostics)
        sources = earlier.sources
        set = earlier.set
        self.diagnostics = diagnostics
        active = earlier.active + diagnostics.filter { !known.contains($0) }
        suppressed = earlier.suppressed
        heldBack = earlier.heldBack
        unloadedFiles = earlier.unloadedFiles
        searchedFolders = earlier.searchedFolders
        explainedTable = earlier.explainedTable
        cachedDigest = earlier.cachedDigest
    }

    /// Creates the compilation of a set that a service has loaded, for tools that explain it. It shares everything with
    /// the service, and has no diagnostics.
    package init(loaded set: ManifestSet, _ sources: [SourceFile], _ table: RoutingTable, digest: String) {
        self.sources = sources
        self.set = set
        diagnostics = []
        active = []
        suppressed = []
        heldBack = []
        unloadedFiles = []
        searchedFolders = []
        explainedTable = table
        cachedDigest = Once()
        _ = cachedDigest { digest }
    }
}

extension Compilation {
    /// The purpose of a compilation.
    public enum Purpose: Sendable {
        /// Report everything to the authors.
        case check
        /// Serve requests: partly shadowed routes, and priorities without effect, are not searched for.
        case load
    }

    /// Compiles text to a table.
    ///
    /// ```
    /// files ──read──▶ nodes ──decode──▶ manifests ──merge──▶ set ──check──▶ ──compile──▶ table
    /// ```
    ///
    /// Every stage returns its diagnostics as values, beside a result that is as complete as possible. No stage prints,
    /// throws at the first error, or stops early.
    ///
    /// - Parameters:
    ///   - files: The set. Included files are read as well.
    ///   - environment: The values for `${NAME}` in `with:`.
    ///   - requiresVariables: Whether a variable without a value and a default is an error, as where a service starts.
    ///     Otherwise its value is not known, and what depends on it is not reported.
    ///   - cache: The readings of unchanged files from an earlier compilation; it is updated.
    ///   - purpose: Whether hints are searched for, too. Errors and warnings do not depend on it.
    /// - Complexity: Linear in the files, except for sorting and for the relations of
    ///   ``/WaybillProofs/WaybillTable/RoutingTable/proofs(_:within:)``.
    public static func compile(
        files: ManifestFiles, environment: [String: String] = [:], requiresVariables: Bool = true,
        cache: CompilationCache? = nil, purpose: Purpose = .check
    ) -> Compilation {
        let environment = Environment(environment, isComplete: requiresVariables)
        return compile(SetReading(files: files, environment: environment, cache: cache), purpose: purpose)
    }

    /// Compiles a set with values from anywhere.
    package static func compile(files: ManifestFiles, environment: Environment, purpose: Purpose) -> Compilation {
        compile(SetReading(files: files, environment: environment, cache: nil), purpose: purpose)
    }

    /// The rest of the way, for files that are read.
    package static func compile(_ reading: SetReading, purpose: Purpose) -> Compilation {
        let (set, repeated) = ManifestSet.merging(reading.manifests)
        let found = reading.diagnostics + repeated
        let dropped = repeated.first.map { one in reading.providedNames.map { ($0, one.span.file) } } ?? []
        let ledger = Ledger(set, found, texts: reading.lostTexts + dropped, unknownVariables: reading.unknownVariables)
        let (checked, definitions) = Concurrently.both {
            ledger.results(of: Check.all, in: CheckContext(set, ledger, reading.looseReferences))
        } _: {
            RankedDefinitions(set)
        }
        let (table, proofs) = Concurrently.both {
            RoutingTable(definitions)
        } _: {
            definitions.proofs(purpose == .check ? .everything : .problems)
        }
        // The references of an aliased value have the place of its anchor, so they repeat.
        let diagnostics = checked.certain.uniqued().withoutGuesses
        let related = ledger.results(of: Check.all, in: RelationContext(set, table, proofs, ledger))
        let all = (found + diagnostics + related.certain).shown(atAliases: reading.readings.map(\.aliases))
        let use = SuppressionUse(all.sortedByPlace(), in: reading.sources)
        return Compilation(
            reading, set, active: use.active.withinBudgets(), suppressed: use.suppressed,
            heldBack: reading.heldBack + checked.heldBack + related.heldBack,
            explainedTable: (found + diagnostics).allSatisfy(\.leavesRoutesKnown)
                || !use.active.contains { $0.severity == .error } ? table : nil)
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

extension Diagnostic {
    /// Whether the meaning of routes and interceptors is known despite the diagnostic.
    fileprivate var leavesRoutesKnown: Bool { severity < .error || rule.traits.contains(.leavesRoutesKnown) }
}
