import WaybillReload
import WaybillReports
import WaybillRules

/// What a fleet serves, for everybody who looks: it is read at most once in an interval, however many ask, and not at all if
/// nobody does. When the store does not answer, the last overview stays, with the fault.
actor FleetFeed {
    /// An answer for the page. The tag changes with the contents.
    struct Answer: Sendable {
        var body: [UInt8]
        var tag: String
    }

    private let fleet: any InspectableFleet
    private let interval: Duration
    /// Tags of another process are other ones.
    private let start = timestamp()
    private var overview: [UInt8]?
    /// When the overview was read.
    private var readAt: String?
    private var fault: String?
    private var revision = 0
    private var body: [UInt8] = []
    private var lastRead: ContinuousClock.Instant?
    private var reading: Task<Void, Never>?

    nonisolated var address: String { fleet.fleetAddress }

    /// - Parameter interval: The least time from the begin of one reading to that of the next.
    init(_ fleet: any InspectableFleet, interval: Duration = .seconds(1)) {
        self.fleet = fleet
        self.interval = interval
    }

    /// Reads the fleet if the last reading is old enough, and returns what is known.
    func answer() async -> Answer {
        await refresh()
        return Answer(body: body, tag: "\(start)-\(revision)")
    }

    /// Reads the fleet if the last reading is old enough. All who ask meanwhile wait for the same reading.
    func refresh() async {
        if let reading { return await reading.value }
        guard lastRead.map({ .now - $0 >= interval }) ?? true else { return }
        lastRead = .now
        let task = Task { await read() }
        reading = task
        await task.value
    }

    private func read() async {
        defer { reading = nil }
        do {
            let new = try await fleet.fleetOverview()
            readAt = timestamp()
            record(new, fault: nil)
        } catch { record(overview, fault: "\(error)") }
    }

    /// Composes the answer, unless it is the same as before.
    private func record(_ new: [UInt8]?, fault words: String?) {
        guard revision == 0 || new != overview || words != fault else { return }
        (overview, fault) = (new, words)
        revision += 1
        // The time would make each answer another one. Only that of an old overview is of interest.
        let head: JSONObject = ["address": address, "fault": words, "readAt": words == nil ? nil : readAt]
        body = ((try? JSONText.bytes(head)) ?? []).dropLast() + Array(",\"overview\":".utf8)
        body += (new ?? Array("null".utf8)) + Array("}".utf8)
    }
}
