import WaybillManifest
import WaybillSyntax
import WaybillTable

extension Check<CheckContext> {
    static let references = Check(.undefinedName) { $0.set.checkReferences($0) + $0.set.checkPresentations($0) }
}

extension ManifestSet {
    /// Every reference must be declared.
    fileprivate func checkReferences(_ context: CheckContext) -> [Diagnostic] {
        checkModuleReferences(context) + checkProtocolReferences(context)
    }

    // MARK: Modules

    private func checkModuleReferences(_ context: CheckContext) -> [Diagnostic] {
        let served = fallback?.targets.compactMap(\.module) ?? []
        let opened = routes.compactMap(\.destination.module) + context.looseReferences.modules + served
        return undefinedModules(opened, context, orHandler: true)
            + undefinedModules(protocols.compactMap(\.defaultModule), context)
    }

    private func undefinedModules(
        _ references: [Located<String>], _ context: CheckContext, orHandler mayBeHandler: Bool = false
    ) -> [Diagnostic] {
        references.lazy.filter { context.modules[$0.value] == nil }.diagnostics {
            context.undefined(
                "module", $0, among: context.modules.keys,
                or: mayBeHandler ? "for a registered handler, write `handler: \($0.value)`" : nil)
        }
    }

    // MARK: Presentations

    /// A module can be presented only as it declares.
    fileprivate func checkPresentations(_ context: CheckContext) -> [Diagnostic] {
        routes.indices.compactMap { index in
            guard let present = routes[index].present, let name = routes[index].destination.module else { return nil }
            guard let module = context.modules[name.value], !context.mayBeDeclaredElsewhere(name.value) else {
                return nil
            }
            guard module.kind == .view else {
                return Diagnostic(
                    .undefinedName, at: present.span, "module '\(name.value)' is a service and cannot be presented",
                    notes: [.init("'\(name.value)' is declared here", at: module.id.span)],
                    help: "remove 'present', or declare the module with 'kind: view'")
            }
            let allowed = module.present.map(\.value)
            guard !allowed.isEmpty, !allowed.contains(present.value) else { return nil }
            let suggestions = didYouMean(present.value, among: allowed)
            return Diagnostic(
                .undefinedName, at: present.span,
                "module '\(name.value)' does not allow '\(present.value)': it allows \(allowed.joined(separator: ", "))",
                notes: [.init("'\(name.value)' is declared here", at: module.id.span)],
                suggestions: suggestions,
                help: "use one of them, or add '\(present.value)' to the module's 'present'",
                fixes: .writing(suggestions, at: present.span))
        }
    }

    // MARK: Protocols

    private func checkProtocolReferences(_ context: CheckContext) -> [Diagnostic] {
        let declared = context.protocols
        let provided = modules.flatMap(\.provides) + adapters.map(\.provided) + adapters.map(\.required)
        let parts = protocols.flatMap(\.parts)
        let configurations = modules.compactMap(\.configuration)
        let undeclared = (provided + parts + configurations).lazy.filter { declared[$0.value] == nil }
            .diagnostics { context.undefined("protocol", $0, among: declared.keys) }
        return undeclared + checkKinds(context) + checkRequires(context)
    }

    /// A destination protocol belongs under `provides`, a configuration protocol under `configuration`.
    private func checkKinds(_ context: CheckContext) -> [Diagnostic] {
        let provided = modules.flatMap(\.provides).filter { context.protocols[$0.value]?.kind == .configuration }
            .map { name in
                Diagnostic(
                    .undefinedName, at: name.span,
                    "'\(name.value)' is a configuration protocol: a module cannot provide it",
                    help: "write it under 'configuration:'")
            }
        let configurations = modules.compactMap(\.configuration)
            .filter { context.protocols[$0.value]?.kind == .destination && !context.mayBeDeclaredElsewhere($0.value) }
            .map { name in
                Diagnostic(
                    .undefinedName, at: name.span, "'\(name.value)' is not a configuration protocol",
                    help: "declare it with 'kind: configuration', or write it under 'provides:'")
            }
        return provided + configurations
    }

    private func checkRequires(_ context: CheckContext) -> [Diagnostic] {
        modules.flatMap(\.requires)
            .filter { context.protocols[$0.value] == nil && context.identifiers[$0.value] == nil }
            .diagnostics { name in
                context.undefined(
                    "protocol or identifier", name, among: Array(context.protocols.keys) + context.identifiers.keys)
            }
    }
}
