package import WaybillSyntax

/// A node to decode, with its name in messages.
package struct DecodingInput {
    package let node: YAMLNode
    package let label: Label
    /// The place for messages if the node has none: its key, or its list.
    let anchor: SourceSpan

    /// Returns the input for an item of this list.
    func item(_ item: YAMLNode) -> DecodingInput {
        let span = item.span
        return DecodingInput(node: item, label: label.item, anchor: span.isEmpty ? anchor : span)
    }
}

/// The subject of messages: `'priority'`, `route '/notes'`, `an item of 'tags'`.
///
/// The text is computed only for messages.
package struct Label: CustomStringConvertible {
    private let subject: Subject
    /// The number of lists around the value, counted from the subject.
    private var depth = 0

    private enum Subject {
        case key(String)
        case entry(noun: String, name: String)
        case nameOf(noun: String)
        case phrase(String)
    }

    private init(_ subject: Subject) { self.subject = subject }

    /// `'priority'`
    static func key(_ name: String) -> Label { Label(.key(name)) }

    /// `module 'clock'`
    static func entry(_ noun: String, _ name: String) -> Label { Label(.entry(noun: noun, name: name)) }

    /// `the name of a module`
    static func nameOf(_ noun: String) -> Label { Label(.nameOf(noun: noun)) }

    static func phrase(_ text: String) -> Label { Label(.phrase(text)) }

    /// `an item of 'tags'`
    var item: Label {
        var label = self
        label.depth += 1
        return label
    }

    package var description: String { String(repeating: "an item of ", count: depth) + words }

    /// The label as a bare word, for messages that continue with the value: `priority`, `tags`.
    var bareWord: String {
        if case .key(let name) = subject, depth <= 1 { return name }
        return description
    }

    private var words: String {
        switch subject {
        case .key(let name): "'\(name)'"
        case .entry(let noun, let name): "\(noun) '\(name)'"
        case .nameOf(let noun): "the name of a \(noun)"
        case .phrase(let text): text
        }
    }
}

extension SourceSpan {
    package var isEmpty: Bool { start >= end }
}
