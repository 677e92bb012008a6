/// A YAML value with its place in the file, as a tree that outlives the document.
///
/// Aliases are replaced by the anchored values, with the places of these.
public struct Node: Sendable, Hashable {
    public var span: SourceSpan
    public var content: Content
    /// Whether it replaces an alias that could not be followed. It is empty, and this emptiness is not reported.
    public var isRefusedAlias = false
    /// Whether it is a scalar that contains a value of the environment.
    public var holdsVariable = false
    /// Whether it is a scalar with a variable whose value is not known here. Its text has the reference instead.
    package var isUnknown = false

    /// The kind of a value, with its parts.
    public enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping([Entry])
    }

    /// A key with its value. Keys are unique: the reader reports and drops duplicates.
    public struct Entry: Sendable, Hashable {
        public var key: Node
        public var value: Node

        public init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    /// A text. Its type is decided when it is decoded.
    public struct Scalar: Sendable, Hashable {
        /// The text after YAML's own unquoting and unescaping.
        public var text: String
        public var style: Style

        /// The way in which the text is written.
        public enum Style: Sendable, Hashable { case plain, singleQuoted, doubleQuoted, literal, folded }

        public init(text: String, style: Style) {
            self.text = text
            self.style = style
        }
    }

    public init(span: SourceSpan, content: Content) {
        self.span = span
        self.content = content
    }
}

extension Node {
    /// Whether it is null: empty, or one of YAML's words for null.
    package var isNullValue: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.resolved == .null
    }

    package var scalarText: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.text
    }

    /// The entries of a mapping; empty for other kinds.
    package var mappingEntries: [Entry] {
        guard case .mapping(let entries) = content else { return [] }
        return entries
    }
}
