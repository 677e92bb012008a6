import WaybillManifest
import WaybillSyntax

extension Binder {
    mutating func bindModules() {
        for (index, module) in set.modules.enumerated() {
            guard let entry = find(.factory, module.factory, in: registry.factories) else { continue }
            checkProvided(by: module, entry)
            checkMade(by: module, entry)
            checkScope(of: module, entry)
            checkConfiguration(of: module, entry)
            guard let factory = bindFactory(module, entry, overlay: nil) else { continue }
            let boundModule = kept(module) ?? bind(module, entry, factory)
            bound.modules.append(boundModule)
            modulesByIndex[index] = boundModule
            for identifier in module.identifiers { bound.identifiers[identifier.value] = boundModule }
        }
    }

    /// - Parameter overlay: The `with:` of the route that leads to the module.
    mutating func bindFactory(_ module: Module, _ factory: FactoryEntry, overlay: Node?) -> BoundFactory? {
        let source = ConfigurationSource(
            node: module.with?.overlaid(by: overlay) ?? overlay, anchor: module.id.span,
            taker: "factory '\(module.factory.value)'")
        reportUnused(overlay ?? module.with, factory.takesConfiguration, taker: source.taker)
        return report { () throws(Unbindable) in try factory.bind(source) }
    }

    mutating func reportUnused(
        _ with: Node?, _ takesConfiguration: Bool, taker: String, severity: Severity = .warning
    ) {
        guard let with, !takesConfiguration else { return }
        diagnostics.append(
            Diagnostic(
                .configurationMismatch, at: with.span, "\(taker) takes no configuration, so 'with' does nothing",
                severity: severity, help: "remove 'with', or register code that takes a configuration"))
    }

    /// The current generation's module, if nothing about it has changed.
    func kept(_ module: Module) -> BoundModule? {
        guard let previous = previousModules[module.id.value],
            previous.declaration.id.span == module.id.span, previous.declaration.meansTheSame(as: module),
            previous.hasInstanceToKeep
        else { return nil }
        return previous
    }

    mutating func bind(_ module: Module, _ entry: FactoryEntry, _ factory: BoundFactory) -> BoundModule {
        let lane = module.lane.flatMap { find(.lane, $0, in: runtime.lanes) }
        let previous = previousModules[module.id.value]
        let kept = previous.flatMap { previous in
            previous.hasInstanceToKeep && previous.declaration.makesTheSame(as: module) ? previous.instance : nil
        }
        let fresh = module.scope.value == .transient ? nil : SharedInstance(isWeak: module.scope.value == .weak)
        return BoundModule(
            module, made: entry.made, factory: factory, instance: kept ?? fresh, lane: lane,
            changers: entry.configurations.values,
            conversions: entry.conformances.values.map(\.conversion), recursionLimit: runtime.options.recursionLimit)
    }

    /// F002: the factory must provide each protocol that the module declares.
    private mutating func checkProvided(by module: Module, _ factory: FactoryEntry) {
        let conformances = factory.conformances
        for name in module.provides {
            guard let declaration = protocols[name.value],
                conformances[declaration, among: protocols] == nil, !isMetByParts(declaration, conformances)
            else { continue }
            let type = declaration.swiftType.value
            let provided = conformances.values.map(\.type.description)
            diagnostics.append(
                Diagnostic(
                    .factoryMismatch, at: name.span,
                    "factory '\(module.factory.value)' does not provide '\(type)'",
                    notes: [.init("'\(name.value)' is declared here", at: declaration.name.span)],
                    suggestions: suggestions.near(type, among: provided.lazy.map { "any \($0)" }),
                    help: "add .provides((\(type)).self) { $0 } to the registration at \(factory.site)"
                        + (Self.isShort(provided) ? ", which provides \(provided.joined(separator: ", "))" : "")))
        }
    }

    /// Whether the parts of a composed protocol are provided one by one; then a cast gives the whole.
    private func isMetByParts(_ declaration: ProtocolDeclaration, _ conformances: TypeIndex<Conformance>) -> Bool {
        !declaration.parts.isEmpty
            && declaration.parts.allSatisfy { part in
                protocols[part.value].map { conformances[$0, among: protocols] != nil } ?? true
            }
    }

