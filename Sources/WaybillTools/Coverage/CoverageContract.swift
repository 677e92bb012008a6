import WaybillManifest
import WaybillSyntax
import WaybillTable

/// The `coverage` part of the JSON of `waybill test --format json`.
struct CoverageContract: Encodable {
    private let total: ShareContract
    private let kinds: [String: ShareContract]
    private let units: [UnitContract]

    init(_ coverage: RouteCoverage, _ report: RouteTestReport) {
        total = ShareContract(coverage.total)
        kinds = Dictionary(
            uniqueKeysWithValues: CoverageUnit.Kind.allCases.map {
                ($0.rawValue, ShareContract(coverage.share(of: $0)))
            })
        units = coverage.units.map { UnitContract($0, report) }
    }
}

private struct ShareContract: Encodable {
    let covered: Int
    let total: Int
    /// Rounded down to a tenth.
    let percent: Double

    init(_ share: RouteCoverage.Share) {
        covered = share.covered
        total = share.total
        percent = Double(share.permille) / 10
    }
}

private struct UnitContract: Encodable {
    let unit: CoverageUnit
    let report: RouteTestReport

    init(_ unit: CoverageUnit, _ report: RouteTestReport) {
        self.unit = unit
        self.report = report
    }

    private enum Key: String, CodingKey {
        case kind, what, route, interceptor, pattern, tag, capture, hits, proposal
    }

    func encode(to encoder: any Encoder) throws {
        let set = report.subject.set
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(unit.subject.kind.rawValue, forKey: .kind)
        try container.encode(unit.subject.word, forKey: .what)
        try container.encode(unit.subject.route.map { set.routes[$0].id.value }, forKey: .route)
        try container.encode(unit.subject.interceptor.map { set.interceptors[$0].id.value }, forKey: .interceptor)
        try container.encode(pattern, forKey: .pattern)
        try container.encode(unit.subject.tag, forKey: .tag)
        try container.encode(unit.subject.capture, forKey: .capture)
        try container.encode(unit.hits, forKey: .hits)
        try container.encode(unit.proposal?.inline, forKey: .proposal)
        try DiagnosticsReport.Place(unit.span, sources: report.run.sources).encode(to: encoder)
    }

    private var pattern: String? {
        guard case .pattern(let route, let pattern) = unit.subject else { return nil }
        return report.subject.set.routes[route].patterns[pattern].text.value
    }
}

extension CoverageUnit.Subject {
    fileprivate var tag: String? { if case .seen(_, let tag) = self { tag } else { nil } }

    fileprivate var capture: String? {
        switch self {
        case .accepted(_, let capture), .rejected(_, let capture): capture
        default: nil
        }
    }
}
