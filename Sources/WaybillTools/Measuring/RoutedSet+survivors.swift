import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Returns the verdict on a mutant that no test kills, with a test that would kill it if one is found.
    func verdict(ofSurvivor mutant: RoutedSet, _ mutation: Mutation.Kind) -> MutationResult.Verdict {
        switch mutation {
        case .interceptor(let interceptor, let route):
            var search = VisitSearch(self, mutant, route: route, interceptor: interceptor)
            return search.run()
        case .target(.route(let route)), .status(let route):
            var search = VisitSearch(self, mutant, route: route)
            return search.run()
        case .fallback(let tag):
            // This URL explains itself. A comparison may choose any unmatched URL.
            let request = RequestWitness(url: "/nothing/here", method: "GET")
            let draft = test(distinguishing: mutant, request, tag.map { TagView([$0]) } ?? .everything)
            return draft.map { .survived($0) } ?? verdict(comparing: mutant)
        case .otherMethods: return verdict(comparing: mutant, seesOtherMethods: true)
        default: return verdict(comparing: mutant)
        }
    }

    // MARK: Comparing tables

    /// - Parameter seesOtherMethods: Whether requests with the wrong method may change alone. They can only if the fallback
    ///   begins or ends to serve them: whatever else adds the URL to a table, or removes it, changes a request that has a
    ///   route, too.
    private func verdict(comparing mutant: RoutedSet, seesOtherMethods: Bool = false) -> MutationResult.Verdict {
        let names = fallbackNames
        let found = compared(fallbacks: names, seesOtherMethods)
            .comparison(with: mutant.compared(fallbacks: names, seesOtherMethods))
        let parts = found.changes.flatMap(\.parts)
        // Plain opens first, because these are what people test.
        let plain = parts.filter { $0.witness.view == .everything }
        let viewed = parts.filter { $0.witness.view != .everything }
        for part in plain + viewed {
            for view in views(of: part) {
                if let draft = test(distinguishing: mutant, part.witness.request, view) { return .survived(draft) }
            }
        }
        return parts.isEmpty && found.undecided.isEmpty && found.isComplete ? .equivalent : .undecided
    }

    /// Returns the view of a part's example request, or views of declared tags if the view names an undeclared one.
    private func views(of part: TableChange.Part) -> [TagView] {
        let view = part.witness.view
        if view.tags?.isSubset(of: set.tagNames) ?? true { return [view] }
        return [view] + set.tagNames.sorted().map { TagView([$0]) }.filter(part.views.contains)
    }

    /// Returns the table for a comparison. Everything that a test can distinguish has different codes: routes and
    /// interceptors by index, fallbacks by name.
    private func compared(fallbacks names: [String], _ seesOtherMethods: Bool) -> ComparedTable {
        func code(_ target: Fallback.Target) -> Int { set.routes.count + (names.firstIndex(of: target.name) ?? 0) }
        let tagged = set.fallback?.byTag.map { ComparedTable.Fallback(tag: $0.tag.value, code: code($0.target)) } ?? []
        let plain = set.fallback?.target.map { ComparedTable.Fallback(tag: nil, code: code($0)) }
        return ComparedTable(
            table, routes: set.routes.indices.map { .init(code: $0, reads: .all) },
            interceptors: set.interceptors.enumerated().map { .init(code: $0, reads: $1.action.reading) },
            fallbacks: tagged + (plain.map { [$0] } ?? []),
            otherMethods: seesOtherMethods && set.refusesOtherMethods ? ComparedTable.nothing : nil)
    }

    private var fallbackNames: [String] {
        guard let fallback = set.fallback else { return [] }
        return fallback.byTag.map(\.target.name) + (fallback.target.map { [$0.name] } ?? [])
    }
}

extension Interceptor.Action {
    /// The captures whose values a test can see.
    fileprivate var reading: ComparedTable.Reading {
        if case .rewrite(let target) = self { .target(target.target) } else { .nothing }
    }
}

/// Searches the requests of a route for one that a mutant treats differently.
private struct VisitSearch {
    private let subject: RoutedSet
    private let mutant: RoutedSet
    private let route: Int
    /// An interceptor that must run for the request.
    private let interceptor: Int?
    private var search: RequestSearch
    /// Whether no request was left out.
    private var isProof = true

    private static let maximumViews = 64

    init(_ subject: RoutedSet, _ mutant: RoutedSet, route: Int, interceptor: Int? = nil) {
        self.subject = subject
        self.mutant = mutant
        self.route = route
        self.interceptor = interceptor
        search = RequestSearch(subject.table)
    }

    mutating func run() -> MutationResult.Verdict {
        let views = views
        if views.count > Self.maximumViews { isProof = false }
        for view in views.prefix(Self.maximumViews) {
            for pattern in subject.table.routes[route].patterns.indices {
                if let draft = draft(at: RoutePlace(route: route, pattern: pattern), in: view) {
                    return .survived(draft)
                }
            }
        }
        return isProof ? .equivalent : .undecided
    }

    private mutating func draft(at place: RoutePlace, in view: TagView) -> TestDraft? {
        var draft: TestDraft?
        var question = RequestSearch.Question(place, view: view)
        question.within = interceptor
        // Terminating interceptors may hide the difference. Their requests are left out only in a second search,
        // because a redirect may lead past them.
        for excluded in [[], subject.terminating(before: interceptor, in: view)] {
            question.without = excluded
            let answer = search.find(question) { request in
                draft = subject.test(distinguishing: mutant, request, view)
                return draft != nil
            }
            if draft != nil || answer == .none { return draft }
            isProof = false
        }
        return nil
    }

    /// The plain open, and the smallest views that show both the route and the interceptor. In a larger view, other
    /// routes may serve more of the requests, so this route serves no additional ones.
    private var views: [TagView] {
        let own = subject.table.routes[route].tags.sorted()
        guard let interceptor, !subject.table.interceptors[interceptor].appliesEverywhere else {
            return [.everything] + own.map { TagView([$0]) }
        }
        let others = subject.table.interceptors[interceptor].tags.sorted()
        return [.everything] + own.flatMap { tag in others.map { TagView([tag, $0]) } }
    }
}
