/// Where a service takes requests: `https://api.example.com`, `//*.example.com`, `myapp:`, or `/` for paths alone.
package struct EntryPoint: Sendable, Hashable {
    package let text: String
    /// What comes in; `nil` for paths alone.
    private let pattern: Pattern?

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
    package init?(leadingTo target: URLTemplate) {
        let path = target.text.prefix { $0 != "?" && $0 != "#" }
        guard let pattern = try? Pattern(String(path)) else { return nil }
        self.init(pattern)
    }

    /// Whether some request that comes in here is one of a pattern. What the budget does not reach counts as one.
    package func admits(
        _ other: Pattern, _ narrowings: [String: Automaton], _ settings: MatchSettings,
        within limits: ProofLimits = .standard
    ) -> Bool {
        var work = WorkBudget(stepsLeft: limits.relation)
        do throws(WorkBudget.Exhausted) {
            let asked = try RequestSet(of: other, narrowings, settings, &work)
            guard let pattern else {
                return asked.boxes.contains { if case .alone = $0.head { true } else { false } }
            }
            return try !asked.intersection(RequestSet(of: pattern, [:], settings, &work), &work).isEmpty
        } catch {
            return true
        }
    }
}
