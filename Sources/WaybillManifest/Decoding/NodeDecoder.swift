package import WaybillSyntax

/// Decodes a YAML value, such as a `with:`, into any `Decodable` type.
package enum NodeDecoder {
    /// Calls `body` with a decoder of the node.
    ///
    /// Plain scalars have the types of YAML 1.2: `8080` decodes into numbers and into strings, `"8080"` only into
    /// strings. Null and absent keys decode into nil.
    ///
    /// - Returns: The value with the keys that the type did not ask for, or the failure with its place.
    package static func decode<Value>(
        from node: Node, _ body: (any Decoder) throws -> Value
    ) -> Result<DecodedNode<Value>, NodeDecodingFailure> {
        let log = KeyLog()
        do {
            let value = try body(SubtreeDecoder(node: node, codingPath: [], log: log))
            return .success(DecodedNode(value: value, unusedKeys: log.unusedKeys()))
        } catch {
            return .failure(NodeDecodingFailure(error, in: node, log: log))
        }
    }
}

/// A decoded value with the unused parts of the YAML.
package struct DecodedNode<Value> {
    package let value: Value
    /// The keys that the type did not ask for, in the order of the file.
    package let unusedKeys: [UnusedKey]
}

extension DecodedNode: Sendable where Value: Sendable {}

/// A key of a `with:` that the decoded type does not have.
package struct UnusedKey: Sendable, Hashable {
    package let name: String
    package let span: SourceSpan
    /// The keys around it: `retry.first` for `frist` in `retry:` is `["retry"]`.
    package let path: [String]
    /// Keys that the type asked for and that are similar, nearest first.
    package let suggestions: [String]
}

/// The reason why a value could not be decoded, at the invalid part.
package struct NodeDecodingFailure: Error, Sendable, Hashable {
    package let span: SourceSpan
    package let message: String
    /// The keys of the type that were probably meant, nearest first.
    package let suggestions: [String]
}

extension Node {
    /// Returns this mapping with the entries of another, which replace those with the same key.
    ///
    /// This is how the `with` of a route overlays that of its module. Values are replaced whole.
    package func overlaid(by upper: Node?) -> Node {
        guard let upper, case .mapping(let above) = upper.content else { return self }
        guard case .mapping(let below) = content else { return upper }
        let byName = Dictionary(firstOf: above.map { ($0.key.scalarText, $0) })
        let names = Set(below.map(\.key.scalarText))
        let merged = below.map { byName[$0.key.scalarText] ?? $0 } + above.filter { !names.contains($0.key.scalarText) }
        return Node(span: upper.span, content: .mapping(merged))
    }
}

/// A step of a coding path.
package enum NodeKey: CodingKey {
    case name(String)
    case index(Int)

    package init(stringValue: String) { self = .name(stringValue) }

    package init(intValue: Int) { self = .index(intValue) }

    package var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): "\(index)"
        }
    }

    package var intValue: Int? {
        if case .index(let index) = self { return index }
        return nil
    }
}

/// The keys that a type asked for, by mapping.
///
/// A mapping is identified by its path, because an alias may appear at two paths, and a type may open a mapping
/// repeatedly.
final class KeyLog {
    private var mappings: [[String]: (node: Node, asked: Set<String>)] = [:]

    func open(_ node: Node, at path: [any CodingKey]) {
        let path = path.map(\.stringValue)
        if mappings[path] == nil { mappings[path] = (node, []) }
    }

    func ask(_ name: String, at path: [any CodingKey]) {
        mappings[path.map(\.stringValue)]?.asked.insert(name)
    }

    func asked(at path: [any CodingKey]) -> Set<String> { mappings[path.map(\.stringValue)]?.asked ?? [] }

    func unusedKeys() -> [UnusedKey] {
        mappings.flatMap { path, mapping in
            let present = Set(mapping.node.mappingEntries.compactMap(\.key.scalarText))
            return mapping.node.mappingEntries.compactMap { entry -> UnusedKey? in
                guard let name = entry.key.scalarText, !mapping.asked.contains(name) else { return nil }
                let free = mapping.asked.subtracting(present)
                return UnusedKey(
                    name: name, span: entry.key.span, path: path, suggestions: didYouMean(name, among: free.sorted()))
            }
        }
        .sorted { ($0.span, $0.path.count) < ($1.span, $1.path.count) }
    }
}

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
