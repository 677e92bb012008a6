/// One mistake, or one remark, with all that is needed to fix it.
///
/// Diagnostics are values: no stage prints one, throws at the first one, or stops because of one. Their sentences quote long
/// words shortened.
public struct Diagnostic: Sendable, Hashable {
    public var rule: Rule
    public var severity: Severity
    /// One sentence that says what is wrong, without a final full stop.
    public var message: String
    public var span: SourceSpan
    /// Other places that take part, each with a message of its own.
    public var notes: [Note]
    /// Why it is so, a line each.
    public var reasons: [String] = []
    /// A request that shows the problem: what `waybill explain` takes, with a method before it where the assumed one
    /// would not reach.
    public var witness: String?
    /// What the example request shows, in words: "matches both".
    public var witnessRemark: String?
    /// Names that were probably meant, nearest first, three at most.
    public var suggestions: [String]
    /// What to do, as an imperative.
    public var help: String?
    public var fixes: [Fix]
    /// What it shares with others; `nil` for a finding with a cause of its own.
    package var causeGroup: CauseGroup?

    public struct Note: Sendable, Hashable {
        public var message: String
        public var span: SourceSpan

        public init(_ message: String, at span: SourceSpan) {
            self.message = message.shortened
            self.span = span
        }
    }

    /// A fix that a program can apply: all edits together or none.
    public struct Fix: Sendable, Hashable {
        public var description: String
        /// Whether the fixed manifest surely means what the author meant.
        public var safe: Bool
        public var edits: [Edit]
        /// What it changes, until edits are made of that where a command reports.
        package var changes: [Change] = []

        public init(description: String, safe: Bool, edits: [Edit]) {
            self.description = description.shortened
            self.safe = safe
            self.edits = edits
        }
    }

    /// Replaces the bytes of `span` by `text`.
    public struct Edit: Sendable, Hashable {
        public var span: SourceSpan
        public var text: String

        public init(span: SourceSpan, text: String) {
            self.span = span
            self.text = text
        }
    }

    public init(
        _ rule: Rule, at span: SourceSpan, _ message: String, severity: Severity? = nil, notes: [Note] = [],
        witness: String? = nil, witnessRemark: String? = nil, suggestions: [String] = [], help: String? = nil,
        fixes: [Fix] = []
    ) {
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.message = message.shortened
        self.span = span
        self.notes = notes
        self.witness = witness
        self.witnessRemark = witnessRemark?.shortened
        self.suggestions = suggestions
        self.help = help?.shortened
        self.fixes = fixes
    }
}

/// How much a diagnostic weighs. An error keeps the set from being loaded.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case hint, info, warning, error

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: Int {
        switch self {
        case .hint: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
