import WaybillTable

/// What the reader of a file found that is the reason for findings about what it read.
struct ReadingCauses {
    /// Where the trouble began that cut the file short, if a syntax error did.
    private var cut: Int?
    /// Where the last value begins, with its key, and all collections around it: those that were open at the cut.
    private var lastPlaces: Set<Int> = []
    /// Of them, the collections in brackets.
    private var lastBrackets: Set<Int> = []
    /// Where characters stand that nobody sees, sorted: a key with one may have another name than was meant.
    private let invisiblePlaces: [Int]

    init(_ found: [Diagnostic], in document: YAMLNode, of file: SourceFile) {
        invisiblePlaces = found.lazy.filter { $0.rule == .invisibleCharacter }.map(\.span.start).sorted()
        guard let syntax = found.first(where: { $0.rule == .yamlSyntax }) else { return }
        cut = syntax.notes.map(\.span.start).reduce(syntax.span.start, min)
        lastPlaces = document.lastPlaces
        lastBrackets = lastPlaces.filter { file.bytes.indices.contains($0) && "[{".utf8.contains(file.bytes[$0]) }
    }

    /// Whether a finding has its reason here.
    ///
    /// What stands behind the place where the trouble began is guesswork, and what was open there lacks its rest.
    func explains(_ other: Diagnostic) -> Bool {
        if explains(other.span) { return true }
        switch other.rule {
        case .unknownKey: return holdsInvisible(other.span)
        case .missingKey, .emptySection: return lastPlaces.contains(other.span.start)
        case .wrongType: return lastBrackets.contains(other.span.start)
        case .countMismatch: return cut != nil
        default: return false
        }
    }

    /// Whether a place lies behind the one where the trouble began.
    func explains(_ place: SourceSpan) -> Bool { cut.map { place.start >= $0 } ?? false }

    private func holdsInvisible(_ key: SourceSpan) -> Bool {
        let next = invisiblePlaces.indices.partitioningIndex { invisiblePlaces[$0] >= key.start }
        return next < invisiblePlaces.count && invisiblePlaces[next] < key.end
    }
}

extension YAMLNode {
    fileprivate var lastPlaces: Set<Int> {
        var places: Set<Int> = []
        var next: YAMLNode? = self
        while let node = next {
            places.insert(node.span.start)
            next = nil
            for item in node.items { next = item }
            var (first, last): (Entry?, Entry?) = (nil, nil)
            for entry in node.entries { (first, last) = (first ?? entry, entry) }
            // Without a version the whole is reported at its first key.
            if let first, node.span == span { places.insert(first.key.span.start) }
            if let last {
                places.insert(last.key.span.start)
                next = last.value
            }
        }
        return places
    }
}
