import WaybillManifest
package import WaybillSyntax

extension RegistryCheck {
    mutating func check(_ module: Module) {
        if let lane = module.lane { isRegistered(.lane, lane) }
        guard let factory = find(.factory, module.factory, in: registry.factories) else { return }
        checkProvided(by: module, factory)
        checkMade(by: module, factory.facts)
        checkType(of: module, factory.facts)
        checkLifecycle(of: module, factory.facts)
        checkScope(of: module, factory.facts)
        checkConfigurationProtocol(of: module, factory)
        let source = module.configurationSource(overlay: nil)
        if !check(source, factory.facts.configuration, unused: module.with) { undecodable.insert(module.id.value) }
    }

    /// F002: the factory must provide each protocol that the module declares.
    private mutating func checkProvided(by module: Module, _ factory: IndexedFactory) {
        for name in module.provides {
            guard let declaration = protocols[name.value],
                factory.provided[declaration, among: protocols] == nil, !isMetByParts(declaration, factory.provided)
            else { continue }
            let type = declaration.swiftType.value
            let provided = factory.provided.values.map(\.name)
            report(
                Diagnostic(
                    .factoryMismatch, at: name.span,
                    "factory '\(module.factory.value)' does not provide '\(type)'",
                    notes: [.init("'\(name.value)' is declared here", at: declaration.name.span)],
                    suggestions: suggestions.near(type, among: provided.lazy.map { "any \($0)" }),
                    help: "add .provides((\(type)).self) { $0 } to the registration at \(factory.facts.site)"
                        + (Self.isShort(provided) ? ", which provides \(provided.joined(separator: ", "))" : "")))
        }
    }

    /// Whether each part of a composed protocol is provided. Then a cast gives the whole.
    private func isMetByParts(_ declaration: ProtocolDeclaration, _ provided: TypeIndex<SwiftTypeName>) -> Bool {
        !declaration.parts.isEmpty
            && declaration.parts.allSatisfy { part in
                protocols[part.value].map { provided[$0, among: protocols] != nil } ?? true
            }
    }

    /// F002: the type that a factory makes must be known. The scope of some modules requires it.
    private mutating func checkMade(by module: Module, _ factory: RegistryDescription.Factory) {
        guard factory.isGuessed, module.scope.value != .weak else { return }
        let name = module.factory.value
        report(
            Diagnostic(
                .factoryMismatch, at: module.factory.span,
                "factory '\(name)' is registered as making 'any \(factory.makes.name)', so the module is not found by the "
                    + "type of what it makes",
                severity: .warning, help: Self.statingType(of: name, factory)))
    }

    /// F002: a factory must make the Swift type that its module names. A guessed type is not compared.
    private mutating func checkType(of module: Module, _ factory: RegistryDescription.Factory) {
        guard let type = module.swiftType, !factory.isGuessed, !factory.makes.matches(type.value) else { return }
        report(
            Diagnostic(
                .factoryMismatch, at: type.span,
                "factory '\(module.factory.value)' makes '\(factory.makes.name)', not '\(type.value)'",
                help:
                    "write 'swift: \(factory.makes.name)', or name a factory that makes '\(type.value)'; this one is at "
                    + "\(factory.site)"))
    }

    /// Returns help for registering a factory with an explicit type.
    private static func statingType(of name: String, _ factory: RegistryDescription.Factory) -> String {
        "state the type that the closure at \(factory.site) makes: register(\"\(name)\", making: <type>.self); if it makes "
            + "several, making: (any \(factory.makes.name)).self"
    }

    /// F007, and that weak modules are classes.
    private mutating func checkScope(of module: Module, _ factory: RegistryDescription.Factory) {
        guard module.scope.value != .transient else { return }
        if !factory.isSendable {
            report(
                Diagnostic(
                    .isolationMismatch, at: module.scope.span,
                    "module '\(module.id.value)' is \(module.scope.value), but its factory makes '\(factory.makes.name)', "
                        + "which is not Sendable",
                    help: "make it transient, or let the factory at \(factory.site) make something Sendable"))
        } else if module.scope.value == .weak, !factory.isClass {
            report(
                Diagnostic(
                    .factoryMismatch, at: module.scope.span,
                    "module '\(module.id.value)' is weak, but its factory makes '\(factory.makes.name)', "
                        + "which is not a class",
                    help: factory.isGuessed
                        ? Self.statingType(of: module.factory.value, factory)
                        : "make it shared, or let the closure at \(factory.site) return a class"))
        } else if module.scope.value == .weak, factory.isAsynchronous {
            report(
                Diagnostic(
                    .isolationMismatch, at: module.scope.span,
                    "module '\(module.id.value)' is weak, but its factory must be awaited, "
                        + "and weak instances are made when they are asked for",
                    help: "make it shared or transient, or register a synchronous factory at \(factory.site)"))
        }
    }

    /// F002: a module with a lifecycle must have one instance.
    private mutating func checkLifecycle(of module: Module, _ factory: RegistryDescription.Factory) {
        guard factory.runs, module.scope.value != .shared else { return }
        report(
            Diagnostic(
                .factoryMismatch, at: module.factory.span,
                "module '\(module.id.value)' is \(module.scope.value), but its factory has a lifecycle",
                help: "declare 'scope: shared', or remove 'runs' from the registration at \(factory.site)"))
    }

    /// F002: the factory must be configurable through its module's protocol.
    private mutating func checkConfigurationProtocol(of module: Module, _ factory: IndexedFactory) {
        guard let name = module.configuration, let declaration = protocols[name.value],
            factory.configuredBy[declaration, among: protocols] == nil
        else { return }
        let type = declaration.swiftType.value
        report(
            Diagnostic(
                .factoryMismatch, at: name.span,
                "factory '\(module.factory.value)' is not configured through '\(type)'",
                notes: [.init("'\(name.value)' is declared here", at: declaration.name.span)],
                help: "add .configured(by: (\(type)).self) { $0 } to the registration at \(factory.facts.site)"))
    }

    /// F001: a view with the presentation `custom` needs a presenter with that name.
    mutating func checkCustomPresentations() {
        guard registry.names(.presenter).allSatisfy({ $0 == RegistryDescription.mainPresenter }) else { return }
        for (index, module) in set.modules.enumerated() {
            guard let custom = module.present.first(where: { $0.value == PresentationWord.custom.rawValue }),
                let factory = factory(of: index), !factory.facts.performs
            else { continue }
            report(
                Diagnostic(
                    .unregisteredName, at: custom.span,
                    "module '\(module.id.value)' is presented by 'custom', but no named presenter is registered",
                    help: "import WaybillPresentation and register one: registry.presenter(…, named: \"…\"); "
                        + "or give factory '\(module.factory.value)' a 'performs'"))
        }
    }
}

extension Module {
    /// Returns the source of the factory's configuration.
    ///
    /// - Parameter overlay: The `with:` of the route that leads to the module.
    package func configurationSource(overlay: Node?) -> ConfigurationSource {
        ConfigurationSource(
            node: with?.overlaid(by: overlay) ?? overlay, anchor: id.span, taker: "factory '\(factory.value)'")
    }
}
