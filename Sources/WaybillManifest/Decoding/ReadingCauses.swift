import WaybillSyntax
import WaybillTable

/// What the reader of a file leaves unknown to the decoder.
struct ReadingCauses {
    private let unfinished: UnfinishedPlaces
    /// The problem that ended collections early.
    private let end: Diagnostic?
    /// The problems with invisible characters, sorted by place. The name of a key with one may be wrong.
    private let invisible: [Diagnostic]
    /// A duplicate key, whose entry was dropped.
    private let dropped: Diagnostic?

    init(_ found: [Diagnostic], in document: YAMLDocument) {
        invisible = found.filter { $0.rule == .invisibleCharacter }.sorted { $0.span < $1.span }
        unfinished = document.unfinished
        end = found.first { $0.severity == .error }
        dropped = found.first { $0.rule == .duplicateKey }
    }

    /// Returns the problem of reading because of which a problem of decoding is not certain.
    func cause(of other: Diagnostic) -> Diagnostic? {
        let traits = other.rule.traits
        if traits.contains(.needsKey) { return firstInvisible(in: other.span) }
        if traits.contains(.needsEnd) { return unfinished.all.contains(other.span.start) ? end : nil }
        if traits.contains(.needsShape) { return unfinished.shapeless.contains(other.span.start) ? end : nil }
        if traits.contains(.needsEntries) { return dropped ?? (unfinished.all.isEmpty ? nil : end) }
        return nil
    }

    /// Divides the problems of decoding into certain ones, and those that are held back.
    func divide(_ found: [Diagnostic]) -> (certain: [Diagnostic], heldBack: [HeldBack]) {
        var certain: [Diagnostic] = []
        var heldBack: [HeldBack] = []
        for diagnostic in found {
            if let cause = cause(of: diagnostic) {
                heldBack.append(HeldBack(.problem(diagnostic), because: cause))
            } else {
                certain.append(diagnostic)
            }
        }
        return (certain, heldBack)
    }

    private func firstInvisible(in key: SourceSpan) -> Diagnostic? {
        let next = invisible.indices.partitioningIndex { invisible[$0].span.start >= key.start }
        return next < invisible.count && invisible[next].span.start < key.end ? invisible[next] : nil
    }
}
