import WaybillProofs
import WaybillSyntax
package import WaybillTable

extension RoutedSet {
    /// Puts a trace into words.
    ///
    /// - Parameter url: The requested text. If it is not a valid URL, the trace does not contain it.
    /// - Complexity: Linear in the table, because the reason against every pattern is computed.
    package func explanation(of trace: RequestTrace, askedFor url: String) -> Explanation {
        var explanation = Explanation(url: url, outcome: outcome(of: trace))
        explanation.query = trace.visits.first?.url.queryItems ?? []
        explanation.fragment = trace.visits.first?.url.fragment
        explanation.interceptors = trace.interceptors.map { set.interceptors[$0].id.value }
        explanation.hops = trace.hops.map { Explanation.Hop(by: name(of: $0.by), to: $0.to) }
        explanation.parameters = trace.parameters
        explanation.problem = wrongMethod(of: trace) ?? problem(of: trace)
        if case .rejected(let interceptor) = trace.end, let rejection = rejection(by: interceptor) {
            explanation.rejection = rejection
        }
        if case .redirectToClient(let location, _) = trace.end { explanation.location = location }
        explanation.fallback = fallback(of: trace)
        explanation.allowedMethods = allowedMethods(of: trace)
        explanation.route = trace.route.map { Explanation.RouteSummary(set.routes[$0.route]) }
        explanation.requirements = requirements(
            of: explanation.route?.destination.module?.value ?? explanation.fallback?.module?.value)
        explanation.candidates = candidates(of: trace)
        return explanation
    }

    /// Returns what serves a request that no route serves; `nil` if nothing does.
    package func fallback(of trace: RequestTrace) -> Fallback.Target? {
        guard trace.end == .unmatched, let fallback = set.fallback, let target = fallback.target(in: trace.view) else {
            return nil
        }
        return fallback.servesOtherMethods || allowedMethods(of: trace).isEmpty ? target : nil
    }

    /// Returns the methods of the routes that have the URL of an unmatched request; empty if the method is not the reason.
    package func allowedMethods(of trace: RequestTrace) -> [String] {
        trace.end == .unmatched ? trace.last?.allowedMethods(in: self) ?? [] : []
    }

    private func requirements(of id: String?) -> [Explanation.Requirement] {
        guard let module = set.modules.first(where: { $0.id.value == id }), !module.requires.isEmpty else { return [] }
        let providers = ProtocolProviders(set)
        return module.requires.map(\.value).map { name in
            let named = set.modules.first { $0.identifiers.contains { $0.value == name } }?.id.value
            let servers = providers.servers(of: name)
            return .init(name: name, module: named ?? (servers.count == 1 ? set.modules[servers[0]].id.value : nil))
        }
    }

    package func outcome(of trace: RequestTrace) -> Explanation.Outcome {
        if trace.isInvalid { return .invalidURL }
        guard trace.route != nil else { return .unmatched }
        if case .redirectToClient = trace.end { return .redirectToClient }
        return trace.hops.isEmpty ? .matched : .redirected
    }

    private func rejection(by interceptor: Int) -> Explanation.Rejection? {
        guard case .reject(let rejection) = set.interceptors[interceptor].action else { return nil }
        return Explanation.Rejection(by: set.interceptors[interceptor].id.value, reason: rejection.reason)
    }

    /// Returns the routes that nearly match the URL at which the request ends or, if no route does, those with a similar
    /// path.
    private func candidates(of trace: RequestTrace) -> [Explanation.Candidate] {
        switch trace.end {
        case .loop, .invalid: return []
        case .reached, .rejected, .redirectToClient, .unmatched, .redirectUnmatched: break
        }
        guard let visit = trace.visits.last else { return [] }
        let near = table.candidates(for: visit.url, method: trace.method, in: trace.view, winner: visit.route)
        if near.isEmpty, visit.route == nil { return misspelled(visit.url, trace) }
        return near.map { Explanation.Candidate(route: set.routes[$0.route].id.value, lost: $0.reason) }
    }

