import WaybillManifest

/// A set that breaks a rule and nothing else above a hint, as small as can be, and the same set fixed.
public struct RuleExample: Sendable {
    public var broken: [File]
    public var fixed: [File]

    /// A file of the set; or one beside it, which the message or the reader needs: `Registry.swift`.
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

    /// What no text can show.
    public enum Condition: Sendable {
        case sound
        case linkToNothing
        case writableByEverybody
    }

    public init(broken: [File], fixed: [File]) {
        self.broken = broken
        self.fixed = fixed
    }

    /// A set of one file.
    init(_ broken: String, fixed: String) {
        self.init(broken: [File("routes.yaml", broken)], fixed: [File("routes.yaml", fixed)])
    }
}
