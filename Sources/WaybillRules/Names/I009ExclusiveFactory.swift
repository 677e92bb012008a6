import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let exclusiveFactory = Rule("I009", "exclusive-factory", .error, .set, [])
}

extension Check<CheckContext> {
    static let exclusiveFactories = Check(.exclusiveFactory) { $0.set.checkExclusive() }
}

extension ManifestSet {
    fileprivate func checkExclusive() -> [Diagnostic] {
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
}
