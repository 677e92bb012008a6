import WaybillManifest
public import WaybillSyntax

extension Rule {
    /// An error if a module or an adapter of the set depends on the protocol. That error is not suppressible.
    public static let ambiguousProvider = Rule("I010", "ambiguous-provider", .warning, .set, .unsuppressible)
}

extension Check<CheckContext> {
    static let providers = Check(.ambiguousProvider) { $0.set.checkProviders($0) }
}

extension ManifestSet {
    /// One module must serve callers who ask for a protocol by type. A `default` must provide its protocol.
    fileprivate func checkProviders(_ context: CheckContext) -> [Diagnostic] {
        let needs = needs
        return protocols.diagnostics { declaration in
            if let name = declaration.defaultModule { return unfitDefault(name, of: declaration, context) }
            return ambiguity(of: declaration, needs[declaration.name.value] ?? [], context)
        }
    }

    /// By protocol: the places that fail if the protocol is ambiguous.
    private var needs: [String: [Diagnostic.Note]] {
        var needs: [String: [Diagnostic.Note]] = [:]
        for module in modules {
            for name in module.requires {
                needs[name.value, default: []].append(.init("'\(module.id.value)' requires it here", at: name.span))
            }
        }
        for adapter in adapters {
            needs[adapter.provided.value, default: []].append(
                .init("adapter '\(adapter.required.value)' leads to it here", at: adapter.provided.span))
        }
        return needs
    }

    private func ambiguity(
        of declaration: ProtocolDeclaration, _ needs: [Diagnostic.Note], _ context: CheckContext
    ) -> Diagnostic? {
        let name = declaration.name.value
        let providers = context.providers.providers(of: name)
        guard providers.count > 1 else { return nil }
        let named = providers.prefix(Self.namedLimit).map { modules[$0].id }
        let more = providers.count > named.count ? " and \(providers.count - named.count) more" : ""
        let verb = declaration.kind == .configuration ? "are configured through" : "provide"
        return Diagnostic(
            .ambiguousProvider, at: declaration.name.span,
            "several modules \(verb) '\(name)', but none is its default: "
                + Self.quoted(named.map(\.value), ", ") + more,
            severity: needs.isEmpty ? .warning : .error,
            notes: named.prefix(Self.shownLimit).map { .init("'\($0.value)' is here", at: $0.span) }
                + needs.prefix(Self.shownLimit),
            help: "add the module that serves callers who ask by type: \(name): { default: \(named[0].value) }")
    }

    private func unfitDefault(
        _ id: Located<String>, of declaration: ProtocolDeclaration, _ context: CheckContext
    ) -> Diagnostic? {
        let name = declaration.name.value
        guard let module = context.modules[id.value], !context.providers.isProvided(name, by: id.value),
            !context.providers.isExhausted, !context.mayBeDeclaredElsewhere(name)
        else { return nil }
        let providers = context.providers.providers(of: name).prefix(12).map { modules[$0].id.value }
        let isConfiguration = declaration.kind == .configuration
        let offered = Set(module.provides.map(\.value))
        let parts = declaration.parts.map(\.value).filter { !offered.contains($0) }
        let addition =
            isConfiguration
            ? "write 'configuration: \(name)' in '\(id.value)'"
            : "add \(Self.quoted(parts.isEmpty ? [name] : parts, ", ")) to 'provides' of '\(id.value)'"
        return Diagnostic(
            .ambiguousProvider, at: id.span,
            "module '\(id.value)' is the default of '\(name)', but "
                + (isConfiguration ? "is not configured through it" : "does not provide it"),
            severity: .error, notes: [.init("'\(id.value)' is here", at: module.id.span)],
            help: (providers.isEmpty ? "" : "write \(Self.quoted(providers, " or ")), or ") + addition,
            fixes: providers.count == 1
                ? [.init("write '\(providers[0])'", safe: false, .write(providers[0], at: id.span))] : [])
    }

    private static func quoted(_ names: some Sequence<String>, _ separator: String) -> String {
        names.map { "'\($0)'" }.joined(separator: separator)
    }

    /// The limit of names in a message.
    private static var namedLimit: Int { 20 }
    /// The limit of names that are shown with their lines.
    private static var shownLimit: Int { 5 }
}
