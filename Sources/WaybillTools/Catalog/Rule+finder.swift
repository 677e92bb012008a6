import WaybillManifest
public import WaybillSyntax

extension Rule {
    /// Returns the rule with this id or name, in any case.
    public static func find(_ word: String) -> Rule? {
        let word = word.lowercased()
        return all.first { $0.id.lowercased() == word || $0.name == word }
    }

    /// Whether `waybill check` reports it.
    public var isFoundByCheck: Bool { finder == .check }

    /// The command or service that reports the rule.
    package var finder: Finder {
        if id.hasPrefix("F") { return .binding }
        if id.hasPrefix("R") { return .plan }
        return [.failedTest, .lowCoverage, .survivingMutant].contains(self) ? .test : .check
    }

    package enum Finder: Sendable {
        case check
        /// `waybill test`, which sends requests.
        case test
        /// `waybill plan`, which compares two sets.
        case plan
        /// The service, when it binds a table to Swift code.
        case binding
    }

    /// Whether `waybill plan` reports it.
    public var isFoundByPlan: Bool { finder == .plan }
}
