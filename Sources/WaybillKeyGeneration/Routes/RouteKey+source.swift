import WaybillManifest
import WaybillSyntax
import WaybillTable

extension RouteKey {
    /// The function that makes URLs.
    ///
    /// - Parameter place: Where the route is declared.
    func function(at place: String) -> [String] {
        let isThrowing = !isProven
        let effects = isThrowing ? " throws(UnroutableURL)" : ""
        let signature = SwiftCode.list(
            "static func \(SwiftNames.declared(name))(", parameters, ")\(effects) -> String {")
        let call = SwiftCode.list(
            "\(isThrowing ? "try " : "")Self.\(typeName).urls.\(isThrowing ? "url" : "provenURL")(", arguments, ")")
        return documentation(at: place) + signature.lines(indent: 4) + call.lines(indent: 8) + ["    }"]
    }

    private func documentation(at place: String) -> [String] {
        let methods = route.methods.map(\.value).joined(separator: ",")
        let patterns = route.patterns.map { (methods.isEmpty ? "" : methods + " ") + $0.pattern.text }
        var lines = [summary ?? "A URL of the route `\(CommentText.line(route.id.value))`.", ""]
        lines += patterns.map { "`\(CommentText.line($0))`" }
        lines.append("in \(CommentText.line(place)).")
        if !isProven {
            lines += ["", "- Throws: ``UnroutableURL`` where no URL with these values leads to the route."]
        }
        return lines.map { $0.isEmpty ? "    ///" : "    /// \($0)" }
    }

    private var summary: String? {
        route.summary.map(CommentText.line).flatMap { $0.isEmpty ? nil : $0 }
    }

    private var parameters: [SwiftCode] {
        var texts = pattern.slots.map { "\(label($0)): \(builderType($0))" }
        if hasOpenScheme { texts.append("\(pattern.freeLabel("scheme")): NetworkScheme = .https") }
        if hasOpenHost { texts.append("\(pattern.freeLabel("subdomain")): String") }
        texts.append("\(pattern.freeLabel("query")): [(name: String, value: String)] = []")
        return texts.map { .text($0) }
    }

    private var arguments: [SwiftCode] {
        var items = [
            SwiftCode.array(
                pattern.slots.map { .text(route.value($0.label, settings).text(of: label($0))) })
        ]
        if hasOpenScheme { items.append(.text("scheme: \(pattern.freeLabel("scheme"))")) }
        if hasOpenHost { items.append(.text("subdomain: \(pattern.freeLabel("subdomain"))")) }
        return items + [.text("query: \(pattern.freeLabel("query"))")]
    }

    private func label(_ slot: PatternSlot) -> String { Self.property(slot.label) }

    private static func property(_ name: String) -> String {
        SwiftNames.declared(SwiftNames.isUnusable(name) ? name + "Value" : name)
    }

    private func builderType(_ slot: PatternSlot) -> String {
        let value = route.value(slot.label, settings)
        return value.texts == nil ? value.type : "\(typeName).\(value.type)"
    }

    private var hasOpenScheme: Bool { pattern.host != .any && pattern.scheme == nil }

    private var hasOpenHost: Bool { if case .suffix = pattern.host { true } else { false } }

    // MARK: The namespace

    /// The types of the route.
    var namespace: [String] {
        let values = route.captured.flatMap { route.value($0.name, settings).declaration(of: $0.name) }
        return ["    /// The route `\(CommentText.line(route.id.value))`.", "    enum \(typeName) {"]
            + facts.code.labelled("static let route = ").lines(indent: 8) + urls.lines(indent: 8) + values
            + parametersType + ["    }"]
    }

    private var urls: SwiftCode {
        var items = [SwiftCode.text("route")]
        if !rivals.isEmpty { items.append(.array(rivals.map(\.code)).labelled("rivals: ")) }
        if !settings.isCaseSensitive { items.append(.text("isCaseSensitive: false")) }
        if settings.trailingSlash == .strict { items.append(.text("hasStrictSlashes: true")) }
        return .list("fileprivate static let urls = RouteURLs(", items, ")")
    }

    private var parametersType: [String] {
        let fields = route.captured.map { ($0, route.value($0.name, settings)) }
        var lines = [
            "", "        /// What a request of the route captures.", "        struct Parameters: CapturedParameters {",
        ]
        lines.append("            static var route: DeclaredRoute { \(typeName).route }")
        if !fields.isEmpty { lines.append("") }
        lines += fields.map { field, value in
            "            let \(Self.property(field.name)): \(value.type)\(field.isRequired ? "" : "?")"
        }
        lines += ["", "            init(_ request: RouteParameters) throws(InvalidParameter) {"]
        lines += fields.map { field, value in
            "                self.\(Self.property(field.name)) = "
                + value.reading(field.name, isRequired: field.isRequired)
        }
        if fields.isEmpty { lines[lines.count - 1] += "}" } else { lines.append("            }") }
        return lines + ["        }"]
    }
}

/// Text of a manifest in a comment.
enum CommentText {
    /// On one line, without control characters.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }
        return scalars.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
