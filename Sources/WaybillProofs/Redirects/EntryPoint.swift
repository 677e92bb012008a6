package import WaybillTable

/// Where a service takes requests: `https://api.example.com`, `//*.example.com`, `myapp:`, or `/` for paths alone.
package struct EntryPoint: Sendable, Hashable {
    package let text: String
    /// What comes in; `nil` for paths alone.
    let pattern: Pattern?
    /// By the name of a capture.
    private var constraints: [String: Automaton] = [:]

    /// - Throws: What is wrong with the text, at its place.
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

    /// The URLs of a pattern.
    package init(_ pattern: Pattern) {
        text = pattern.text
        self.pattern = pattern
    }

    /// Where a rewrite or a redirect leads; `nil` where that cannot be told.
    ///
    /// - Parameter constraints: Those of the captures of its patterns.
    package init?(leadingTo target: URLTemplate, constraints: [String: Automaton] = [:]) {
        let path = target.text.prefix { $0 != "?" && $0 != "#" }
        guard let pattern = try? Pattern(String(path)) else { return nil }
        self.init(pattern)
        self.constraints = constraints
    }

    /// Whether some request that comes in here is one of a pattern. What the budget does not reach counts as one.
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
