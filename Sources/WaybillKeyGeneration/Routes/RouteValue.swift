import WaybillTable

/// The Swift type of a capture.
struct RouteValue {
    enum Kind {
        case plain(ConstraintType.SwiftType)
        /// An enumeration, by its cases and their raw values.
        case choice(cases: [(name: SwiftName, text: String)])
    }

    let kind: Kind
    /// The Swift code of the type, inside the route's own namespace.
    let type: String
    let isCaseSensitive: Bool

    /// - Parameter name: The name of the capture.
    init(_ name: String, _ constraint: ParameterConstraint?, isCaseSensitive: Bool) {
        self.isCaseSensitive = isCaseSensitive
        if case .oneOf(let texts) = constraint, let cases = Self.cases(texts, isCaseSensitive),
            let name = SwiftName(name, .parameter)
        {
            (kind, type) = (.choice(cases: cases), name.type)
        } else {
            let swiftType = constraint?.type?.swiftType ?? .string
            (kind, type) = (.plain(swiftType), swiftType.rawValue)
        }
    }

    /// Returns the cases, each text once. Texts are compared as bytes, because `String` considers different spellings
    /// of a character equal, and so do raw values.
    ///
    /// Returns `nil` if some have no name of their own.
    private static func cases(_ texts: [String], _ isCaseSensitive: Bool) -> [(name: SwiftName, text: String)]? {
        var cases: [(name: SwiftName, text: String)] = []
        for text in texts where !cases.contains(where: { isSame($0.text, text, isCaseSensitive) }) {
            guard let name = SwiftName(text, .value), !cases.contains(where: { $0.name == name }) else { return nil }
            cases.append((name, text))
        }
        return cases
    }

    private static func isSame(_ left: String, _ right: String, _ isCaseSensitive: Bool) -> Bool {
        isCaseSensitive ? left == right : ASCII.lowercased(left.utf8) == ASCII.lowercased(right.utf8)
    }

    /// All values, if there are few.
    var texts: [String]? { if case .choice(let cases) = kind { cases.map(\.text) } else { nil } }

    /// Whether every value of the type is a value of the constraint.
    var isClosed: Bool { if case .plain(.string) = kind { false } else { true } }

    /// An expression of the value's text.
    func text(of name: String) -> String {
        switch kind {
        case .plain(.int), .plain(.uint): "\"\\(\(name))\""
        case .plain(.uuid): "\(name).uuidString"
        case .plain(.string): name
        case .choice: "\(name).rawValue"
        }
    }

    /// An expression that reads the value from `request`.
    func reading(_ name: String, isRequired: Bool) -> String {
        var label = "as"
        if case .choice = kind, !isCaseSensitive { label = "foldingCaseOf" }
        return "try request.\(isRequired ? "require" : "get")(\(name.swiftLiteral), \(label): \(type).self)"
    }

    /// The enumeration, if it is one.
    func declaration(of name: String, _ access: String) -> [String] {
        guard case .choice(let cases) = kind else { return [] }
        return [
            "", "        /// The values of `:\(name)`.",
            "        \(access)enum \(type): String, CaseIterable, Sendable {",
        ]
            + cases.map { "            case \($0.name.escaped) = \($0.text.swiftLiteral)" } + [
                "        }"
            ]
    }
}