    /// F002: what a factory makes is known. A module whose scope needs it is told so by its scope.
    private mutating func checkMade(by module: Module, _ factory: FactoryEntry) {
        guard factory.isGuessed, module.scope.value != .weak else { return }
        let name = module.factory.value
        diagnostics.append(
            Diagnostic(
                .factoryMismatch, at: module.factory.span,
                "factory '\(name)' is registered as making 'any \(factory.made)', so the module is not found by the type "
                    + "of what it makes",
                severity: .warning, help: Self.statingType(of: name, factory)))
    }

    /// How to register a factory so that its type is not guessed.
    private static func statingType(of name: String, _ factory: FactoryEntry) -> String {
        "state the type that the closure at \(factory.site) makes: register(\"\(name)\", making: <type>.self); if it makes "
            + "several, making: (any \(factory.made)).self"
    }

    /// F007, and that weak modules are classes.
    private mutating func checkScope(of module: Module, _ factory: FactoryEntry) {
        checkLifecycle(of: module, factory)
        guard module.scope.value != .transient else { return }
        if !factory.isSendable {
            diagnostics.append(
                Diagnostic(
                    .isolationMismatch, at: module.scope.span,
                    "module '\(module.id.value)' is \(module.scope.value), but its factory makes '\(factory.made)', "
                        + "which is not Sendable",
                    help: "make it transient, or let the factory at \(factory.site) make something Sendable"))
        } else if module.scope.value == .weak, !factory.isClass {
            diagnostics.append(
                Diagnostic(
                    .factoryMismatch, at: module.scope.span,
                    "module '\(module.id.value)' is weak, but its factory makes '\(factory.made)', "
                        + "which is not a class",
                    help: factory.isGuessed
                        ? Self.statingType(of: module.factory.value, factory)
                        : "make it shared, or let the closure at \(factory.site) return a class"))
        } else if module.scope.value == .weak, factory.isAsynchronous {
            diagnostics.append(
                Diagnostic(
                    .isolationMismatch, at: module.scope.span,
                    "module '\(module.id.value)' is weak, but its factory must be awaited, "
                        + "and weak instances are made when they are asked for",
                    help: "make it shared or transient, or register a synchronous factory at \(factory.site)"))
        }
    }

    /// F002: what runs is one instance, and something runs it.
    private mutating func checkLifecycle(of module: Module, _ factory: FactoryEntry) {
        guard factory.runs else { return }
        if module.scope.value != .shared {
            diagnostics.append(
                Diagnostic(
                    .factoryMismatch, at: module.factory.span,
                    "module '\(module.id.value)' is \(module.scope.value), but its factory has a lifecycle",
                    help: "declare 'scope: shared', or remove 'runs' from the registration at \(factory.site)"))
        } else if runtime.runner == nil {
            diagnostics.append(
                Diagnostic(
                    .factoryMismatch, at: module.factory.span,
                    "module '\(module.id.value)' has a lifecycle, but nothing runs it", severity: .warning,
                    help: "serve with WaybillService, which runs modules; a router alone does not"))
        }
    }
}

extension BoundModule {
    /// Whether the instance may be handed over. One that was not prepared would never be.
    fileprivate var hasInstanceToKeep: Bool { !factory.needsPreparation || instance?.value != nil }
}

extension Module {
    /// Whether an instance of the one serves for the other too: then a shared instance is kept over a reload.
    ///
    /// Both may mean different things: another tag or identifier is no reason to drop what callers share.
    func makesTheSame(as other: Module) -> Bool {
        factory.value == other.factory.value && scope.value == other.scope.value
            && with?.canonicalText == other.with?.canonicalText
    }
}

extension ProtocolDeclaration {
    /// The Swift type as the manifest spells it, and as its parts make it up.
    func spellings(among protocols: [String: ProtocolDeclaration]) -> [String] {
        let types = parts.compactMap { protocols[$0.value]?.swiftType.value }
        return [swiftType.value] + (types.isEmpty ? [] : [types.joined(separator: " & ")])
    }
}

extension TypeIndex {
    /// What was registered for the Swift type of a declared protocol.
    subscript(declaration: ProtocolDeclaration, among protocols: [String: ProtocolDeclaration]) -> Value? {
        declaration.spellings(among: protocols).lazy.compactMap { self[$0] }.first
    }
}
