import WaybillManifest
public import WaybillSyntax

extension Rule {
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
