import Synchronization
public import WaybillManifest
public import WaybillTable

/// Compiled manifests bound to registered code: what serves, immutable and numbered.
public final class Generation: Sendable {
    /// Counts from 1.
    public let number: Int
    public let digest: String
    public let table: RoutingTable
    public let set: ManifestSet
    public let sources: [SourceFile]
    /// What was found on the way that is no error.
    public let warnings: [Diagnostic]
    let bound: Bound
    let lateSupplies = LateSupplies()
    let life: GenerationLife
    /// What is made for it before it serves.
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
}
