import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Returns the place of a unit in the manifest.
    func span(of subject: CoverageUnit.Subject) -> SourceSpan {
        guard let index = subject.route else { return set.interceptors[subject.interceptor ?? 0].id.span }
        let route = set.routes[index]
        let pattern = route.patterns.first?.span ?? route.id.span
        switch subject {
        case .pattern(_, let number): return route.patterns[number].span
        case .runs, .passes: return pattern
        case .seen(_, let tag): return route.tags.first { $0.value == tag }?.span ?? pattern
        case .hidden: return route.tags.first?.span ?? pattern
        case .accepted(_, let capture), .rejected(_, let capture):
            return route.constrained.first { $0.name.value == capture }?.name.span ?? pattern
        }
    }

    /// Describes an unexercised unit.
    func words(for subject: CoverageUnit.Subject) -> String {
        let route = subject.route.map { "route '\(set.routes[$0].id.value)'" } ?? "no route"
        let interceptor = subject.interceptor.map { "interceptor '\(set.interceptors[$0].id.value)'" } ?? ""
        return switch subject {
        case .pattern(let index, let pattern):
            set.routes[index].patterns.count > 1
                ? "no test reaches \(route) by '\(set.routes[index].patterns[pattern].text.value)'"
                : "no test reaches \(route)"
        case .runs(_, nil): "no test runs \(interceptor)"
        case .runs: "no test of \(route) runs \(interceptor)"
        case .passes: "no test reaches \(route) where \(interceptor) does not run"
        case .seen(_, let tag): "no test opens \(route) in the view '\(tag)'"
        case .hidden: "no test opens \(route) in a view that hides it"
        case .accepted(_, let capture): "no test reaches \(route) with a value of '\(capture)'"
        case .rejected(_, let capture): "no test has a value that '\(capture)' of \(route) rejects"
        }
    }
}

extension ManifestSet {
    /// The tags that a view may name: the declared or used ones.
    var tagNames: Set<String> {
        guard tags.isEmpty else { return Set(tags.map(\.name.value)) }
        let carried = routes.flatMap(\.tags) + modules.flatMap(\.tags) + interceptors.flatMap(\.tags)
        return Set((carried + tests.flatMap(\.tags)).map(\.value)).union(fallback?.byTag.map(\.tag.value) ?? [])
    }
}

extension RoutedSet {
    /// Returns the interceptors of a view that may end the chain before an interceptor runs.
    ///
    /// - Parameter interceptor: `nil` for those that may end it before a route.
    func terminating(before interceptor: Int?, in view: TagView) -> [Int] {
        set.terminatingInterceptors.filter { index in
            let other = table.interceptors[index]
            let isBefore = interceptor.map { other.runs(before: table.interceptors[$0]) } ?? true
            return isBefore && (other.appliesEverywhere || view.shows(other.tags))
        }
    }
}

extension RequestTrace {
    /// The visits at which the chain lets the request pass to the routes, even if none matches.
    var routedVisits: [Visit] {
        visits.enumerated().compactMap { index, visit in
            if let hop = visit.hop { return hop.isOfRoute ? visit : nil }
            return index == visits.count - 1 && isRouted ? visit : nil
        }
    }

    private var isRouted: Bool {
        switch end {
        case .reached, .redirectToClient, .unmatched, .redirectUnmatched: true
        case .rejected, .loop, .invalid: false
        }
    }
}

extension WalkHop {
    fileprivate var isOfRoute: Bool { if case .route = by { true } else { false } }
}

extension RoutedSet {
    /// Returns the units that a request exercises at all of its visits, except rejected captures.
    ///
    /// - Parameter near: The interceptors that may run for a route.
    func hits(of trace: RequestTrace, near: (Int) -> [Int]) -> Set<CoverageUnit.Subject> {
        var hits: Set<CoverageUnit.Subject> = []
        for visit in trace.visits {
            for interceptor in visit.interceptors {
                hits.insert(.runs(interceptor: interceptor, route: visit.route?.route))
            }
        }
        for visit in trace.routedVisits {
            if let match = visit.route { addHits(at: match, visit.url, trace, near(match.route), to: &hits) }
            guard trace.view != .everything,
                let other = table.route(for: visit.url, method: trace.method)?.route,
                !table.routes[other].tags.isEmpty, !table.admits(other, method: trace.method, in: trace.view)
            else { continue }
            hits.insert(.hidden(route: other))
        }
        return hits
    }

    private func addHits(
        at match: RouteMatch, _ url: RouteURL, _ trace: RequestTrace, _ near: [Int],
        to hits: inout Set<CoverageUnit.Subject>
    ) {
        let definition = table.routes[match.route]
        hits.insert(.pattern(route: match.route, pattern: match.pattern))
        for name in definition.patterns[match.pattern].captureNames where definition.constraints[name] != nil {
            hits.insert(.accepted(route: match.route, capture: name))
        }
        for tag in definition.tags where trace.view.tags?.contains(tag) == true {
            hits.insert(.seen(route: match.route, tag: tag))
        }
        guard !near.isEmpty else { return }
        // A view may also hide an interceptor, which does not mean that it does not match.
        let matching = Set(table.interceptors(for: url, method: trace.method).map(\.interceptor))
        for interceptor in near where !matching.contains(interceptor) {
            hits.insert(.passes(interceptor: interceptor, route: match.route))
        }
    }

    /// Whether only this capture prevents a visit of a request from reaching a route.
    func refuses(
        _ capture: String, of place: RoutePlace, _ visit: RequestTrace.Visit, in trace: RequestTrace,
        rank: (RoutePlace) -> Int
    ) -> Bool {
        guard table.admits(place.route, method: trace.method, in: trace.view),
            table.refusals(at: place, of: visit.url) == [capture]
        else { return false }
        guard let match = visit.route else { return true }
        return match.route != place.route
            && rank(place) < rank(RoutePlace(route: match.route, pattern: match.pattern))
    }
}
