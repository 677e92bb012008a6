public import WaybillSyntax

/// The lists of all checks and rules. A check that is missing here never runs, and its rule has no page: a test names it.
extension Check<CheckContext> {
    static let all: [Check] = [
        .references, .tags, .lonelyTags, .protocols, .providers, .adapters, .exclusiveFactories, .lookAlikeNames,
        .methods, .handshakes, .testReferences, .repeatedTests, .literalVariables,
    ]
}

extension Check<RelationContext> {
    static let all: [Check] = [
        .overlaps, .shadows, .spellings, .size, .idleInterceptors, .missedRoutes, .doubledInterceptors,
        .unreachableInterceptors, .tiedOrders, .redirectLoops, .deadEnds, .rejectedRoutes,
        .uses,
    ]
}

extension Check<PolicyContext> {
    static let all: [Check] = [
        .vocabulary, .naming, .folders, .entryPoints, .fallback, .privileged, .debugRoutes, .guards, .order,
        .sizeBudgets, .chainBudgets, .selections, .places,
    ]
}

extension LintPolicy {
    /// The rules that the policies turn on.
    var rules: Set<Rule> { Set(Check<PolicyContext>.all.filter { $0.isAskedFor(self) }.flatMap(\.rules)) }
}

extension Rule {
    /// All rules, sorted by id. The catalog of `WaybillTools` explains each of them.
    public static let all: [Rule] = {
        let checked = [
            Check<CheckContext>.all.flatMap(\.rules), Check<RelationContext>.all.flatMap(\.rules),
            Check<PolicyContext>.all.flatMap(\.rules),
        ]
        let rules = Set(checked.joined()).union(ofReading).union(ofCode).union(ofChanges).union(ofTools)
            .union(ofContracts)
        return rules.sorted { $0.id < $1.id }
    }()

    /// Returns the rule with this id or name, in any case. Former names are known.
    public static func find(_ word: String) -> Rule? {
        let word = word.lowercased()
        let name = formerNames[word] ?? word
        return all.first { $0.id.lowercased() == word || $0.name == name }
    }

    private static let formerNames = [
        "idle-allowance": "unused-suppression", "lost-gate": "lost-interceptor",
        "eclipsed-interceptor": "unreachable-interceptor",
    ]
}
