import WaybillManifest
import WaybillSyntax

extension Binder {
    /// Resolves every protocol of kind `configuration` to the module that is configured through it.
    mutating func bindConfigurations() {
        let adapters = Dictionary(
            set.adapters.map { ($0.required.value, $0.provided.value) }, uniquingKeysWith: { first, _ in first })
        // The first is the one with the least id.
        let configured = Dictionary(
            set.modules.enumerated().compactMap { index, module in module.configuration.map { ($0.value, index) } },
            uniquingKeysWith: { first, _ in first })
        for module in set.modules { checkConfiguration(of: module, configured) }
        var owners: [String: Int?] = configured.mapValues { $0 }
        for declaration in set.protocols where declaration.kind == .configuration {
            var path = [declaration.name.value]
            while owners[path[path.count - 1]] == nil, let next = adapters[path[path.count - 1]] {
                // The checks report cycles of adapters; here the search must only end.
                owners[path[path.count - 1]] = .some(nil)
                path.append(next)
            }
            let owner = owners[path[path.count - 1]] ?? nil
            for name in path { owners[name] = .some(owner) }
            guard let module = owner.flatMap({ modulesByIndex[$0] }) else { continue }
            bound.configurations.add(module, for: declaration.swiftType.value)
        }
    }

    /// F002: the factory can be configured through the protocol, and no other module is.
    /// - Parameter configured: The first module that is configured through a protocol.
    private mutating func checkConfiguration(of module: Module, _ configured: [String: Int]) {
        guard let name = module.configuration, let declaration = protocols[name.value] else { return }
        if let other = configured[name.value].map({ set.modules[$0].id }), other.value < module.id.value {
            diagnostics.append(
                Diagnostic(
                    .duplicateID, at: name.span,
                    "module '\(other.value)' is configured through '\(name.value)' too: "
                        + "a caller who asks for it could mean either",
                    notes: [.init("'\(other.value)' is here", at: other.span)],
                    help: "give each module a configuration protocol of its own"))
        }
        guard let entry = registry.factories[module.factory.value],
            entry.configurations[declaration, among: protocols] == nil
        else { return }
        let type = declaration.swiftType.value
        diagnostics.append(
            Diagnostic(
                .factoryMismatch, at: name.span,
                "factory '\(module.factory.value)' is not configured through '\(type)'",
                notes: [.init("'\(name.value)' is declared here", at: declaration.name.span)],
                help: "add .configured(by: (\(type)).self) { $0 } to the registration at \(entry.site)"))
    }
}
