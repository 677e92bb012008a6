import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let nearDuplicate = Rule("P012", "near-duplicate", .warning, .relations, .ofPeers)
}

extension Check<RelationContext> {
    static let spellings = Check(.nearDuplicate) { $0.set.checkSpellings($0) }
}

extension ManifestSet {
    /// Patterns that differ only in case, a trailing slash or an escaped slash, and answer a common method.
    ///
    /// A forward from one spelling to the other is the fix, and several spellings of one route are intended.
    fileprivate func checkSpellings(_ context: RelationContext) -> [Diagnostic] {
        let places = context.proofs.lookAlikes.joined()
        guard !places.isEmpty else { return [] }
        let conflicting = Set(context.proofs.conflicts.flatMap { [$0.first, $0.second] })
        var groups: [Spelling: [RoutePlace]] = [:]
        for place in places
        where !context.misread.contains(place.route) && !conflicting.contains(place) && !leadsElsewhere(place) {
            groups[Spelling(of: routes[place.route], pattern(place).pattern), default: []].append(place)
        }
        return groups.values.filter { $0.count > 1 }.flatMap { group in
            let places = group.sorted { pattern($0).span < pattern($1).span }
            return places.indices.dropFirst().compactMap { later in
                places[..<later].lazy.compactMap { nearDuplicate($0, places[later], context) }.first
            }
        }
    }

    private func nearDuplicate(
        _ earlier: RoutePlace, _ later: RoutePlace, _ context: RelationContext
    ) -> Diagnostic? {
        let first = routes[earlier.route]
        let second = routes[later.route]
        let methods = (Set(first.methods.map(\.value)), Set(second.methods.map(\.value)))
        guard earlier.route != later.route,
            methods.0.isEmpty || methods.1.isEmpty || !methods.0.isDisjoint(with: methods.1),
            pattern(earlier).pattern.isSpelledOtherwise(than: pattern(later).pattern, context.table.settings)
        else { return nil }
        return Diagnostic(
            .nearDuplicate, at: pattern(later).span,
            "'\(pattern(earlier).text.value)' and '\(pattern(later).text.value)' are different routes, although they look almost the same",
            notes: [.init("'\(first.id.value)' is here", at: pattern(earlier).span)],
            help: "keep one of them, forward one to the other, or list both under 'urls' of one route",
            fixes: forwarding(second, to: pattern(earlier)))
    }

    /// Returns a fix that turns a route without other settings into a forward to a pattern of another.
    private func forwarding(_ route: Route, to pattern: LocatedPattern) -> [Diagnostic.Fix] {
        guard route.patterns.count == 1, route.present == nil, route.with == nil, route.timeout == nil,
            route.lane == nil,
            let template = try? URLTemplate(pattern.text.value),
            Set(template.captureNames).isSubset(of: route.patterns[0].pattern.captureNames)
        else { return [] }
        let (key, value): (String, SourceSpan)
        switch route.destination {
        case .module(let name): (key, value) = (RouteGrammar.module.name, name.span)
        case .handler(let name): (key, value) = (RouteGrammar.handler.name, name.span)
        case .forward, .redirect: return []
        }
        let target = pattern.text.value
        return [
            .init(
                "forward '\(route.id.value)' to '\(target)'", safe: false,
                .rename(key, to: RouteGrammar.forward.name, in: .item(route.span)), .write(target, at: value))
        ]
    }

    private func leadsElsewhere(_ place: RoutePlace) -> Bool {
        routes[place.route].destination.target != nil
    }
}

/// The common part of patterns that differ only in spelling.
private struct Spelling: Hashable {
    var scheme: String?
    var host: Pattern.Host
    var port: Int?
    /// The path in lower case, with segments joined by `/`.
    var path: [UInt8]
    var constraints: [ParameterConstraint?]

    init(of route: Route, _ pattern: Pattern) {
        scheme = pattern.scheme
        host = pattern.host
        port = pattern.port
        path = []
        constraints = []
        for segment in pattern.segments {
            path.append(UInt8(ascii: "/"))
            switch segment {
            case .literal(let bytes): path += ASCII.lowercased(bytes)
            case .any: path += [0, 0]
            case .capture(let capture):
                path += ASCII.lowercased(capture.prefix) + [0] + ASCII.lowercased(capture.suffix)
                constraints.append(route.constrained.first { $0.name.value == capture.name }?.constraint)
            }
        }
        if pattern.catchAll != nil { path += [0, 0, 0] }
    }
}

extension Pattern {
    /// Whether two patterns of one spelling match different URLs.
    fileprivate func isSpelledOtherwise(than other: Pattern, _ settings: MatchSettings) -> Bool {
        if settings.slash(of: self) != settings.slash(of: other) { return true }
        let own = segments.map(\.text)
        let others = other.segments.map(\.text)
        return settings.isCaseSensitive ? own != others : own.count != others.count
    }
}

extension Pattern.Segment {
    /// The text without capture names.
    fileprivate var text: [[UInt8]] {
        switch self {
        case .literal(let bytes): [Array(bytes)]
        case .any: []
        case .capture(let capture): [capture.prefix, capture.suffix]
        }
    }
}
