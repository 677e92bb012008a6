extension Diagnostic {
    /// Whether this syntax error, which cut its file short, is the reason for another finding in what was read of it.
    ///
    /// What stands behind the place where the trouble began is guesswork, and what was open there lacks its rest.
    func explains(_ other: Diagnostic, in document: YAMLNode) -> Bool {
        if explains(other.span) { return true }
        switch other.rule {
        case .missingKey, .emptySection: return document.lastPlaces.contains(other.span.start)
        case .countMismatch: return true
        default: return false
        }
    }
}

extension Diagnostic {
    /// Whether a place lies behind the one where the trouble began.
    func explains(_ place: SourceSpan) -> Bool {
        place.start >= notes.map(\.span.start).reduce(span.start, min)
    }
}

extension YAMLNode {
    /// Where the last value begins, with its key, and all collections around it: those that were open at the end.
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
