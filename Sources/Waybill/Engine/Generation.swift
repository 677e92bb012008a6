import Synchronization
public import WaybillManifest
public import WaybillSyntax
package import WaybillTable

/// Compiled manifests that are bound to registered code: immutable and numbered.
///
/// Every open runs on one generation from its beginning to its end. While you hold a generation, it can still make
/// objects and answer, even after another one is published. Use it from any thread.
public final class Generation: Sendable {
    /// Counts from 1.
    public let number: Int
    /// Identifies the meaning of the manifests: the same digest means the same behavior.
    public let digest: String
    /// Everything that the manifests declare.
    public let set: ManifestSet
    /// The files, as they were read.
    public let sources: [SourceFile]
    /// The diagnostics of loading that are not errors, sorted by place.
    public let warnings: [Diagnostic]
    package let table: RoutingTable
    let bound: Bound
    let lateSupplies = LateSupplies()
    let life: GenerationLife
    /// The modules that were made for it before it was published.
    let preparation = AtomicLazyReference<Preparation>()

    init(
        number: Int, digest: String, table: RoutingTable, set: ManifestSet, sources: [SourceFile],
        warnings: [Diagnostic], bound: Bound
    ) {
        self.number = number
        self.digest = digest
        self.table = table
        self.set = set
        self.sources = sources
        self.warnings = warnings
        self.bound = bound
        life = GenerationLife(number: number, lives: bound.runtime.lives)
    }

    /// The parts that the generations of a router share.
    package var runtime: Runtime { bound.runtime }
}

extension Generation {
    /// Returns the generation under another number. Shared instances are kept; opens are not.
    func renumbered(_ number: Int) -> Generation {
        Generation(
            number: number, digest: digest, table: table, set: set, sources: sources, warnings: warnings, bound: bound)
    }
}
