import WaybillTable

extension Precedence {
    /// The precedence of a pattern by law 5, without priorities.
    ///
    /// - Parameter constraints: By the name of a capture.
    init(ofPatternAlone pattern: Pattern, _ constraints: [String: Automaton] = [:], hasMethods: Bool = false) {
        self.init(of: pattern, constraints: constraints, priority: 0, hasMethods: hasMethods)
    }
}
