import WaybillSyntax

extension NodeDecodingFailure {
    /// Finds the part of the node that a decoding error is about.
    init(_ error: any Error, in root: Node, log: KeyLog) {
        guard let error = error as? DecodingError else {
            self.init(span: root.span, message: "\(error)", suggestions: [])
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            let node = root.node(at: context.codingPath)
            let asked = log.asked(at: context.codingPath)
            let unasked = node.mappingEntries.map(\.key).filter { $0.scalarText.map { !asked.contains($0) } ?? false }
            let misspelt = didYouMean(key.stringValue, among: unasked.compactMap(\.scalarText)).first
            guard let misspelt, let place = unasked.first(where: { $0.scalarText == misspelt }) else {
                self.init(span: node.span, message: "'\(key.stringValue)' is missing", suggestions: [])
                return
            }
            self.init(
                span: place.span, message: "'\(misspelt)' is unknown; did you mean '\(key.stringValue)'?",
                suggestions: [key.stringValue])
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            // Such as `servers.2.port`.
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            let subject = context.codingPath.isEmpty ? "" : "'\(path)' "
            self.init(
                span: root.node(at: context.codingPath).span, message: subject + context.debugDescription,
                suggestions: [])
        @unknown default:
            self.init(span: root.span, message: "\(error)", suggestions: [])
        }
    }
}

extension Node {
    /// Returns the part at a coding path, or its deepest existing ancestor.
    fileprivate func node(at path: [any CodingKey]) -> Node {
        var node = self
        for key in path {
            switch node.content {
            case .mapping(let entries):
                guard let entry = entries.first(where: { $0.key.scalarText == key.stringValue }) else { return node }
                // Null may have no place of its own, but its key has one.
                node = entry.value
                if node.span.isEmpty { node.span = entry.key.span }
            case .sequence(let items):
                guard let index = key.intValue, items.indices.contains(index) else { return node }
                node = items[index]
            case .scalar: return node
            }
        }
        return node
    }
}
