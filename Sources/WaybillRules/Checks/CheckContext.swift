import WaybillManifest
import WaybillSyntax

/// The input of every check besides the merged set: the declared names, and findings about the files.
struct CheckContext {
    let set: ManifestSet
    let modules: [String: Module]
    let identifiers: [String: Module]
    let providers: ProtocolProviders
    let ledger: Ledger
    /// The references of entries that were left out.
    let looseReferences: LooseReferences
    /// Suggestions for undefined names.
    let names = NameSuggestions()

    init(_ set: ManifestSet, _ ledger: Ledger, _ looseReferences: LooseReferences = LooseReferences()) {
        self.set = set
        self.looseReferences = looseReferences
        self.ledger = ledger
        modules = Dictionary(firstOf: set.modules.map { ($0.id.value, $0) })
        identifiers = Dictionary(
            firstOf: set.modules.flatMap { module in module.identifiers.map { ($0.value, module) } })
        providers = ProtocolProviders(set, stepLimit: 2_000_000)
    }

    /// The adapters, by required protocol.
    var adapters: [String: Adapter] { providers.adapters }

    /// The declared protocols, by name.
    var protocols: [String: ProtocolDeclaration] { providers.protocols }

    /// Whether a name may be declared in a part that could not be read.
    func mayBeDeclaredElsewhere(_ name: String) -> Bool { ledger.cause(of: .name(name)) != nil }

    /// Returns I002 for a reference to a name that is not declared.
    func undefined(
        _ what: String, _ name: Located<String>, among declared: some Sequence<String>, rule: Rule = .undefinedName,
        or alternative: String? = nil
    ) -> Diagnostic {
        let isCertain = !mayBeDeclaredElsewhere(name.value)
        let suggestions = isCertain ? names.near(name.value, among: declared, kind: what) : []
        return Diagnostic(
            rule, at: name.span, "\(what) '\(name.value)' is not declared", suggestions: suggestions,
            help: suggestions.isEmpty
                ? "declare it\(Self.list(declared))\(alternative.map { "; \($0)" } ?? "")" : nil,
            fixes: .writing(suggestions, at: name.span, verb: "rename to")
        ).needing(.name(name.value))
    }

    /// Returns `, or use one of: a, b`, if there are few.
    static func list(_ names: some Sequence<String>) -> String {
        let few = Array(names.prefix(13))
        return few.isEmpty || few.count > 12 ? "" : ", or use one of: \(few.sorted().joined(separator: ", "))"
    }
}
