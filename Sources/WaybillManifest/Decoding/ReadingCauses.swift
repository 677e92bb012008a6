import WaybillSyntax
import WaybillTable

/// The diagnostics of a file's reader that cause diagnostics about the decoded file.
struct ReadingCauses {
    private let unfinished: UnfinishedPlaces
    /// The offsets of invisible characters, sorted. The name of a key with one may be wrong.
    private let invisiblePlaces: [Int]
    /// Whether entries with duplicate keys were dropped.
    private let hasDuplicates: Bool

    init(_ found: [Diagnostic], in document: YAMLDocument) {
        invisiblePlaces = found.lazy.filter { $0.rule == .invisibleCharacter }.map(\.span.start).sorted()
        unfinished = document.unfinished
        hasDuplicates = found.contains { $0.rule == .duplicateKey }
    }

    /// Whether a diagnostic is caused by one of them.
    func explains(_ other: Diagnostic) -> Bool {
        switch other.rule {
        case .unknownKey, .invisibleCharacter: holdsInvisible(other.span)
        case .missingKey, .emptySection: unfinished.all.contains(other.span.start)
        case .wrongType: unfinished.shapeless.contains(other.span.start)
        case .countMismatch: hasDuplicates || !unfinished.all.isEmpty
        default: false
        }
    }

    private func holdsInvisible(_ key: SourceSpan) -> Bool {
        let next = invisiblePlaces.indices.partitioningIndex { invisiblePlaces[$0] >= key.start }
        return next < invisiblePlaces.count && invisiblePlaces[next] < key.end
    }
}
