/// Where a service takes requests: `https://api.example.com`, `//*.example.com`, `myapp:`, or `/` for paths alone.
package struct EntryPoint: Sendable, Hashable {
    package let text: String
    /// What comes in; `nil` for paths alone.
    fileprivate let pattern: Pattern?
    /// What its captures are narrowed to.
    private var narrowings: [String: Automaton] = [:]

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
    /// - Parameter narrowings: What the captures of its patterns are narrowed to.
    package init?(leadingTo target: URLTemplate, narrowings: [String: Automaton] = [:]) {
        let path = target.text.prefix { $0 != "?" && $0 != "#" }
        guard let pattern = try? Pattern(String(path)) else { return nil }
        self.init(pattern)
        self.narrowings = narrowings
    }

    /// Whether some request that comes in here is one of a pattern. What the budget does not reach counts as one.
    package func admits(
        _ other: Pattern, _ narrowings: [String: Automaton], _ settings: MatchSettings,
        within limits: ProofLimits = .standard
    ) -> Bool {
        var work = WorkBudget(stepsLeft: limits.relation)
        return (try? admits(other, narrowings, settings, &work)) ?? true
    }

    func admits(
        _ other: Pattern, _ narrowings: [String: Automaton], _ settings: MatchSettings, _ work: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> Bool {
        let asked = try RequestSet(of: other, narrowings, settings, &work)
        guard let pattern else { return asked.boxes.contains { if case .alone = $0.head { true } else { false } } }
        return try !asked.intersection(RequestSet(of: pattern, self.narrowings, settings, &work), &work).isEmpty
    }
}

/// Looks for interceptors that may match what comes in somewhere.
package struct EntrySearch {
    private let table: RoutingTable
    private let interceptors: InterceptorIndex
    private var walk: WorkBudget
    private var work: WorkBudget
    /// Whether the limits let all questions be answered so far.
    package private(set) var isComplete = true

    /// - Parameter interceptors: Those that are looked for.
    package init(_ table: RoutingTable, of interceptors: [Int], within limits: ProofLimits = .standard) {
        self.table = table
        self.interceptors = InterceptorIndex(table, of: interceptors)
        walk = limits.walkBudget(entries: interceptors.count)
        work = WorkBudget(stepsLeft: limits.relations)
    }

    /// Whether one of them matches a request that comes in at an entry point. What the limits do not reach counts as one.
    ///
    /// - Parameters:
    ///   - methods: Those of the requests, as routes list them.
    ///   - isAsked: Whether one of them runs there at all.
    package mutating func findsSome(
        at entry: EntryPoint, answering methods: [String], where isAsked: (Int) -> Bool
    ) -> Bool {
        let methods = NameSet(answeredBy: methods)
        do throws(WorkBudget.Exhausted) {
            guard let pattern = entry.pattern else { return true }
            for place in try interceptors.places(near: pattern, &walk) where isAsked(place.route) {
                let interceptor = table.interceptors[place.route]
                guard !methods.intersection(NameSet(answeredBy: interceptor.methods)).isEmpty else { continue }
                let (pattern, narrowings) = (interceptor.patterns[place.pattern], interceptor.narrowings)
                try work.spend(Self.stepsOfQuestion)
                if try entry.admits(pattern, narrowings, table.settings, &work) { return true }
            }
            return false
        } catch {
            isComplete = false
            return true
        }
    }

    /// What a question takes however soon it is answered.
    private static let stepsOfQuestion = 20
}
