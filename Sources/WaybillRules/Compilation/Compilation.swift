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
    public var sources: [SourceFile]
    public let set: ManifestSet
    /// Sorted by file, place and rule.
    public var diagnostics: [Diagnostic]
    /// All diagnostics before grouping by cause, with the suppressed ones (`# waybill:allow P003 -- why`).
    /// ``diagnostics`` is computed from them. They do not depend on the date.
    package var ungrouped = SuppressionResult()
    /// Files beside the manifests that look like manifests but are not.
    package var unloadedFiles: [String] = []
    /// The folders that the wildcards of includes search, sorted.
    package var searchedFolders: [String] = []
    /// `nil` if a diagnostic is an error. Its routes and interceptors have the indices of ``set``.
    public var table: RoutingTable?
    /// A table that is not loaded, for sets whose only errors are about which route gets a request, or about tests.
    package var tableDespiteErrors: RoutingTable?
    /// The digest of ``set``, computed on first use.
    let cachedDigest = Once<String>()

    /// Whether a diagnostic is an error, so that there is no ``table``.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
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
    ///   - cache: The readings of unchanged files from an earlier compilation; it is updated.
    ///   - purpose: Whether hints are searched for, too. Errors and warnings do not depend on it.
    /// - Complexity: Linear in the files, except for sorting and for the relations of
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
        let (diagnostics, definitions) = Concurrently.both {
            set.check(
                brokenTexts: reading.brokenTexts + (repeated.isEmpty ? [] : reading.providedNames),
                reading.looseReferences)
        } _: {
            RankedDefinitions(set)
        }
        let (table, proofs) = Concurrently.both {
            RoutingTable(definitions)
        } _: {
            definitions.proofs(purpose == .check ? .everything : .problems)
        }
        let relations = set.checkRelations(table, proofs, besides: found)
        let all = (found + diagnostics + relations).shown(atAliases: reading.readings.map(\.aliases))
        var ungrouped = SuppressionResult(all.sortedByPlace(), in: reading.sources)
        let hasErrors = ungrouped.active.contains { $0.severity == .error }
        ungrouped.active = ungrouped.active.withinBudgets()
        return Compilation(
            sources: reading.sources, set: set, diagnostics: ungrouped.active.groupedByCause(), ungrouped: ungrouped,
            unloadedFiles: reading.unloadedFiles, searchedFolders: reading.searchedFolders,
            table: hasErrors ? nil : table,
            tableDespiteErrors: hasErrors && (found + diagnostics).allSatisfy(\.leavesRoutesKnown) ? table : nil)
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
    fileprivate var leavesRoutesKnown: Bool { severity < .error || rule.group == "K" }
}
