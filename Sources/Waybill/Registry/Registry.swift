import WaybillManifest
package import WaybillRules

/// The Swift code of a router by name: factories, adapters, interceptors and handlers that manifests use.
///
///     var registry = Registry()
///     registry.register("notes.store") { _ in MemoryNoteStore() }
///         .provides { $0 as any NoteStore }
///     registry.handler("showNote") { request in try note(request["id"]) }
///
/// A registry is a value: later registrations do not change a router that was made with it. Nothing here traps or
/// throws. A name that is registered twice, is missing or does not fit is reported when manifests are bound, at its
/// place in the manifest. Registered closures are called from any thread, also concurrently.
public struct Registry: Sendable {
    var factories: [String: any FactoryEntry] = [:]
    var adapters: [String: AdapterEntry] = [:]
    var interceptors: [String: InterceptorEntry] = [:]
    var handlers: [String: HandlerEntry] = [:]
    var lanes: [String: LaneEntry] = [:]
    var errorSinks: [@Sendable (RouteFailure) -> Void] = []
    var openObservers: [@Sendable (OpenEvent) -> Void] = []
    /// The rebindings of types, which replace the manifests' modules in tests.
    var rebindings: [(type: TypeName, factory: (any FactoryEntry)?)] = []
    /// The repeated registrations of a name, in the order of the calls. The first one is kept.
    var duplicates: [RegistryDescription.Duplicate] = []
    /// The registration of `WaybillPresentation`.
    package var performer: (any ModulePerformer)?

    /// Creates an empty registry.
    public init() {}

    package mutating func recordDuplicate(
        _ kind: RegistryDescription.Kind, _ name: String, at site: RegistryDescription.Site
    ) {
        duplicates.append(RegistryDescription.Duplicate(kind: kind, name: name, site: site))
    }
}
