import Foundation
import Testing
import WaybillKeyGeneration
import WaybillSyntax
import WaybillTable

@testable import Waybill
@testable import WaybillManifest
@testable import WaybillOracle

/// A manifest, the code that is generated for it, and the table of a router for it.
struct BuilderTrial {
    let keys: RouteKeys
    private let table: RoutingTable

    /// A question to the generated code, and its answer.
    struct Counts {
        var proven = 0
        var made = 0
        var refused = 0
    }

    static let settings = [true, false].flatMap { isCaseSensitive in
        MatchSettings.TrailingSlash.allCases.map {
            MatchSettings(isCaseSensitive: isCaseSensitive, trailingSlash: $0)
        }
    }

    static let hostile = [
        "", "a", "A", "new", "NEW", "/", "//", "a/b", "a/", "/a", "a//b", "a/./b", "a/../b", "%", "%2F", "%25", "a%b",
        "%00",
        ".", "..", "...", "%2e", "%2E%2E", "./..", "é", "e\u{301}", "日本", "🚂", "\u{0}", "a\u{0}", "?", "a?b=c", "#",
        "a#b", "+",
        "a b", "&", "=", ":", ":x", "*", "**", "@", "[", "\\", "\n", "\u{7F}", "\u{85}", "new.json", "p-new",
        "http://x/y",
        String(repeating: "long/", count: 100), String(repeating: "%", count: 1_000), "-5", "+5", "007",
    ]

    init?(_ made: OracleCase) {
        // Nothing is proven: what a set says of its routes is another suite's business, and takes most of the time.
        let files = ManifestFiles(texts: [("a.yaml", ChangeCase(made: made).manifest)])
        let set = ManifestSet.merging(SetReading(files: files, environment: Environment([:]), cache: nil).manifests).set
        guard set.routes.count == made.routes.count, let table = try? made.table() else { return nil }
        // A route that no request reaches is an error in the manifest, and still a case for its builder.
        var ordered = made
        ordered.routes = set.routes.compactMap { route in made.routes.first { $0.id == route.id.value } }
        self.table = (try? ordered.table()) ?? table
        keys = RouteKeys(set, self.table)
    }

    // MARK: Asking

    /// The values, with the types of the function's parameters.
    func check(_ key: RouteKey, _ urls: RouteURLs, _ generator: inout OracleGenerator, _ counts: inout Counts) {
        let values = key.pattern.slots.map { value(of: key.facts.params[$0.label], $0, &generator) }
        let scheme = generator.pick(NetworkScheme.allCases).rawValue
        let subdomain = generator.pick(["a", "b", "A.b", "a..b", "", "é", "a/b", ".", "h"])
        check(key, urls, URLValues(values, scheme: scheme, subdomain: subdomain), &generator, &counts)
    }

    private func value(
        of constraint: ParameterConstraint?, _ slot: PatternSlot, _ generator: inout OracleGenerator
    ) -> String {
        switch constraint {
        case .int: return generator.pick(["0", "1", "12", "-1", "\(Int.min)", "\(Int.max)"])
        case .uint: return generator.pick(["0", "1", "12", "\(UInt.max)"])
        case .uuid: return UUID().uuidString
        case .oneOf(let values): return generator.pick(values)
        default:
            let pool = Self.hostile + OracleGenerator.values
            guard slot.isCatchAll else { return generator.pick(pool) }
            return (0..<generator.int(0...3)).map { _ in generator.pick(pool) }.joined(separator: "/")
        }
    }

    func check(
        _ key: RouteKey, _ urls: RouteURLs, _ values: URLValues, _ generator: inout OracleGenerator,
        _ counts: inout Counts
    ) {
        let scheme = NetworkScheme(rawValue: values.scheme) ?? .https
        let query: [(name: String, value: String)] = generator.chance(20) ? [("a/b", "?#&=%+ é"), ("", "")] : []
        if key.isProven {
            counts.proven += 1
            let url = urls.provenURL(values.path, scheme: scheme, query: query)
            #expect(leads(url, to: key, values), "\(url) of \(key.facts) for \(values)")
            return
        }
        do {
            let url = try urls.url(values.path, scheme: scheme, subdomain: values.subdomain, query: query)
            counts.made += 1
            #expect(leads(url, to: key, values), "\(url) of \(key.facts) for \(values)")
            let items = try? RouteURL(url).queryItems.map { [$0.name, $0.value] }
            #expect(items == query.map { [$0.name, $0.value] } || key.pattern.isForAnotherScheme)
        } catch {
            counts.refused += 1
            let possible = spellings(key.pattern, values).first { leads($0, to: key, values) }
            #expect(possible == nil, "\(key.facts) for \(values): \(error)")
        }
    }

