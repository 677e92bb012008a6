/// A YAML value with its place in the file: what the reader makes of libyaml's events, and what later stages read.
///
/// Aliases are already replaced by what they name, within a budget, and keep the place of the anchored value.
public struct Node: Sendable, Hashable {
    public var span: SourceSpan
    public var content: Content
    /// Whether it only stands where an alias names nothing: what it lacks is no mistake of its own.
    public var isRefusedAlias = false

    public enum Content: Sendable, Hashable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping([Entry])
    }

    /// One key with its value, in the order of the file. Keys are unique: the reader reports and drops repeated ones.
    public struct Entry: Sendable, Hashable {
        public var key: Node
        public var value: Node

        public init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    public struct Scalar: Sendable, Hashable {
        /// The text after YAML's own unquoting and unescaping.
        public var text: String
        public var style: Style

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
