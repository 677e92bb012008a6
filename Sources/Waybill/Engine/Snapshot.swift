/// What serves at one moment. Published whole, never changed: an open sees one snapshot from its beginning to its end.
final class Snapshot: Sendable {
    let generation: Generation
    let overlay: Overlay
    /// The trial that counts this snapshot's opens.
    let trial: Trial?
    /// What serves the share of the trial's generation.
    let candidate: Snapshot?

    init(_ generation: Generation, overlay: Overlay, trial: Trial? = nil, candidate: Snapshot? = nil) {
        self.generation = generation
        self.overlay = overlay
        self.trial = trial
        self.candidate = candidate
    }

    convenience init(_ generation: Generation) {
        self.init(generation, overlay: Overlay([], settings: generation.table.settings))
    }

    /// The same with other routes and interceptors of code; a trial goes on.
    func with(_ overlay: Overlay) -> Snapshot {
        let plain = Snapshot(generation, overlay: overlay)
        return trial.map(plain.trying) ?? plain
    }

    /// The same, with a generation on trial beside it.
    func trying(_ trial: Trial) -> Snapshot {
        let settings = trial.generation.table.settings
        let candidate = Snapshot(trial.generation, overlay: overlay.under(settings), trial: trial)
        return Snapshot(generation, overlay: overlay, trial: trial, candidate: candidate)
    }

    /// What serves the next open.
    var next: Snapshot {
        guard let candidate, trial?.takesNext() == true else { return self }
        return candidate
    }

    /// Notes how an open ended that this snapshot served.
    func note(_ error: (any Error)?) {
        trial?.note(isCandidate: generation === trial?.generation, error: error)
    }
}
