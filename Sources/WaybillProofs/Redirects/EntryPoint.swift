package import WaybillTable

/// An address at which a service takes requests: `https://api.example.com`, `//*.example.com`, `myapp:`, or `/` for
/// paths alone.
package struct EntryPoint: Sendable, Hashable {
    package let text: String
    /// The requests; `nil` for paths alone.
    let pattern: Pattern?
    /// By the name of a capture.
    private var constraints: [String: Automaton] = [:]

    /// - Throws: The error in the text, with its place.
    package init(_ text: String) throws(PatternError) {
        self.text = text
        var stem = text[...]
        while stem.last == "/" { stem.removeLast() }
        if stem.isEmpty && !text.isEmpty {
            pattern = nil
        } else {
            pattern = try Pattern(stem.last == ":" ? "\(stem)//**" : "\(stem)/**")
        }
    }

    /// Creates an entry point for the URLs of a pattern.
    package init(_ pattern: Pattern) {
        text = pattern.text
        self.pattern = pattern
    }

    /// Creates an entry point for the target of a rewrite or a redirect; `nil` if it is not known.
    ///
    /// - Parameter constraints: The constraints of the captures.
    package init?(leadingTo target: URLTemplate, constraints: [String: Automaton] = [:]) {
        let path = target.text.prefix { $0 != "?" && $0 != "#" }
        guard let pattern = try? Pattern(String(path)) else { return nil }
        self.init(pattern)
        self.constraints = constraints
    }

    /// Whether some request at this entry point matches a pattern. True if the budget ends the search.
    package func admits(
        _ other: Pattern, _ constraints: [String: Automaton], _ settings: MatchSettings,
        within limits: ProofLimits = .standard
    ) -> Bool {
        var work = ProofWork(stepsLeft: limits.relation, limits)
        return (try? admits(other, constraints, settings, &work)) ?? true
    }

    func admits(
        _ other: Pattern, _ constraints: [String: Automaton], _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Bool {
        let asked = try RequestSet(of: other, constraints, settings, &work)
        guard let pattern else { return asked.boxes.contains { if case .alone = $0.head { true } else { false } } }
        return try !asked.intersection(RequestSet(of: pattern, self.constraints, settings, &work), &work).isEmpty
    }
}
