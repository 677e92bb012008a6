import WaybillManifest
import WaybillSyntax

extension Binder {
    /// F002: a factory can be configured through its module's protocol.
    mutating func checkConfiguration(of module: Module, _ entry: FactoryEntry) {
        guard let name = module.configuration, let declaration = protocols[name.value],
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
