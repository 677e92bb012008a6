/// What serves at one moment. Published whole, never changed: an open sees one snapshot from its beginning to its end.
final class Snapshot: Sendable {
    let generation: Generation
    let overlay: Overlay

    init(_ generation: Generation, overlay: Overlay) {
        self.generation = generation
        self.overlay = overlay
    }

    init(_ generation: Generation) {
        self.generation = generation
        overlay = Overlay([], settings: generation.table.settings)
    }
}
