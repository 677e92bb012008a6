import WaybillManifest
package import WaybillSyntax
package import WaybillTable

/// A parameter that a handler reads.
package struct ReadParameter {
    package var name: String
    /// The Swift type that the parameter is read as.
    package var type: String
    package var isRequired: Bool
    package var reading: Reading

    package enum Reading {
        /// A text that can be read as the type, `nil` if none is known, and a test for other texts.
        case texts(sample: String?, isRead: (_ text: String) -> Bool)
        /// All texts that this automaton accepts, and no others.
        case within(Automaton)
        case anything
    }

    package init(name: String, type: String, isRequired: Bool, reading: Reading) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.reading = reading
    }
}

extension RegistryDescription.Shape {
    /// The parameters that it reads by decoding.
    var readParameters: [ReadParameter] {
        keys.map { key in
            guard case .scalar(let scalar) = key.value else {
                return ReadParameter(name: key.name, type: "", isRequired: key.isRequired, reading: .anything)
            }
            return ReadParameter(
                name: key.name, type: scalar.type, isRequired: key.isRequired,
                reading: .texts(sample: scalar.sample, isRead: scalar.reads))
        }
    }
}

extension Route {
    /// F012. Each pattern must capture the required parameters of the handler, and the type of a capture must be
    /// readable by the handler, even if the parameter is optional.
    package func mismatches(
        with parameters: [ReadParameter], of handler: Located<String>, _ suggestions: NameSuggestions
    ) -> [Diagnostic] {
        parameters.compactMap { parameter in
            if parameter.isRequired,
                let pattern = patterns.first(where: { !$0.pattern.captureNames.contains(parameter.name) })
            {
                return Diagnostic(
                    .parameterMismatch, at: pattern.span,
                    "handler '\(handler.value)' requires the parameter '\(parameter.name)', "
                        + "which '\(pattern.text.value)' does not capture",
                    suggestions: suggestions.near(parameter.name, among: pattern.pattern.captureNames),
                    help: "capture ':\(parameter.name)', or make it optional in the type that the handler reads; "
                        + "then it may come from the query")
            }
            guard let typed = constrained.first(where: { $0.name.value == parameter.name }), !typed.fits(parameter)
            else { return nil }
            return Diagnostic(
                .parameterMismatch, at: typed.valueSpan,
                "handler '\(handler.value)' reads the parameter '\(parameter.name)' as \(parameter.type), "
                    + "but the route accepts other values",
                help: "constrain '\(parameter.name)' in 'params', or change its type in the handler")
        }
    }

    /// Example values by capture; none for a capture without a constraint.
    package var captureSamples: [String: [String]] {
        let names = Set(patterns.flatMap(\.pattern.captureNames))
        let typed = Dictionary(constrained.map { ($0.name.value, $0.samples) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(uniqueKeysWithValues: names.map { ($0, typed[$0] ?? []) })
    }
}

extension Constrained {
    /// Example values.
    fileprivate var samples: [String] {
        constraint.samples ?? automaton.shortestMember().map { [String(decoding: $0, as: UTF8.self)] } ?? []
    }

    /// Whether a handler can read the values of this constraint as the parameter's type.
    fileprivate func fits(_ parameter: ReadParameter) -> Bool {
        switch parameter.reading {
        case .anything: true
        case .within(let readable): automaton.isSubset(of: readable)
        case .texts(let sample, let isRead): fits(sample, isRead)
        }
    }

    /// Whether each listed value, or an example value of a type, can be read.
    private func fits(_ sample: String?, _ isRead: (String) -> Bool) -> Bool {
        if case .oneOf(let values) = constraint { return values.allSatisfy(isRead) }
        guard let sample else { return true }
        if automaton.matches(Array(sample.utf8)[...]) { return true }
        return constraint.samples.map { $0.contains(where: isRead) } ?? true
    }
}

extension ParameterConstraint {
    /// Example values; `nil` if they are not known.
    fileprivate var samples: [String]? {
        switch self {
        case .type(let type): type.samples
        case .oneOf(let values): values
        case .regex: nil
        }
    }
}
