import WaybillManifest
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// I009, and presentations that a module does not allow.
    func checkModules(_ context: CheckContext) -> [Diagnostic] {
        checkExclusive() + checkPresentations(context)
    }

    private func checkExclusive() -> [Diagnostic] {
        let owners = Dictionary(grouping: modules.filter(\.isExclusive), by: \.factory.value)
        return modules.diagnostics { other in
            guard let owner = owners[other.factory.value]?.first(where: { $0.id.value != other.id.value }) else {
                return nil
            }
            return Diagnostic(
                .exclusiveFactory, at: other.factory.span,
                "module '\(other.id.value)' uses factory '\(owner.factory.value)', which '\(owner.id.value)' uses exclusively",
                notes: [.init("'\(owner.id.value)' is exclusive", at: owner.id.span)],
                help: "give '\(other.id.value)' a factory of its own, or remove 'exclusive: true'")
        }
    }

    private func checkPresentations(_ context: CheckContext) -> [Diagnostic] {
        return routes.indices.compactMap { index in
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
}
