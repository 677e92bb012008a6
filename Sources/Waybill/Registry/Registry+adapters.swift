import WaybillManifest
import WaybillRules

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
