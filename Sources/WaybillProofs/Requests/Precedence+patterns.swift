import WaybillTable

extension Precedence {
    /// Law 5 without priorities: what a pattern says by itself.
    ///
    /// - Parameter constraints: By the name of a capture.
    init(ofPatternAlone pattern: Pattern, _ constraints: [String: Automaton] = [:], hasMethods: Bool = false) {
        self.init(of: pattern, constraints: constraints, priority: 0, hasMethods: hasMethods)
    }
}
