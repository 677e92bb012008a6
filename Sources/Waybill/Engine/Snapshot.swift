import WaybillTable

/// The current generation with the overlay above it. It is published as a whole and never changed. An open runs on one
/// snapshot from its beginning to its end.
final class Snapshot: Sendable {
    let generation: Generation
    let overlay: Overlay
    /// The canary that counts this snapshot's opens.
    let canary: CanaryRun?
    /// The snapshot for the canary's share of the opens.
    let candidate: Snapshot?

    init(_ generation: Generation, overlay: Overlay, canary: CanaryRun? = nil, candidate: Snapshot? = nil) {
        self.generation = generation
        self.overlay = overlay
        self.canary = canary
        self.candidate = candidate
    }

    convenience init(_ generation: Generation) {
        self.init(generation, overlay: Overlay([], settings: generation.table.settings))
    }

    /// Begins an open. Returns false if another generation is published, and no open runs on this one.
    func begin() -> Bool { generation.life.begin() }

    /// Ends an open, once for each that ``begin()`` began.
    func end() { generation.life.end() }

    /// Returns the generation with another overlay. A canary continues.
    func with(_ overlay: Overlay) -> Snapshot {
        let plain = Snapshot(generation, overlay: overlay)
        return canary.map(plain.with) ?? plain
    }

    /// Returns the generation with a canary.
    func with(_ canary: CanaryRun) -> Snapshot {
        let settings = canary.generation.table.settings
        let candidate = Snapshot(canary.generation, overlay: overlay.under(settings), canary: canary)
        return Snapshot(generation, overlay: overlay, canary: canary, candidate: candidate)
    }

    /// Returns the snapshot for the next open, which a canary counts.
    func takeNext() -> Snapshot {
        guard let candidate, canary?.takesNext() == true else { return self }
        return candidate
    }

    /// Records the outcome of an open on this snapshot.
    func record(_ outcome: Outcome, of request: RouteRequest) {
        guard let canary else { return }
        let judge = request.payload as? any OutcomeJudge
        record(isFault: outcome.destination.flatMap { judge?.isFault($0) } ?? false, in: canary)
    }

    /// Records the error of an open on this snapshot. Cancelled opens do not count.
    func record(_ error: any Error, of request: RouteRequest) {
        guard let canary, !(error is CancellationError) else { return }
        record(isFault: error.isFault(for: request.payload as? any OutcomeJudge), in: canary)
    }

    private func record(isFault: Bool, in canary: CanaryRun) {
        canary.record(generation === canary.generation ? .candidate : .current, isFault: isFault)
    }
}
