/// What a fleet serves at one moment: the output of `waybill fleet --format json`, which `Schemas/fleet.schema.json` describes.
package struct FleetOverview: Encodable, Sendable {
    private let version = 1
    package let current: FleetPointer?
    /// Those that do not serve what they should come first.
    package let instances: [Line]
    /// The last changes, the newest first; `nil` if nobody asked for them.
    package let history: [FleetPointer]?
    /// How many bytes etcd stores.
    package let storage: Int64
    /// The alarms of etcd, such as `NOSPACE`.
    package let alarms: [String]
    /// Instances that were listed before by the same watch.
    package var gone: [String]?

    package struct Line: Encodable, Hashable, Sendable {
        package let name: String
        package let report: FleetInstance?
        /// The set that it should serve by the pointer, which it may not know yet.
        package let wanted: String?
        package let isCurrent: Bool
        package let state: State
    }

    package enum State: String, Encodable, CaseIterable, Sendable {
        /// It serves what it should.
        case current
        /// It has not answered yet.
        case behind
        /// Its binary has no code for the set.
        case unbound
        /// It has refused the set for another reason.
        case rejected
        /// Its report is not one of this protocol.
        case unknown
    }

    /// - Parameter reports: What the instances report, by name; `nil` for a report that cannot be read.
    package init(
        _ current: FleetPointer?, _ reports: [(name: String, report: FleetInstance?)], history: [FleetPointer]? = nil,
        storage: Int64 = 0, alarms: [String] = []
    ) {
        let lines = reports.map { Line($0.name, $0.report, wanted: current?.set(for: $0.name)) }
        self.current = current
        instances = lines.filter { !$0.isCurrent } + lines.filter(\.isCurrent)
        self.history = history
        self.storage = storage
        self.alarms = alarms
    }

    /// Whether the same would be shown, besides how much is stored.
    package func isSame(as other: Self) -> Bool {
        current == other.current && instances == other.instances && history == other.history
            && alarms == other.alarms && gone == other.gone
    }
}

extension FleetOverview.Line {
    fileprivate init(_ name: String, _ report: FleetInstance?, wanted: String?) {
        (self.name, self.report, self.wanted) = (name, report, wanted)
        isCurrent = report?.serving != nil && report?.serving == wanted
        let hasRefused = report?.reason != nil && report?.wanted == wanted
        state =
            switch report {
            case nil: .unknown
            case .some where isCurrent: .current
            case .some(let report) where hasRefused: report.reason == "unbound" ? .unbound : .rejected
            case .some: .behind
            }
    }

    /// Why it does not serve what it should, in words; `nil` if it does, or if it does not say why. The refusal of an earlier
    /// set is no reason.
    package var why: String? {
        guard !isCurrent, let report else { return nil }
        switch state {
        case .behind: return report.reason == nil ? report.problem : nil
        default: return [report.reason, report.problem].compactMap(\.self).joined(separator: ": ")
        }
    }
}

/// The instances that were there before, and are not any more.
struct GoneInstances {
    /// How long a name is remembered; `nil` for no limit.
    private let limit: Duration?
    private var present: Set<String> = []
    private var gone: [String: ContinuousClock.Instant] = [:]
    private var last: ContinuousClock.Instant?

    init(remembered limit: Duration?) { self.limit = limit }

    /// Takes the names that are there now.
    ///
    /// - Returns: The names of those that are gone; `nil` if there are none.
    mutating func update(_ names: [String], at now: ContinuousClock.Instant = .now) -> [String]? {
        // Who looks again after a long time does not ask which instances were there then.
        if let limit, let last, now - last > limit { (present, gone) = ([], [:]) }
        for name in present.subtracting(names) { gone[name] = now }
        for name in names { gone[name] = nil }
        if let limit { gone = gone.filter { now - $0.value <= limit } }
        (present, last) = (Set(names), now)
        return gone.isEmpty ? nil : gone.keys.sorted()
    }
}

#if Etcd
    /// Reads one overview of a fleet after the other.
    package actor FleetWatch {
        private let fleet: Fleet
        private let withHistory: Bool
        private var instances: GoneInstances
        private var last: FleetOverview?

        /// - Parameter limit: How long an instance that is gone is listed; `nil` for no limit.
        package init(_ fleet: Fleet, withHistory: Bool, remembersGone limit: Duration? = nil) {
            self.fleet = fleet
            self.withHistory = withHistory
            instances = GoneInstances(remembered: limit)
        }

        package func next() async throws -> FleetOverview {
            var overview = try await FleetOverview(fleet, withHistory: withHistory, after: last)
            overview.gone = instances.update(overview.instances.map(\.name))
            last = overview
            return overview
        }
    }

    extension FleetOverview {
        /// Reads what is published, and what the instances report.
        ///
        /// - Parameter last: An earlier overview. If nothing was published since, its history is taken over.
        package init(_ fleet: Fleet, withHistory: Bool, after last: FleetOverview? = nil) async throws {
            let pointer = try await fleet.state().pointer
            let reports = try await fleet.instances()
            let known = pointer == last?.current ? last?.history : nil
            var history: [FleetPointer]?
            if withHistory { if let known { history = known } else { history = try await fleet.history() } }
            let (storage, alarms) = try await fleet.storage()
            self.init(pointer, reports, history: history, storage: storage, alarms: alarms)
        }
    }
#endif
