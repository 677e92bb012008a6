import WaybillManifest
import WaybillSyntax
import WaybillTable

/// Whether what a handler reads is what its route captures.
extension Binder {
    /// F012. What a handler requires must be captured by each pattern, and a typed capture must be what the handler reads, required
    /// or not.
    mutating func checkParameters(
        of handler: Located<String>, _ type: any Decodable.Type, _ route: Route
    ) {
        for field in ParameterShape(of: type, from: route.captureSamples).fields {
            if field.isRequired,
                let pattern = route.patterns.first(where: { !$0.pattern.captureNames.contains(field.name) })
            {
                diagnostics.append(
                    Diagnostic(
                        .parameterMismatch, at: pattern.span,
                        "handler '\(handler.value)' requires the parameter '\(field.name)', "
                            + "which '\(pattern.text.value)' does not capture",
                        suggestions: suggestions.near(field.name, among: pattern.pattern.captureNames),
                        help: "capture ':\(field.name)', or make it optional in the type that the handler reads: "
                            + "then the query may have it"))
            } else if let typed = route.constrained.first(where: { $0.name.value == field.name }),
                !typed.fits(field, set.settings)
            {
                diagnostics.append(
                    Diagnostic(
                        .parameterMismatch, at: typed.valueSpan,
                        "handler '\(handler.value)' reads the parameter '\(field.name)' as \(field.reading), "
                            + "which these values are not",
                        help: "let 'params' and the type that the handler reads agree"))
            }
        }
    }
}

extension Route {
    /// Some values of its captures, by their names; none of a capture without a type.
    fileprivate var captureSamples: [String: [String]] {
        let names = Set(patterns.flatMap(\.pattern.captureNames))
        let typed = Dictionary(constrained.map { ($0.name.value, $0.samples) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(uniqueKeysWithValues: names.map { ($0, typed[$0] ?? []) })
    }
}

extension Constrained {
    /// Some of its values.
    fileprivate var samples: [String] {
        constraint.samples ?? automaton.shortestMember().map { [String(decoding: $0, as: UTF8.self)] } ?? []
    }

    /// Whether a handler that reads the field gets along with this constraint.
    fileprivate func fits(_ field: ParameterShape.Field, _ settings: MatchSettings) -> Bool {
        switch field.reading {
        case .declared(nil): return true
        case .declared(let readable?):
            return (try? Automaton(readable, caseSensitive: settings.isCaseSensitive))
                .map(automaton.isSubset) ?? true
        case .decoded(let type, let sample):
            return fits(sample) { ParameterShape.Field.reads(type, $0, of: field.name) }
        }
    }

    /// Each listed value has to be read, or some value of a type.
    private func fits(_ sample: String?, _ isRead: (String) -> Bool) -> Bool {
        if case .oneOf(let values) = constraint { return values.allSatisfy(isRead) }
        guard let sample else { return true }
        if automaton.matches(Array(sample.utf8)[...]) { return true }
        return constraint.samples.map { $0.contains(where: isRead) } ?? true
    }
}

extension ParameterConstraint {
    /// Some values; `nil` where there is no saying what they look like.
    fileprivate var samples: [String]? {
        switch self {
        case .int, .uint: ["1"]
        case .hex: ["1", "a"]
        case .uuid: ["00000000-0000-0000-0000-000000000000"]
        case .slug: ["1", "a"]
        case .alpha: ["a", "true"]
        case .date: ["2000-01-01"]
        case .oneOf(let values): values
        case .regex: nil
        }
    }
}

extension ParameterShape.Field.Reading: CustomStringConvertible {
    var description: String {
        switch self {
        case .decoded(let type, _): "\(type)"
        case .declared(let constraint): constraint?.summary ?? "String"
        }
    }
}
