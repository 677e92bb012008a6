import WaybillTable

/// The Swift type of a capture.
struct RouteValue {
    enum Kind {
        case int, uint, uuid, text
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
        (kind, type) =
            switch constraint {
            case .int: (.int, "Int")
            case .uint: (.uint, "UInt")
            case .uuid: (.uuid, "UUID")
            case .oneOf(let texts):
                switch (Self.cases(texts, isCaseSensitive), SwiftName(name, .parameter)) {
                case (let cases?, let name?): (.choice(cases: cases), name.type)
                default: (.text, "String")
                }
            case .hex, .slug, .alpha, .date, .regex, nil: (.text, "String")
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
    var isClosed: Bool { if case .text = kind { false } else { true } }

    /// An expression of the value's text.
    func text(of name: String) -> String {
        switch kind {
        case .int, .uint: "\"\\(\(name))\""
        case .uuid: "\(name).uuidString"
        case .choice: "\(name).rawValue"
        case .text: name
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
