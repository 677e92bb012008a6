import WaybillManifest
public import WaybillSyntax

extension Rule {
    /// Whether `waybill check` finds it.
    public var isFoundByCheck: Bool { finder == .check }

    /// Who finds it.
    package var finder: Finder {
        if id.hasPrefix("F") { return .binding }
        if id.hasPrefix("R") { return .plan }
        return [.failedTest, .lowCoverage, .survivingMutant].contains(self) ? .test : .check
    }

    package enum Finder: Sendable {
        case check
        /// `waybill test`, which asks requests.
        case test
        /// `waybill plan`, which compares two sets.
        case plan
        /// The service, where it binds a table to Swift code.
        case binding
    }

    /// Whether `waybill plan` finds it.
    public var isFoundByPlan: Bool { finder == .plan }
}
