import WaybillManifest
import WaybillSyntax
import WaybillTable

/// The Swift text of a route's key, in lines.
struct RouteKeySource {
    private let key: RouteKey
    private let writer: DeclarationWriter
    private var route: Route { key.route }
    private var pattern: Pattern { key.pattern }
    private var type: String { key.name.type }

    init(_ key: RouteKey, _ writer: DeclarationWriter) {
        self.key = key
        self.writer = writer
    }

    /// The function that builds URLs.
    var function: [String] {
        let isThrowing = !key.isProven
        let effects = isThrowing ? " throws(UnroutableURL)" : ""
        let signature = SwiftCode.list(
            "\(writer.access)static func \(key.name.escaped)(", parameters, ")\(effects) -> String {")
        let call = SwiftCode.list(
            "\(isThrowing ? "try " : "")Self.\(type).urls.\(isThrowing ? "url" : "provenURL")(", arguments, ")")
        return documentation + signature.lines(indent: 4) + call.lines(indent: 8) + ["    }"]
    }

    private var documentation: [String] {
        let methods = route.methods.map(\.value).joined(separator: ",")
        let patterns = route.patterns.map { "`\(methods.isEmpty ? "" : methods + " ")\($0.pattern.text)`" }
        let summary = route.summary?.commentLines ?? []
        let isProven = key.isProven
        var lines = summary + (summary.isEmpty ? [] : [""])
        // A default id already contains the patterns.
        if route.hasExplicitID || patterns.count > 1 { lines.append(patterns.joined(separator: ", ") + ",") }
        lines.append(writer.origin(of: route.id))
        if !isProven { lines += ["", "- Throws: `UnroutableURL` if no URL with these values leads to the route."] }
        return lines.map { $0.isEmpty ? "    ///" : "    /// \($0)" }
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
                pattern.slots.map { .text(value($0.label).text(of: label($0))) })
        ]
        if hasOpenScheme { items.append(.text("scheme: \(pattern.freeLabel("scheme"))")) }
        if hasOpenHost { items.append(.text("subdomain: \(pattern.freeLabel("subdomain"))")) }
        return items + [.text("query: \(pattern.freeLabel("query"))")]
    }

    private func value(_ name: String) -> RouteValue { route.value(name, key.settings) }

    private func label(_ slot: PatternSlot) -> String { slot.label.propertyName }

    private func builderType(_ slot: PatternSlot) -> String {
        let value = value(slot.label)
        return value.texts == nil ? value.type : "\(type).\(value.type)"
    }

    private var hasOpenScheme: Bool { pattern.host != .any && pattern.scheme == nil }

    private var hasOpenHost: Bool { if case .suffix = pattern.host { true } else { false } }

    // MARK: The namespace

    /// The types of the route.
    var namespace: [String] {
        let values = route.captured.flatMap { value($0.name).declaration(of: $0.name, writer.access) }
        return ["    /// The declarations of \(writer.origin(of: route.id))", "    \(writer.access)enum \(type) {"]
            + key.facts.code.labelled("\(writer.access)static let route = ").lines(indent: 8) + urls.lines(indent: 8)
            + values
            + parametersType + ["    }"]
    }

    private var urls: SwiftCode {
        var items = [SwiftCode.text("route")]
        if !key.rivals.isEmpty { items.append(.array(key.rivals.map(\.code)).labelled("rivals: ")) }
        if !key.settings.isCaseSensitive { items.append(.text("isCaseSensitive: false")) }
        if key.settings.trailingSlash == .strict { items.append(.text("hasStrictSlashes: true")) }
        return .list("fileprivate static let urls = RouteURLs(", items, ")")
    }

    private var parametersType: [String] {
        let fields = route.captured.map { ($0, value($0.name)) }
        var lines = [
            "", "        /// The values that a request of the route captures.",
            "        \(writer.access)struct Parameters: CapturedParameters {",
        ]
        lines.append("            \(writer.access)static var route: DeclaredRoute { \(type).route }")
        if !fields.isEmpty { lines.append("") }
        lines += fields.map { field, value in
            "            \(writer.access)let \(field.name.propertyName): \(value.type)\(field.isRequired ? "" : "?")"
        }
        lines += ["", "            \(writer.access)init(_ request: RouteParameters) throws(InvalidParameter) {"]
        lines += fields.map { field, value in
            "                self.\(field.name.propertyName) = "
                + value.reading(field.name, isRequired: field.isRequired)
        }
        if fields.isEmpty { lines[lines.count - 1] += "}" } else { lines.append("            }") }
        return lines + ["        }"]
    }
}
