import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let unusedModule = Rule("I004", "unused-module", .warning, .relations, [])
}

extension Check<RelationContext> {
    static let uses = Check(.unusedModule, needing: .wholeSet) { $0.set.checkUses($0) }
}

extension ManifestSet {
    /// Modules that nothing can reach.
    ///
    /// Callers may ask for any protocol and any identifier. A module without either needs a route or a fallback.
    fileprivate func checkUses(_ context: RelationContext) -> [Diagnostic] {
        let targets = fallback?.targets ?? []
        var reached = Set(routes.compactMap(\.destination.module?.value)).union(targets.compactMap(\.module?.value))
        let unasked = modules.filter { !$0.isAskedFor }
        guard !unasked.allSatisfy({ reached.contains($0.id.value) }) else { return [] }
        // A misspelled name means some module. Where not all were searched for, it is not known which modules they
        // mean.
        let ids = Set(modules.map(\.id.value))
        let names = NameSuggestions()
        reached.formUnion(reached.subtracting(ids).flatMap { names.near($0, among: ids) })
        guard !names.isExhausted else { return [] }
        return unasked.lazy.filter { !reached.contains($0.id.value) }.diagnostics { module in
            Diagnostic(
                .unusedModule, at: module.id.span,
                "module '\(module.id.value)' is unused: it has no route and no identifier, and provides no protocol",
                help: "add one of them, or remove the module",
                // Only the author knows whether to remove the module or to add the forgotten 'provides'.
                fixes: [
                    .init("remove '\(module.id.value)'", safe: false, .remove(.named(module.id.span), .removed))
                ])
        }
    }
}

extension Module {
    fileprivate var isAskedFor: Bool { !provides.isEmpty || configuration != nil || !identifiers.isEmpty }
}
