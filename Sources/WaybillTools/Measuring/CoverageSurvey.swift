import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Counts what the tests of a set exercise, and finds the rest.
struct CoverageSurvey {
    private let subject: RoutedSet
    private var set: ManifestSet { subject.set }
    private var table: RoutingTable { subject.table }
    private var hits: [CoverageUnit.Subject: Int] = [:]
    private var traces: [RequestTrace] = []
    private var search: RequestSearch
    /// The first proposed test that exercises a unit, so that no two tests are proposed where one is enough.
    private var proposed: [CoverageUnit.Subject: TestDraft] = [:]
    /// By route: the interceptors that may run for its requests.
    private let near: [[Int]]
    private let ranks: [RoutePlace: Int]

    init(_ subject: RoutedSet) {
        self.subject = subject
        var search = RequestSearch(subject.table)
        near = subject.table.routes.indices.map { route in
            let patterns = subject.table.routes[route].patterns.indices
            let all = patterns.flatMap { search.interceptors(near: RoutePlace(route: route, pattern: $0)) }
            return Set(all).sorted()
        }
        self.search = search
        ranks = subject.table.ranks
    }

    mutating func count(_ traces: [RequestTrace]) {
        self.traces += traces
        let subject = subject
        let near = near
        for hit in Concurrently.map(traces, { subject.hits(of: $1, near: { near[$0] }) }).joined() {
            hits[hit, default: 0] += 1
        }
    }

    /// Returns everything that some request can exercise.
    mutating func units() -> [CoverageUnit] {
        countRefusals()
        var met: Set<Int> = []
        var units: [CoverageUnit] = []
        for route in table.routes.indices {
            for subject in subjects(of: route) {
                if let unit = unit(subject) { units.append(unit) }
            }
            // An interceptor that never runs for a route cannot be passed by its requests.
            for interceptor in near[route] {
                guard let running = unit(.runs(interceptor: interceptor, route: route)) else { continue }
                met.insert(interceptor)
                units.append(running)
                if let passing = unit(.passes(interceptor: interceptor, route: route)) { units.append(passing) }
            }
        }
        // An interceptor without a route may serve requests that match no route.
        return units
            + table.interceptors.indices.filter { !met.contains($0) }
            .compactMap { unit(.runs(interceptor: $0, route: nil)) }
    }

    /// Returns the possible units of a route, without its interceptors.
    private func subjects(of route: Int) -> [CoverageUnit.Subject] {
        let definition = table.routes[route]
        let tags = definition.tags.sorted()
        let captures = set.routes[route].constrained.map(\.name.value).filter { name in
            definition.patterns.contains { $0.hasCapture(named: name) }
        }
        return definition.patterns.indices.map { .pattern(route: route, pattern: $0) }
            + tags.map { .seen(route: route, tag: $0) } + (tags.isEmpty ? [] : [.hidden(route: route)])
            + captures.map { .accepted(route: route, capture: $0) }
            + captures.map { .rejected(route: route, capture: $0) }
    }

    /// Returns `nil` if no request can exercise it.
    private mutating func unit(_ subject: CoverageUnit.Subject) -> CoverageUnit? {
        let span = self.subject.span(of: subject)
        if let count = hits[subject] { return CoverageUnit(subject: subject, span: span, hits: count) }
        if let earlier = proposed[subject] {
            return CoverageUnit(subject: subject, span: span, hits: 0, proposal: earlier)
        }
        switch answer(subject) {
        case .found(let proposal): return CoverageUnit(subject: subject, span: span, hits: 0, proposal: proposal)
        case .unknown: return CoverageUnit(subject: subject, span: span, hits: 0)
        case .none: return nil
        }
    }
}

// MARK: Rejected captures

extension CoverageSurvey {
    private mutating func countRefusals() {
        guard set.routes.contains(where: { !$0.constrained.isEmpty }) else { return }
        let index = RefusalIndex(traces)
        for route in table.routes.indices where !table.routes[route].constraints.isEmpty {
            for (number, pattern) in table.routes[route].patterns.enumerated() {
                let place = RoutePlace(route: route, pattern: number)
                for visit in index.visits(near: pattern) {
                    let entry = index[visit]
                    for capture in table.refusals(at: place, of: entry.visit.url)
                    where refuses(capture, place, entry.visit, entry.trace) {
                        hits[.rejected(route: route, capture: capture), default: 0] += 1
                    }
                }
            }
        }
    }

    private func refuses(
        _ capture: String, _ place: RoutePlace, _ visit: RequestTrace.Visit, _ trace: RequestTrace
    ) -> Bool {
        subject.refuses(capture, of: place, visit, in: trace) { ranks[$0] ?? 0 }
    }
}

// MARK: Proposed requests

extension CoverageSurvey {
    private enum Answer {
        case found(TestDraft)
        case none
        case unknown
    }

    private mutating func answer(_ subject: CoverageUnit.Subject) -> Answer {
        guard let route = subject.route else { return rescue(by: subject.interceptor ?? 0) }
        var isKnown = true
        for view in views(for: subject) {
            for pattern in patterns(of: subject, route) {
                let place = RoutePlace(route: route, pattern: pattern)
                switch ask(subject, place, in: view) {
                case .found(let proposal): return .found(proposal)
                case .unknown: isKnown = false
                case .none: continue
                }
            }
        }
        return isKnown ? .none : .unknown
    }

