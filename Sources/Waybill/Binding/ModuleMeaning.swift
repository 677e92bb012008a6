import WaybillManifest

/// What an instance of a module depends on: as long as it is the same, a shared instance is kept over reloads.
///
/// Less than the module's digest: another tag or identifier is no reason to drop what callers share.
struct ModuleMeaning: Hashable, Sendable {
    private var factory: String
    private var scope: Module.Scope
    private var with: String?

    init(_ module: Module) {
        factory = module.factory.value
        scope = module.scope.value
        with = module.with?.canonicalText
    }
}
