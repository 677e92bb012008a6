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

    /// The type of `params:` that accepts only values of the Swift type; `nil` if there is none.
    fileprivate var constraint: String? {
        ConstraintType.all.first { $0.swiftType != .string && $0.swiftType.rawValue == type }?.name
    }

    /// What a handler does with it, in messages. The type of what is read as a text tells nothing about which texts.
    fileprivate var words: String {
        type == "String"
            ? "takes only some texts as the parameter '\(name)'" : "reads the parameter '\(name)' as \(type)"
    }

    /// Whether it is known which texts can be read as the type. Others may check the text in any way.
    private var hasKnownType: Bool { constraint != nil || Self.otherKnownTypes.contains(type) }

    private static let otherKnownTypes: Set = [
        "Bool", "Double", "Float", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64",
    ]

    /// Texts of different kinds. The limits of numbers are not among them: a number that is too large for its type is an
    /// error of that request.
    private static let usualTexts = [
        "a", "-", "0", "1", "-1", "1.5", "true", "2000-01-01", "00000000-0000-0000-0000-000000000000",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    ]

    /// Whether the type, if it is known, can be read from every usual text of a set.
    fileprivate func readsUsualTexts(where isMember: (String) -> Bool) -> Bool {
        guard hasKnownType, case .texts(_, let isRead) = reading else { return true }
        return Self.usualTexts.allSatisfy { !isMember($0) || isRead($0) }
    }

    fileprivate var readsAllUsualTexts: Bool {
        if case .within = reading { return false }
        return readsUsualTexts { _ in true }
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
    /// F012. Each pattern must capture the required parameters of the handler, and the handler must be able to read the
    /// values of a capture, even if the parameter is optional.
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
            guard let place = misread(parameter) else { return nil }
            let constraint = parameter.constraint.map { "write 'params: { \(parameter.name): \($0) }'" }
            return Diagnostic(
                .parameterMismatch, at: place,
                "handler '\(handler.value)' \(parameter.words), but the route accepts other values",
                help: "\(constraint ?? "constrain '\(parameter.name)' in 'params'"), or change its type in the handler")
        }
    }

    /// The place of the constraint, or of the capture without one, that accepts values which the parameter cannot be
    /// read from.
    private func misread(_ parameter: ReadParameter) -> SourceSpan? {
        if let typed = constrained.first(where: { $0.name.value == parameter.name }) {
            return typed.fits(parameter) ? nil : typed.valueSpan
        }
        guard !parameter.readsAllUsualTexts else { return nil }
        return patterns.first { $0.pattern.captureNames.contains(parameter.name) }?.span
    }

    /// Example values by capture; none for a capture without a constraint.
    package var captureSamples: [String: [String]] {
        let names = Set(patterns.flatMap(\.pattern.captureNames))
        let typed = Dictionary(firstOf: constrained.map { ($0.name.value, $0.samples) })
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
        case .texts(let sample, let isRead):
            fits(sample, isRead) && parameter.readsUsualTexts { automaton.matches(Array($0.utf8)[...]) }
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
