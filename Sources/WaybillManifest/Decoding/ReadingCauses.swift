import WaybillTable

/// What the reader of a file found that is the reason for findings about what it read.
struct ReadingCauses {
    private let unfinished: UnfinishedPlaces
    /// Where characters stand that nobody sees, sorted: a key with one may have another name than was meant.
    private let invisiblePlaces: [Int]
    /// Whether entries were dropped whose keys were given already.
    private let hasDuplicates: Bool

    init(_ found: [Diagnostic], in document: YAMLDocument) {
        invisiblePlaces = found.lazy.filter { $0.rule == .invisibleCharacter }.map(\.span.start).sorted()
        unfinished = document.unfinished
        hasDuplicates = found.contains { $0.rule == .duplicateKey }
    }

    /// Whether a finding has its reason here.
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
