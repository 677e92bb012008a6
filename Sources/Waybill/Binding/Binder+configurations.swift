import WaybillManifest
import WaybillSyntax

extension Binder {
    /// Resolves every protocol of kind `configuration` to the module that is configured through it.
    mutating func bindConfigurations() {
        let adapters = Dictionary(
            set.adapters.map { ($0.required.value, $0.provided.value) }, uniquingKeysWith: { first, _ in first })
        let owners = Dictionary(
            set.modules.enumerated().compactMap { index, module in module.configuration.map { ($0.value, index) } },
            uniquingKeysWith: { first, _ in first })
        for module in set.modules { checkConfiguration(of: module) }
        for declaration in set.protocols where declaration.kind == .configuration {
            var name = declaration.name.value
            var seen: Set<String> = []
            while owners[name] == nil, let next = adapters[name], seen.insert(name).inserted { name = next }
            guard let index = owners[name], let module = modulesByIndex[index] else { continue }
            bound.configurations.append(
                BoundConfiguration(swiftType: declaration.swiftType.value, module: module))
        }
    }

    /// F002: the factory can be configured through the protocol, and no other module is.
    private mutating func checkConfiguration(of module: Module) {
        guard let name = module.configuration, let declaration = protocols[name.value] else { return }
        if let other = set.modules.first(where: {
            $0.configuration?.value == name.value && $0.id.value < module.id.value
        }) {
            diagnostics.append(
                Diagnostic(
                    .duplicateID, at: name.span,
                    "module '\(other.id.value)' is configured through '\(name.value)' too: "
                        + "a caller who asks for it could mean either",
                    notes: [.init("'\(other.id.value)' is here", at: other.id.span)],
                    help: "give each module a configuration protocol of its own"))
        }
        guard let entry = registry.factories[module.factory.value],
            !entry.configurations.contains(where: { declaration.isMet(by: $0.type, among: protocols) })
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
