extension Diagnostic {
    /// Whether this syntax error, which cut its file short, is the reason for another finding in what was read of it.
    ///
    /// What stands behind the place where the trouble began is guesswork, and what was open there lacks its rest.
    func explains(_ other: Diagnostic, in document: Node) -> Bool {
        let start = notes.map(\.span.start).reduce(span.start, min)
        if other.span.start >= start { return true }
        switch other.rule {
        case .missingKey, .emptySection: return document.lastPlaces.contains(other.span.start)
        case .countMismatch: return true
        default: return false
        }
    }
}

extension Node {
    /// Where the last value begins, with its key, and all collections around it: those that were open at the end.
    fileprivate var lastPlaces: Set<Int> {
        var places: Set<Int> = []
        var next: Node? = self
        while let node = next {
            places.insert(node.span.start)
            switch node.content {
            case .scalar: next = nil
            case .sequence(let items): next = items.last
            case .mapping(let entries):
                // Without a version the whole is reported at its first key.
                if node.span == span, let first = entries.first { places.insert(first.key.span.start) }
                if let last = entries.last { places.insert(last.key.span.start) }
                next = entries.last?.value
            }
        }
        return places
    }
}
