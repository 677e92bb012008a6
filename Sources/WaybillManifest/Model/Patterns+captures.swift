import WaybillTable

extension [Pattern] {
    /// The names of the captures of all patterns, each once and in order, with whether every pattern has it.
    package var captures: [(name: String, isRequired: Bool)] {
        let names = map(\.captureNames)
        return names.joined().uniqued().map { name in (name, names.allSatisfy { $0.contains(name) }) }
    }
}
