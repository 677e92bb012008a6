public import WaybillManifest
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

extension Registry {
    /// Registers the code of an adapter, which makes something that provides `Required` from something that provides
    /// `Provided`. Manifests name it with `using:`.
    ///
    /// When manifests are bound, its types are compared with those of the manifest. If the module has hooks, the
    /// adapter gets the object after the hooks. It may be called more than once for one object; make it idempotent.
    public mutating func adapter<Provided, Required>(
        _ name: String, fileID: String = #fileID, line: Int = #line,
        _ adapt: @escaping @Sendable (Provided) -> Required
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        guard adapters[name] == nil else { return recordDuplicate(.adapter, name, at: site) }
        let type = TypeName(Required.self)
        adapters[name] = AdapterEntry(site: site, provided: TypeName(Provided.self), required: type) { base in
            let provided = (base as? TypedConversion<Provided>) ?? TypedConversion(casting: base)
            return TypedConversion(to: type) { (made) throws(Misfit) in adapt(try provided.convert(made)) }
        }
    }
}

/// A registered adapter, with its types erased.
struct AdapterEntry: Sendable {
    var site: RegistryDescription.Site
    var provided: TypeName
    var required: TypeName
    /// Appends the adapter to a conversion to `provided`.
    var lift: @Sendable (Conversion) -> Conversion
}

extension Registry {
    /// Registers a function that is called once for each failure, before the caller gets the error. If a perform fails,
    /// its failure handlers are called first.
    ///
    /// It runs in the task or on the thread of the call, and delays it. Calls may be concurrent.
    /// - Parameter kind: Only failures of modules of this kind; `nil` for all failures, also those without a module.
    public mutating func onError(
        of kind: Module.Kind? = nil, _ body: @escaping @Sendable (RouteFailure) -> Void
    ) {
        errorSinks.append { failure in
            if kind == nil || failure.kind == kind { body(failure) }
        }
    }
}

extension Registry {
    /// Registers a lane. Opens on it run one at a time, in the order of the calls. Waiting blocks no thread.
    /// - Parameter actor: The actor on which they run; `nil` for the executor of the caller.
    public mutating func lane(
        _ name: LaneName, on actor: (any Actor)? = nil, fileID: String = #fileID, line: Int = #line
    ) {
        let site = RegistryDescription.Site(file: fileID, line: line)
        guard lanes[name.rawValue] == nil else { return recordDuplicate(.lane, name.rawValue, at: site) }
        lanes[name.rawValue] = LaneEntry(site: site, actor: actor)
    }
}

struct LaneEntry: Sendable {
    var site: RegistryDescription.Site
    var actor: (any Actor)?
}

extension Registry {
    /// Registers an observer of opens. It is called for each open that has ended, whatever its result, and cannot
    /// change it.
    ///
    /// It runs in the task of the open, and delays it. Observers run in the order of their registration.
    ///
    ///     registry.observeOpens { open in log(open.routeTemplate ?? "none", open.duration) }
    public mutating func observeOpens(_ body: @escaping @Sendable (OpenEvent) -> Void) {
        openObservers.append(body)
    }
}

extension Registry {
    /// Replaces what the manifests bind to a Swift type, for `make`.
    package mutating func addRebinding<P, T: Sendable>(
        _ type: P.Type, to make: @escaping @Sendable () throws -> T, as convert: @escaping @Sendable (T) -> P
    ) {
        var scratch = Registry()
        scratch.register("rebound") { _ in try make() }.provides(type, convert)
        rebindings.append((TypeName(P.self), scratch.factories["rebound"]))
    }
}
