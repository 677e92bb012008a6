package import WaybillTable

/// An address at which a service takes requests: `https://api.example.com`, `//*.example.com`, `myapp:`, or `/` for
/// paths alone.
package struct EntryPoint: Sendable, Hashable {
    /// The requests; `nil` for paths alone.
    let pattern: Pattern?
    /// By the name of a capture.
    fileprivate var constraints: [String: Automaton] = [:]

    /// - Throws: The error in the text, with its place.
    package init(_ text: String) throws(PatternError) {
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
        self.pattern = pattern
    }

    /// Creates an entry point for the target of a rewrite or a redirect.
    ///
    /// - Parameter constraints: The constraints of the captures.
    package init(leadingTo target: URLTemplate, constraints: [String: Automaton] = [:]) {
        self.init(target.pattern)
        self.constraints = constraints
    }

    /// Whether some of the requests are at this entry point.
    func admits(
        _ requests: RequestSet, _ settings: MatchSettings, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> Bool {
        guard let pattern else { return requests.boxes.contains { $0.head.isAlone } }
        return try !requests.intersection(RequestSet(of: pattern, constraints, settings, &work), &work).isEmpty
    }
}

/// The addresses at which a service takes requests.
package struct EntryPoints {
    /// Those with a pattern, with their numbers.
    private let points: PatternMap<(number: Int, point: EntryPoint)>
    /// The one for paths alone.
    private let paths: EntryPoint?
    private let settings: MatchSettings
    private var walk: WorkBudget
    private var questions: QuestionBudget

    package init(_ points: [EntryPoint], _ settings: MatchSettings, within limits: ProofLimits = .standard) {
        self.points = PatternMap(
            settings,
            points.enumerated().compactMap { number, point in
                point.pattern.map {
                    PatternMap.Entry(pattern: $0, constraints: point.constraints, value: (number, point))
                }
            })
        paths = points.first { $0.pattern == nil }
        self.settings = settings
        walk = limits.walkBudget(entries: points.count)
        questions = QuestionBudget(limits)
    }

    /// Returns the numbers of those with a pattern that may share a URL with another one. All others do not. `nil` if the
    /// limits end the search.
    package func near(_ pattern: Pattern, within limits: ProofLimits = .standard) -> [Int]? {
        var walk = limits.walkBudget(entries: 1)
        return try? points.values(near: pattern, &walk).map(\.number)
    }

    /// Whether some request at one of them matches a pattern; `nil` if the limits end the search.
    ///
    /// - Parameter constraints: The constraints of the pattern's captures.
    package mutating func admit(_ pattern: Pattern, _ constraints: [String: Automaton]) -> Bool? {
        var questions = questions
        defer { self.questions = questions }
        return questions.answer { work throws(WorkBudget.Exhausted) in
            let requests = try RequestSet(of: pattern, constraints, settings, &work)
            if let paths, try paths.admits(requests, settings, &work) { return true }
            var isAdmitted = false
            try points.visit(near: pattern, &walk) { entry throws(WorkBudget.Exhausted) in
                isAdmitted = try entry.point.admits(requests, settings, &work)
                return !isAdmitted
            }
            return isAdmitted
        }
    }
}