    private func patterns(of subject: CoverageUnit.Subject, _ route: Int) -> [Int] {
        let patterns = table.routes[route].patterns
        switch subject {
        case .pattern(_, let pattern): return [pattern]
        case .accepted(_, let capture), .rejected(_, let capture):
            return patterns.indices.filter { patterns[$0].hasCapture(named: capture) }
        case .runs, .passes, .seen, .hidden: return Array(patterns.indices)
        }
    }

    /// Returns the tags of the views to try, first the plain open if it applies.
    private func views(for subject: CoverageUnit.Subject) -> [String?] {
        guard let route = subject.route else { return [nil] }
        let own = table.routes[route].tags
        switch subject {
        case .seen(_, let tag): return [tag]
        case .hidden: return set.tagNames.subtracting(own).sorted().prefix(3).map(Optional.some)
        default: return [nil] + own.sorted()
        }
    }

    private mutating func ask(_ wanted: CoverageUnit.Subject, _ place: RoutePlace, in tag: String?) -> Answer {
        let view = tag.map { TagView([$0]) } ?? .everything
        var question = RequestSearch.Question(place, view: view)
        if case .runs(let interceptor, _) = wanted { question.within = interceptor }
        question.without = self.subject.terminating(before: question.within, in: view)
        switch wanted {
        case .passes(let interceptor, _): question.without.append(interceptor)
        case .rejected(_, let capture): question.rejectedCapture = capture
        // Its rivals are those of a plain open.
        case .hidden: question.view = .everything
        case .pattern, .runs, .seen, .accepted: break
        }
        let subject = subject
        let near = near[place.route]
        let ranks = ranks
        return proposal(
            search.find(question) { witness in
                let trace = subject.trace(witness.url, method: witness.method, tags: tag.map { [$0] } ?? [])
                if case .rejected(_, let capture) = wanted {
                    return trace.routedVisits.contains {
                        subject.refuses(capture, of: place, $0, in: trace) { ranks[$0] ?? 0 }
                    }
                }
                return subject.hits(of: trace, near: { $0 == place.route ? near : [] }).contains(wanted)
            }, tag)
    }

    /// Returns a request that matches no route, and for which an interceptor runs, in a plain open or in a view.
    private mutating func rescue(by interceptor: Int) -> Answer {
        let subject = subject
        var isKnown = true
        for tag in [nil] + table.interceptors[interceptor].tags.sorted().map(Optional.some) {
            let view = tag.map { TagView([$0]) } ?? .everything
            let others = subject.terminating(before: interceptor, in: view)
            let answer = search.find(matchedBy: interceptor, without: others, in: view) { witness in
                let trace = subject.trace(witness.url, method: witness.method, tags: tag.map { [$0] } ?? [])
                return trace.visits.contains { $0.interceptors.contains(interceptor) && $0.route == nil }
            }
            switch proposal(answer, tag, isAboutInterceptors: true) {
            case .found(let draft): return .found(draft)
            case .unknown: isKnown = false
            case .none: continue
            }
        }
        return isKnown ? .none : .unknown
    }

    private mutating func proposal(
        _ answer: RequestSearch.Answer, _ tag: String?, isAboutInterceptors: Bool = false
    ) -> Answer {
        switch answer {
        case .none: return .none
        case .unknown: return .unknown
        case .found(let witness):
            let tags = tag.map { [$0] } ?? []
            let draft = subject.test(showing: witness, tags: tags, isAboutInterceptors: isAboutInterceptors)
            let trace = subject.trace(witness.url, method: witness.method, tags: Set(tags))
            for hit in subject.hits(of: trace, near: { near[$0] }) where proposed[hit] == nil { proposed[hit] = draft }
            return .found(draft)
        }
    }
}

/// The visits of requests, by the segments of their URLs, to skip patterns that cannot match.
struct RefusalIndex {
    private let visits: [Entry]
    private var byCount: [Int: [Int]] = [:]
    private var bySegment: [SegmentKey: [Int]] = [:]

    /// A visit with its request.
    struct Entry {
        var visit: RequestTrace.Visit
        var trace: RequestTrace
    }

    private struct SegmentKey: Hashable {
        /// The number of segments; `nil` for any number.
        var count: Int?
        var position: Int
        var segment: [UInt8]

        init(_ count: Int?, _ position: Int, _ segment: some Sequence<UInt8>) {
            self.count = count
            self.position = position
            // Whether case matters is a setting, so the index ignores it.
            self.segment = ASCII.lowercased(segment)
        }
    }

    init(_ traces: [RequestTrace]) {
        visits = traces.flatMap { trace in trace.routedVisits.map { Entry(visit: $0, trace: trace) } }
        for (index, entry) in visits.enumerated() {
            let segments = entry.visit.url.segments
            byCount[segments.count, default: []].append(index)
            for (position, segment) in segments.enumerated() {
                for count in [nil, segments.count] {
                    bySegment[SegmentKey(count, position, segment), default: []].append(index)
                }
            }
        }
    }

    subscript(index: Int) -> Entry { visits[index] }

    /// Returns the indices of the visits that a pattern might match: those that share its rarest literal.
    func visits(near pattern: Pattern) -> [Int] {
        let count = pattern.catchAll == nil ? pattern.segments.count : nil
        var nearest = count.map { byCount[$0, default: []] } ?? Array(visits.indices)
        for (position, segment) in pattern.segments.enumerated() {
            guard case .literal(let text) = segment else { continue }
            let found = bySegment[SegmentKey(count, position, text), default: []]
            if found.count < nearest.count { nearest = found }
        }
        return nearest
    }
}
