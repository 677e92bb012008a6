/// Builds URLs of a route's first pattern, and checks with a lookup that they lead to the route.
package struct URLBuilder: Sendable {
    /// Its first route is the one for which URLs are built.
    private let table: RoutingTable
    package let pattern: Pattern

    /// - Parameter rivals: The routes that may take precedence over the route. Others are not checked.
    package init(_ route: RouteDefinition, rivals: [RouteDefinition], _ settings: MatchSettings) {
        table = RoutingTable(settings: settings, routes: [route] + rivals)
        pattern = route.patterns.first ?? .root
    }

    /// Returns the URL with the values, wherever it leads.
    package func text(_ values: URLValues) -> String { pattern.parts(values, table.settings).url }

    /// Returns the URL with the values. The route serves a request for it, with one of the route's methods (without a
    /// method if the route has none), and its pattern captures these values.
    ///
    /// - Throws: ``URLRefusal`` if there is no such URL.
    package func url(_ values: URLValues) throws(URLRefusal) -> String {
        let parts = pattern.parts(values, table.settings)
        let text = parts.url
        guard let url = try? RouteURL(text), hasParts(url, parts), isServed(url) else {
            throw refusal(of: values, text)
        }
        return text
    }

    /// Whether the URL has the intended parts. The lookup decides about slashes at the end.
    private func hasParts(_ url: RouteURL, _ parts: URLParts) -> Bool {
        var read = URLParts(of: url)
        read.hasTrailingSlash = parts.hasTrailingSlash
        return read == parts
    }

    /// Another pattern of the route may serve the URL too, if it captures the same values.
    private func isServed(_ url: RouteURL) -> Bool {
        let wanted = Captures(of: pattern, in: url, keepsSlash: table.keepsSlash).bytes
        return requestMethods.contains { method in
            guard let match = table.route(for: url, method: method) else { return false }
            return match.route == 0 && match.captures.bytes == wanted
        }
    }

    private var requestMethods: [String?] {
        let methods = table.routes[0].methods
        return methods.isEmpty ? [nil] : methods
    }

    // MARK: Errors

    private func refusal(of values: URLValues, _ text: String) -> URLRefusal {
        for (slot, value) in zip(pattern.slots, values.path) {
            if let cause = cause(value, slot) {
                return URLRefusal(label: slot.label, value: value, url: text, cause: cause)
            }
        }
        guard let url = try? RouteURL(text) else {
            return URLRefusal(label: "subdomain", value: values.subdomain, url: text, cause: .notAHost)
        }
        let match = requestMethods.lazy.compactMap { table.route(for: url, method: $0) }.first
        // With several values, the wrong one is not known.
        let only = values.path.count == 1 ? zip(pattern.slots, values.path).first { _ in true } : nil
        let cause = match.map { URLRefusal.Cause.leads(to: table.routes[$0.route].id) } ?? .unmatched
        return URLRefusal(label: only?.0.label, value: only?.1, url: text, cause: cause)
    }

    /// Returns why a value cannot be in any URL of the pattern.
    private func cause(_ value: String, _ slot: PatternSlot) -> URLRefusal.Cause? {
        if value.isEmpty && !slot.isCatchAll { return .empty }
        if value.utf8.contains(0) { return .nul }
        let segments = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isAuthority = slot.segment == 0 && pattern.scheme != nil && pattern.host == .any
        let texts =
            slot.isCatchAll
            ? segments.dropFirst(isAuthority ? 1 : 0).map { Array($0) } : [slot.prefix + value.utf8 + slot.suffix]
        if (slot.isCatchAll || !isAuthority) && texts.contains(where: ASCII.isDots) { return .dots }
        guard slot.isNamed, let automaton = table.routes[0].constraints[slot.label],
            !automaton.matches(Array(value.utf8)[...])
        else { return nil }
        return .constraint
    }
}

/// The reason why values have no URL that leads to a route.
package struct URLRefusal: Error, Sendable, Hashable {
    /// The slot of the wrong value; `nil` if it is not known.
    package var label: String?
    package var value: String?
    /// The URL with the values, which leads elsewhere.
    package var url: String
    package var cause: Cause

    package enum Cause: Sendable, Hashable {
        case empty, nul, dots, constraint, notAHost, unmatched
        /// It leads to another route, or another pattern of the same one.
        case leads(to: String)
    }
}

extension Captures {
    /// As bytes, because `String` considers different spellings of a character equal, and URLs do not.
    fileprivate var bytes: [String: [UInt8]] { asDictionary.mapValues { Array($0.utf8) } }
}
