import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

extension Binder {
    /// F012. The parameters that the handler reads are declared by generated code, or determined by decoding values
    /// that the route captures.
    mutating func checkParameters(of handler: Located<String>, _ type: ParametersType, _ route: Route) {
        let parameters =
            switch type {
            case .captured(let declared): declared.readParameters(set.settings)
            case .decoded(let type): ParameterShape(of: type, from: route.captureSamples).fields.map(\.parameter)
            }
        diagnostics += route.mismatches(with: parameters, of: handler, suggestions)
    }
}

extension ParameterShape.Field {
    fileprivate var parameter: ReadParameter {
        ReadParameter(
            name: name, type: "\(type)", isRequired: isRequired, reading: .texts(sample: sample, isRead: reads))
    }
}

extension DeclaredRoute {
    /// The parameters of a generated structure: the captures of its route. Those of all patterns are required.
    fileprivate func readParameters(_ settings: MatchSettings) -> [ReadParameter] {
        captures.map { name, isRequired in
            let constraint = constraints[name].flatMap { $0.isReadAsText ? nil : $0 }
            let automaton = constraint.flatMap { try? Automaton($0, caseSensitive: settings.isCaseSensitive) }
            return ReadParameter(
                name: name, type: constraint?.summary ?? "String", isRequired: isRequired,
                reading: automaton.map { .within($0) } ?? .anything)
        }
    }
}
