import WaybillManifest
import WaybillProofs
import WaybillSyntax
package import WaybillTable

/// The generated code for one route.
package struct RouteKey: Sendable {
    let name: SwiftName
    package let facts: RouteFacts
    /// The routes that take precedence for some URLs.
    package let rivals: [RouteFacts]
    /// Whether every value of the parameters' types has a URL that leads to the route.
    package let isProven: Bool
    package let pattern: Pattern
    package let settings: MatchSettings
    let route: Route

    /// - Parameters:
    ///   - number: The index of the route in the set and in the table.
    ///   - names: The names of the set's routes, by id.
    init?(_ number: Int, in set: ManifestSet, _ names: [String: SwiftName], _ search: inout RivalSearch) {
        let route = set.routes[number]
        guard let name = names[route.id.value], let first = route.patterns.first else { return nil }
        self.route = route
        self.name = name
        settings = set.settings
        pattern = first.pattern
        let methods: [String?] = route.methods.isEmpty ? [nil] : route.methods.map(\.value)
        let rivals = methods.map { search.rivals(of: number, method: $0) }
        isProven = rivals.contains([]) && Self.isClosed(route, pattern, settings)
        let places = isProven ? [] : Set(rivals.joined())
        facts = RouteFacts(route, patterns: Array(route.patterns.indices))
        self.rivals = Dictionary(grouping: places.filter { $0.route != number }, by: \.route)
            .sorted { $0.key < $1.key }
            .map { RouteFacts(set.routes[$0], patterns: $1.map(\.pattern).sorted()) }
    }

    /// Whether all values of the slots' types are valid.
    private static func isClosed(_ route: Route, _ pattern: Pattern, _ settings: MatchSettings) -> Bool {
        if case .suffix = pattern.host { return false }
        return pattern.slots.allSatisfy { slot in
            guard !slot.isCatchAll, slot.isNamed else { return false }
            let value = route.value(slot.label, settings)
            return value.isClosed && (value.texts ?? []).allSatisfy { slot.isPlain($0) }
        }
    }

    /// Diagnostics for enumerations of the route with the same name.
    var parameterDiagnostics: [Diagnostic] {
        let choices = route.constrained.filter { route.value($0.name.value, settings).texts != nil }
        return SwiftNames(of: choices.map(\.name), .parameter).diagnostics
    }

    var showsUUID: Bool {
        route.captured.contains { if case .plain(.uuid) = route.value($0.name, settings).kind { true } else { false } }
    }

    /// The function's name, without backticks. For tests.
    package var functionName: String { name.text }
}

extension PatternSlot {
    /// Whether the value does not change in a path.
    fileprivate func isPlain(_ value: String) -> Bool {
        let parts = URLParts(segments: [Array("a".utf8), prefix + value.utf8 + suffix])
        return !value.isEmpty && (try? RouteURL(parts.url)).map(URLParts.init) == parts
    }
}

extension Route {
    func value(_ name: String, _ settings: MatchSettings) -> RouteValue {
        let constraint = constrained.first { $0.name.value == name }?.constraint
        return RouteValue(name, constraint, isCaseSensitive: settings.isCaseSensitive)
    }

    /// The captures of all patterns, in order, with whether each pattern has them.
    var captured: [(name: String, isRequired: Bool)] { patterns.map(\.pattern).captures }
}
