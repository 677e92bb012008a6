/// What serves at one moment. Published whole, never changed: an open sees one snapshot from its beginning to its end.
final class Snapshot: Sendable {
    let generation: Generation

    init(_ generation: Generation) {
        self.generation = generation
    }
}
