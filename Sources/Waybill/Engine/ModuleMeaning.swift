import WaybillManifest

/// What an instance of a module depends on: while it stays the same, a shared instance is kept over reloads.
///
/// Less than the module's digest: a new tag or identifier is no reason to give up what callers share.
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
