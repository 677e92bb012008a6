import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Binds one manifest set to a registry. It does not stop at problems: what cannot be bound is left out.
/// ``RegistryCheck`` reports what is not registered or does not fit; the binder reports what only code can find.
struct Binder {
    let set: ManifestSet
    let registry: Registry
    /// The current generation.
    let previous: Generation?
    let requirements: ModuleRequirements
    let runtime: Runtime
    var bound: Bound
    /// By the index in the set. Modules that could not be bound are absent.
    var modulesByIndex: [Int: BoundModule] = [:]
    /// The modules of the current generation, by id.
    let previousModules: [String: BoundModule]
    /// By name of a declared protocol: what provides it.
    var supplies: [String: BoundSupply] = [:]
    var directProviders: [ObjectIdentifier: DirectProvider] = [:]
    var diagnostics: [Diagnostic] = []
    let suggestions = NameSuggestions()

    /// - Parameters:
    ///   - requirements: The requirements of the same set.
    ///   - outdated: The ids of modules whose current instances must be made again.
    init(
        _ set: ManifestSet, _ requirements: ModuleRequirements, registry: Registry, runtime: Runtime,
        previous: Generation?, outdated: Set<String> = []
    ) {
        self.set = set
        self.requirements = requirements
        self.registry = registry
        self.runtime = runtime
        bound = Bound(runtime: runtime)
        self.previous = previous
        previousModules = Dictionary(
            (previous?.bound.modules ?? []).filter { !outdated.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    mutating func bind() -> Bound {
        bindModules()
        bindProtocols()
        bindRebindings()
        bindInterceptors()
        bindRoutes()
        bindFallback()
        bound.graph = moduleGraph
        return bound
    }

    /// The declared protocols, by name.
    var protocols: [String: ProtocolDeclaration] { requirements.providers.protocols }

    /// The indices of the modules in the set, by id.
    var modules: [String: Int] { requirements.providers.moduleIndices }

    /// Whether a performer observes every make. Then there is no direct path.
    var observesMaking: Bool { runtime.performer?.observesMaking ?? false }

    /// Runs one binding step, and records its error.
    mutating func report<R>(_ body: () throws(Unbindable) -> R) -> R? {
        do { return try body() } catch {
            diagnostics += error.diagnostics
            return nil
        }
    }
}
