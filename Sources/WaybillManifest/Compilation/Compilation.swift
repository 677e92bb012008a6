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
        let reading = SetReading(files: files, environment: environment, known: known)
        if let known, !reading.hasFindings, var set = known.takeSet(), let amended = set.amend(reading) {
            known.keep(set)
            return amended
        }
        return compile(reading, known: known)
    }

    private static func compile(_ reading: SetReading, known: KnownFiles?) -> Compilation {
        let merged = MergedSet(reading.manifests, uses: reading.uses)
        let (set, uses) = (merged.set, merged.uses)
        let (sources, found, brokenTexts) = (
            reading.sources, reading.diagnostics + merged.diagnostics, reading.brokenTexts
        )
        let definitions = RankedDefinitions(set)
        let findings = set.check(uses, brokenTexts: brokenTexts, reading.looseReferences)
        let isKept = known != nil
        let (table, proven) = Concurrently.both {
            RoutingTable(definitions)
        } _: {
            definitions.proven(withNeighbours: isKept)
        }
        let relations = set.checkRelations(
            RelationContext(
                set, table, proven.proofs, besides: found, uses: uses, mayRepeatIDs: merged.mayRepeatIDs))
        let all = (found + findings + relations).shown(atAliases: reading.readings.map(\.aliases))
        var ungrouped = SuppressionResult(all.sortedByPlace(), in: sources)
        let hasErrors = ungrouped.active.contains { $0.severity == .error }
        ungrouped.active = ungrouped.active.withinBudgets()
        if let known, all.isEmpty, let neighbours = proven.neighbours {
            known.keep(KnownSet(set, reading.readings, table, neighbours))
        }
        return Compilation(
            sources: sources, set: set, diagnostics: ungrouped.active.groupedByCause(), ungrouped: ungrouped,
            passedOver: reading.passedOver, searchedFolders: reading.searchedFolders, table: hasErrors ? nil : table,
            tableDespiteErrors: hasErrors && (found + findings).allSatisfy(\.leavesRoutesKnown) ? table : nil,
            digest: set.digest(uses))
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
