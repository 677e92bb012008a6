import WaybillManifest

/// A minimal set that violates a rule and nothing else above a hint, and the same set fixed.
public struct RuleExample: Sendable {
    public var broken: [File]
    public var fixed: [File]

    /// A file of the set, or a file beside it that the message or the reader needs, such as `Registry.swift`.
    public struct File: Sendable {
        public var path: String
        public var text: String
        public var condition: Condition

        public init(_ path: String, _ text: String, _ condition: Condition = .sound) {
            self.path = path
            self.text = text.isEmpty ? "" : text + "\n"
            self.condition = condition
        }
    }

    /// A property of a file that its text cannot show.
    public enum Condition: Sendable {
        case sound
        case linkToNothing
        case worldWritable
    }

    public init(broken: [File], fixed: [File]) {
        self.broken = broken
        self.fixed = fixed
    }

    /// Creates an example with one file.
    init(_ broken: String, fixed: String) {
        self.init(broken: [File("routes.yaml", broken)], fixed: [File("routes.yaml", fixed)])
    }
}