    /// Returns the routes whose paths are spelled like that of a URL, nearest first, at most three.
    private func misspelled(_ url: RouteURL, _ trace: RequestTrace) -> [Explanation.Candidate] {
        let segments = url.segments.map { String(decoding: $0, as: UTF8.self) }
        let paths = set.routes.indices.flatMap { route in
            set.routes[route].patterns.map { (path: $0.pattern.path(capturing: segments), route: route) }
        }
        let byPath = Dictionary(firstOf: paths.map { ($0.path, $0.route) })
        let near = didYouMean(segments.joined(separator: "/"), among: byPath.keys.sorted()).compactMap { byPath[$0] }
        return near.uniqued().compactMap { route in
            table.misfit(ofRoute: route, for: url, method: trace.method, in: trace.view, winner: nil).map {
                Explanation.Candidate(route: set.routes[route].id.value, lost: $0)
            }
        }
    }

    /// Returns why the URL is invalid, or why the hops led nowhere.
    package func problem(of trace: RequestTrace) -> String? {
        let last = trace.hops.last.map { name(of: $0.by) } ?? ""
        return switch trace.end {
        case .invalid(let reason): trace.isInvalid ? reason : "\(last) leads to no URL: \(reason)"
        case .loop: "more than \(trace.hops.count - 1) hops" + (trace.repeatsHop ? ": the hops form a loop" : "")
        case .unmatched, .redirectUnmatched:
            refusal(of: trace) ?? (trace.hops.isEmpty ? nil : "\(last) leads to a URL that no route matches")
        case .reached, .rejected, .redirectToClient: nil
        }
    }

    private func wrongMethod(of trace: RequestTrace) -> String? {
        let allowed = allowedMethods(of: trace)
        guard !allowed.isEmpty, fallback(of: trace) == nil else { return nil }
        let subject = trace.hops.last.map { "\(name(of: $0.by)) leads to a URL that" } ?? "the URL"
        return "\(subject) has routes only for \(allowed.joined(separator: ", "))"
    }

    /// Returns why a rewrite or a redirect that matches does not lead on.
    private func refusal(of trace: RequestTrace) -> String? {
        guard trace.end == .unmatched, let visit = trace.visits.last else { return nil }
        let rewrite = visit.interceptors.last.flatMap { set.interceptors[$0].isRewrite ? $0 : nil }
        let source = rewrite.map(RedirectSource.interceptor) ?? visit.route.map { .route($0.route) }
        return source.map { "a captured '.' or '..' cannot be a segment of the target of \(name(of: $0))" }
    }

    private func name(of origin: RedirectSource) -> String {
        switch origin {
        case .interceptor(let index): "interceptor \(set.interceptors[index].id.value)"
        case .route(let index): "route \(set.routes[index].id.value)"
        }
    }
}

extension Pattern {
    /// Returns the path with its captures and wildcards replaced by what another path has there.
    fileprivate func path(capturing given: [String]) -> String {
        let own = segments.enumerated().map { index, segment in
            guard case .literal(let bytes) = segment else { return index < given.count ? given[index] : "*" }
            return String(decoding: bytes, as: UTF8.self)
        }
        return (own + (catchAll == nil ? [] : given.dropFirst(own.count))).joined(separator: "/")
    }
}

extension ManifestSet {
    /// Whether a wrong method is answered in another way than a URL without a route, which the fallback serves.
    package var refusesOtherMethods: Bool { fallback?.servesOtherMethods == false }
}

extension Fallback {
    /// Returns the target in a view: that of the first of the view's tags, in order, that has one; else the plain one.
    package func target(in view: TagView) -> Target? {
        guard let tags = view.tags else { return target }
        return byTag.filter { tags.contains($0.tag.value) }.min { $0.tag.value < $1.tag.value }?.target ?? target
    }
}
