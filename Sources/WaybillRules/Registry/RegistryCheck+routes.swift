import WaybillManifest
import WaybillSyntax

extension RegistryCheck {
    mutating func check(_ interceptor: Interceptor) {
        guard case .use(let name) = interceptor.action,
            let entry = find(.interceptor, name, in: registry.interceptors)
        else { return }
        checkContext(entry.context, of: .interceptor, name)
        // An interceptor that ignores its configuration may let unauthorized requests pass.
        check(
            ConfigurationSource(node: interceptor.with, anchor: name.span, taker: "interceptor '\(name.value)'"),
            entry.configuration, unused: interceptor.with, severity: .error)
    }

    mutating func check(_ route: Route) {
        if let lane = route.lane { isRegistered(.lane, lane) }
        switch route.destination {
        case .forward, .redirect: break
        case .handler(let name): checkHandler(name, with: route.with, of: route)
        case .module(let name): checkModule(name, overlay: route.with, by: "route '\(route.id.value)'")
        }
    }

    mutating func checkFallback() {
        guard let fallback = set.fallback else { return }
        for target in fallback.targets {
            switch target {
            case .handler(let name): checkHandler(name, with: nil)
            case .module(let name): checkModule(name, overlay: nil, by: "the fallback")
            }
        }
    }

    /// - Parameter route: `nil` for the fallback, which captures nothing that a handler could require.
    private mutating func checkHandler(_ name: Located<String>, with: Node?, of route: Route? = nil) {
        guard let entry = find(.handler, name, in: registry.handlers) else { return }
        checkContext(entry.context, of: .handler, name)
        if let route, let shape = entry.parameters {
            report(route.mismatches(with: shape.readParameters, of: name, suggestions))
        }
        check(
            ConfigurationSource(node: with, anchor: name.span, taker: "handler '\(name.value)'"), entry.configuration,
            unused: with)
    }

    /// F007 and F008. A route to a module returns the made object, so its type must be `Sendable`.
    ///
    /// - Parameter source: What leads to the module, in messages: "route 'notes.show'".
    private mutating func checkModule(_ name: Located<String>, overlay: Node?, by source: String) {
        guard let index = modules[name.value], let factory = factory(of: index)?.facts else { return }
        let module = set.modules[index]
        if !factory.isSendable {
            report(
                Diagnostic(
                    .isolationMismatch, at: name.span,
                    "\(source) leads to module '\(name.value)', whose factory makes '\(factory.makes.name)', "
                        + "which is not Sendable",
                    help: "let the factory at \(factory.site) make something Sendable, or use a handler"))
        }
        guard let overlay else { return }
        if module.scope.value != .transient {
            report(
                Diagnostic(
                    .configurationMismatch, at: overlay.span,
                    "\(source) configures module '\(name.value)', which is \(module.scope.value): "
                        + "its one instance is made without the route",
                    help: "make the module transient, or move 'with' to the module"))
        }
        if undecodable.contains(name.value) { return }
        check(module.configurationSource(overlay: overlay), factory.configuration, unused: overlay)
    }

    /// F001 and F002. The types of an adapter's code must be those of the protocols that it connects.
    mutating func check(_ adapter: Adapter) {
        guard let using = adapter.using, let entry = find(.adapter, using, in: registry.adapters) else { return }
        check(entry.takes, of: using, entry, "takes", adapter.provided)
        check(entry.makes, of: using, entry, "makes", adapter.required)
    }

    private mutating func check(
        _ type: SwiftTypeName, of using: Located<String>, _ entry: RegistryDescription.Adapter, _ verb: String,
        _ name: Located<String>
    ) {
        guard let declaration = protocols[name.value],
            !declaration.spellings(among: protocols).contains(where: type.matches)
        else { return }
        report(
            Diagnostic(
                .factoryMismatch, at: using.span,
                "adapter '\(using.value)' \(verb) '\(type.name)', not '\(declaration.swiftType.value)'",
                notes: [.init("'\(name.value)' is here", at: name.span)],
                help: "name another adapter, or change the one at \(entry.site)"))
    }
}
