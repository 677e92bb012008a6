/// One problem or remark, with everything that is needed to fix it.
///
/// Diagnostics are values: no stage prints one, throws at the first one, or stops because of one. Long words are
/// shortened where a message quotes them.
public struct Diagnostic: Sendable, Hashable {
    public var rule: Rule
    public var severity: Severity
    /// One sentence that says what is wrong, without a full stop at the end.
    public var message: String
    /// The place of the problem. It is empty at the start of the file if the problem has no exact place.
    public var span: SourceSpan
    /// Other places that are part of the problem, each with its own message.
    public var notes: [Note]
    /// The reasons for the problem, one line each.
    public var reasons: [String] = []
    /// An example request that shows the problem, as `waybill explain` takes it. It begins with a method if the assumed
    /// method would not reach the problem.
    public var witness: String?
    /// The fact that the example request shows, in words: "matches both".
    public var witnessRemark: String?
    /// The tags of the view in which the example request is opened; empty for a plain open.
    public var witnessTags: [String] = []
    /// Names that the author probably meant, nearest first, at most three.
    public var suggestions: [String]
    /// The advice, as a command.
    public var help: String?
    public var fixes: [Fix]
    /// Entries that are not shown, but whose change may have caused the problem, such as the interceptors that a policy
    /// requires.
    package var causes: [SourceSpan] = []
    /// What must be known for it to be certain. Reported diagnostics need nothing.
    package var needs: [Need] = []
    /// The cause that it shares with other diagnostics; `nil` if it has its own cause.
    package var causeGroup: CauseGroup?

    /// Another place of a problem, with its own message.
    public struct Note: Sendable, Hashable {
        public var message: String
        public var span: SourceSpan
        public var kind: Kind

        /// What is at the place.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
            /// Something that is part of the problem, such as the other route of an overlap.
            case related
            /// Another entry with the same problem and the same cause.
            case affected
            /// Another entry that no request reaches, for the same reason.
            case unreachable
        }

        public init(_ message: String, at span: SourceSpan, kind: Kind = .related) {
            self.message = message.shortened
            self.span = span
            self.kind = kind
        }
    }

    /// A fix that a program can apply: all of its edits or none.
    public struct Fix: Sendable, Hashable {
        public var description: String
        /// Whether the fixed manifest certainly means what the author meant.
        public var safe: Bool
        package let changes: [Change]

        package init(description: String, safe: Bool, changes: [Change]) {
            self.description = description.shortened
            self.safe = safe
            self.changes = changes
        }

        public init(description: String, safe: Bool, edits: [Edit]) {
            self.init(description: description, safe: safe, changes: edits.map(Change.replace))
        }

        /// Its replacements of bytes. The fixes of a report have all of their edits; those of a check may have changes
        /// that only the text of the file turns into edits.
        public var edits: [Edit] { changes.compactMap { if case .replace(let edit) = $0 { edit } else { nil } } }

        /// Whether it consists of edits alone.
        package var isResolved: Bool { changes.count == edits.count }
    }

    /// A replacement of the bytes of `span` by `text`.
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

extension Diagnostic {
    /// Returns the diagnostic with the view in which its example request is opened; `nil` is a plain open.
    package func witnessed(inViewOf tag: String?) -> Diagnostic {
        var diagnostic = self
        diagnostic.witnessTags = [tag].compactMap(\.self)
        return diagnostic
    }
}

/// How serious a diagnostic is. An error prevents the set from being loaded.
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

extension Sequence<Diagnostic> {
    /// Whether a file could not be read.
    package var losesFile: Bool { contains { $0.rule.traits.contains(.losesFile) } }

    /// Returns the diagnostics sorted by file, place, rule and message, so that two runs have the same output.
    package func sortedByPlace() -> [Diagnostic] {
        sorted { left, right in
            (left.span.file, left.span.start, left.rule.id, left.span.end, left.message)
                < (right.span.file, right.span.start, right.rule.id, right.span.end, right.message)
        }
    }
}
