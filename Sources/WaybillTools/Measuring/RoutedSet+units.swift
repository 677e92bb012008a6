import WaybillManifest
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
