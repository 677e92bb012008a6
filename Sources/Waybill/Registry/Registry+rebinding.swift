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
