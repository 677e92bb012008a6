import WaybillProofs
public import WaybillSyntax
public import WaybillTable

/// What a manifest set compiles to: the table where there is one, and every mistake where there is not.
///
/// `waybill check`, the loader, hot reload and the tests all come here: what passes `check` cannot be refused at run time
/// for the same registry.
public struct Compilation: Sendable {
    /// The files, in the order that ``/WaybillSyntax/SourceSpan/file`` counts them.
    public var sources: [SourceFile]
    public let set: ManifestSet
    /// Sorted by file, place and rule.
    public var diagnostics: [Diagnostic]
    /// Every diagnostic by itself, before those with one cause are grouped, and those that comments in the manifests suppress
    /// (`# waybill:allow P003 -- why`): what ``diagnostics`` are made of. No day of the calendar changes it.
    package var ungrouped = SuppressionResult()
    /// Files beside the manifests that look like manifests and are none.
    package var passedOver: [String] = []
    /// The folders in which includes look for files by wildcards, sorted.
    package var searchedFolders: [String] = []
    /// `nil` where a diagnostic is an error. Its routes and interceptors are those of ``set``, index by index.
    public var table: RoutingTable?
    /// The table that nobody loads, where all errors are about which requests its routes get, or about tests.
    package var tableDespiteErrors: RoutingTable?
    /// The digest of ``set``, once WaybillDigest has been asked for it.
    package let knownDigest = Once<String>()

    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension Compilation {
    /// What a set is compiled for.
    public enum Purpose: Sendable {
        /// To tell its authors all that there is to say.
        case check
        /// To serve requests: routes that are partly shadowed, and priorities without effect, are not looked for.
        case load
    }

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
    ///   - cache: What files said at an earlier time, for those that have not changed; takes in what they say now.
    ///   - purpose: Whether hints are looked for, too. Errors and warnings do not depend on it.
    /// - Complexity: Linear in the files, but for sorting and the relations named at
    ///   ``/WaybillProofs/WaybillTable/RoutingTable/proofs(_:within:)``.
    public static func compile(
        files: ManifestFiles, environment: [String: String] = [:], cache: CompilationCache? = nil,
        purpose: Purpose = .check
    ) -> Compilation {
        compile(SetReading(files: files, environment: environment, cache: cache), purpose: purpose)
    }

    /// The rest of the way, for files that are read.
    package static func compile(_ reading: SetReading, purpose: Purpose) -> Compilation {
        let (set, repeated) = ManifestSet.merging(reading.manifests)
        let found = reading.diagnostics + repeated
        let findings = set.check(
            brokenTexts: reading.brokenTexts + (repeated.isEmpty ? [] : reading.providedNames), reading.looseReferences)
        let definitions = RankedDefinitions(set)
        let (table, proofs) = Concurrently.both {
            RoutingTable(definitions)
        } _: {
            definitions.proofs(purpose == .check ? .everything : .problems)
        }
        let relations = set.checkRelations(table, proofs, besides: found)
        let all = (found + findings + relations).shown(atAliases: reading.readings.map(\.aliases))
        var ungrouped = SuppressionResult(all.sortedByPlace(), in: reading.sources)
        let hasErrors = ungrouped.active.contains { $0.severity == .error }
        ungrouped.active = ungrouped.active.withinBudgets()
        return Compilation(
            sources: reading.sources, set: set, diagnostics: ungrouped.active.groupedByCause(), ungrouped: ungrouped,
            passedOver: reading.passedOver, searchedFolders: reading.searchedFolders, table: hasErrors ? nil : table,
            tableDespiteErrors: hasErrors && (found + findings).allSatisfy(\.leavesRoutesKnown) ? table : nil)
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
    /// Whether all routes and interceptors mean what they say all the same.
    fileprivate var leavesRoutesKnown: Bool { severity < .error || rule.group == "K" }
}
