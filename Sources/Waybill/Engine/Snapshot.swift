import WaybillTable

/// The current generation with the overlay above it: published whole, never changed. An open runs on one snapshot from
/// its beginning to its end.
final class Snapshot: Sendable {
    let generation: Generation
    let overlay: Overlay
    /// The canary that counts this snapshot's opens.
    let canary: CanaryRun?
    /// What the canary's share of the opens runs on.
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

    /// The same generation with another overlay. A canary goes on.
    func with(_ overlay: Overlay) -> Snapshot {
        let plain = Snapshot(generation, overlay: overlay)
        return canary.map(plain.with) ?? plain
    }

    /// The same generation with a canary beside it.
    func with(_ canary: CanaryRun) -> Snapshot {
        let settings = canary.generation.table.settings
        let candidate = Snapshot(canary.generation, overlay: overlay.under(settings), canary: canary)
        return Snapshot(generation, overlay: overlay, canary: canary, candidate: candidate)
    }

    /// What the next open runs on.
    var next: Snapshot {
        guard let candidate, canary?.takesNext() == true else { return self }
        return candidate
    }

    /// Records how an open on this snapshot ended.
    func record(_ error: (any Error)?) {
        canary?.record(isCandidate: generation === canary?.generation, error: error)
    }
}
