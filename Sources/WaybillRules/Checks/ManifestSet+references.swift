import WaybillManifest
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// I002: every reference must be declared.
    func checkReferences(_ context: CheckContext) -> [Diagnostic] {
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