    // MARK: The law

    /// Whether the router's table matches the URL with the route and these captures.
    private func leads(_ text: String, to key: RouteKey, _ values: URLValues) -> Bool {
        guard let url = try? RouteURL(text) else { return false }
        let methods: [String?] = key.facts.methods.isEmpty ? [nil] : key.facts.methods
        return methods.contains { method in
            guard let match = table.route(for: url, method: method), table.routes[match.route].id == key.facts.id
            else { return false }
            return zip(key.pattern.slots, values.path).allSatisfy { slot, value in
                // The text of no segments is also the text of one empty segment.
                if slot.isCatchAll, value.isEmpty, url.segments.count > slot.segment { return false }
                return !slot.isNamed || match.captures[slot.label].map { Array($0.utf8) } == Array(value.utf8)
            } && match.captures.names.sorted() == key.pattern.captureNames.sorted()
                && hasWildcards(url, key.pattern, values)
        }
    }

    /// The values of the slots that capture nothing.
    private func hasWildcards(_ url: RouteURL, _ pattern: Pattern, _ values: URLValues) -> Bool {
        let segments = url.segments
        for (slot, value) in zip(pattern.slots, values.path) where !slot.isNamed {
            guard slot.segment <= segments.count else { return false }
            let rest = segments[slot.segment...]
            let keepsSlash = table.settings.trailingSlash == .strict && url.hasTrailingSlash && !rest.isEmpty
            let taken = Array(rest.joined(separator: Array("/".utf8))) + (keepsSlash ? Array("/".utf8) : [])
            if (slot.isCatchAll ? taken : rest.first ?? []) != Array(value.utf8) { return false }
        }
        guard case .suffix(let suffix) = pattern.host else { return true }
        return Array((url.host ?? "").utf8) == OracleText.host(Array((values.subdomain + suffix).utf8))
    }

    /// Every spelling of the URL with the values that may make a difference: all bytes escaped, with and without
    /// trailing slashes, with a leading dot segment.
    private func spellings(_ pattern: Pattern, _ values: URLValues) -> [String] {
        func escaped(_ bytes: some Sequence<UInt8>) -> String {
            bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        var given = values.path[...]
        var pieces = pattern.segments.map { segment in
            switch segment {
            case .literal(let bytes): escaped(bytes)
            case .any: escaped((given.popFirst() ?? "").utf8)
            case .capture(let capture): escaped(capture.prefix + (given.popFirst() ?? "").utf8 + capture.suffix)
            }
        }
        if pattern.catchAll != nil, let rest = given.popFirst(), !rest.isEmpty {
            pieces += rest.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
                escaped($0)
            }
        }
        let path = pieces.joined(separator: "/")
        return heads(of: pattern, values).flatMap { head in ["", "/", "//"].map { head + path + $0 } }
    }

    private func heads(of pattern: Pattern, _ values: URLValues) -> [String] {
        let port = pattern.port.map { ":\($0)" } ?? ""
        let scheme = pattern.scheme ?? values.scheme
        switch pattern.host {
        case .literal(let name): return ["\(scheme)://\(name)\(port)/"]
        case .suffix(let suffix): return ["\(scheme)://\(values.subdomain)\(suffix)\(port)/"]
        case .any: return pattern.scheme.map { ["\($0)://", "\($0):///", "\($0):/"] } ?? ["/", "/./"]
        }
    }
}

extension Pattern {
    /// The settings in which only `+` differs: it is not a space in queries.
    fileprivate var isForAnotherScheme: Bool { scheme != nil && host == .any }
}

extension RouteKey {
    /// The answers of the generated code to the questions.
    var urls: RouteURLs {
        RouteURLs(
            DeclaredRoute(facts), rivals: rivals.map(DeclaredRoute.init), isCaseSensitive: settings.isCaseSensitive,
            hasStrictSlashes: settings.trailingSlash == .strict)
    }
}

extension DeclaredRoute {
    init(_ facts: RouteFacts) {
        self.init(
            id: facts.id, urls: facts.urls, params: facts.params.mapValues(Constraint.init(constraint:)),
            methods: facts.methods, priority: facts.priority)
    }
}
