extension RoutingTable {
    /// Finds the route that serves a request, and the interceptors that run for it: one scan of the URL, one walk
    /// through the table.
    ///
    /// Nothing is allocated, but for what `lookup` has to grow the first times; no lock is taken, nothing is counted,
    /// so that any number of tasks may look up at once, each with a lookup of its own.
    ///
    /// - Parameters:
    ///   - url: Any bytes. What is not a URL sets ``Lookup/isInvalid``.
    ///   - scope: Made by this table. One of another table is made again, at the cost of ``scope(method:view:)``.
    ///   - lookup: What was found before is forgotten.
    /// - Complexity: O(*n* + *v*): the length of the URL and the nodes visited, which are its segments where no literal
    ///   rivals a capture for one of them, and never more than the nodes of the table.
    public func find(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        guard scope.isMade(by: self) else { return findInOwnScope(url, in: scope, &lookup) }
        if !findPlainPath(url, in: scope, &lookup) { findAny(url, in: scope, &lookup) }
    }

    /// The same for the bytes of a text.
    public func find(_ url: String, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        url.withSpan { find($0, in: scope, &lookup) }
    }

    @inline(never)
    private func findInOwnScope(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        find(url, in: scope.made(by: self), &lookup)
    }

    /// Finds what most URLs lead to: paths without anything to decode or to choose.
    ///
    /// - Returns: Whether the URL is such a one.
    @inline(__always)
    private func findPlainPath(
        _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        let (node, captures) = routeTree.descend(url)
        if node == 0 { return false }
        let entry = routeTree.best(at: node, in: scope)
        if entry == Findings.none { return false }
        switch targets[Int(entry)].plan {
        case InterceptorPlans.none: return false
        case InterceptorPlans.nothing: lookup.runningCount = 0
        default: if !follow(entry, url, captures, in: scope, &lookup) { return false }
        }
        lookup.target = targets[Int(entry)]
        lookup.pathCaptures = captures
        lookup.outcome = .plainPath
        return true
    }

    /// Finds what any URL leads to, in any table.
    @inline(never)
    private func findAny(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        lookup.target = nil
        lookup.runningCount = 0
        do {
            try lookup.scan.scan(url)
        } catch {
            lookup.outcome = .invalid
            return
        }
        if lookup.scan.parts.isVerbatim {
            walk(url, lookup.scan, in: scope, &lookup.findings)
        } else {
            let decoded = lookup.scan.decoded
            walk(decoded.span, lookup.scan, in: scope, &lookup.findings)
        }
        noteEntries(&lookup)
        noteCaptures(&lookup)
    }

    /// Walks through both trees.
    private func walk(
        _ text: Span<UInt8>, _ scan: borrowing URLScan, in scope: borrowing RequestScope, _ findings: inout Findings
    ) {
        let isSlashed = scan.hasTrailingSlash
        let steps = scan.steps.span
        findings.route = routeTree.walk(text, steps, isSlashed: isSlashed, in: scope, &findings.pending)
        interceptorTree.collect(text, steps, isSlashed: isSlashed, in: scope, &findings)
    }

    /// Turns what was found from entries into what they lead to.
    private func noteEntries(_ lookup: inout Lookup) {
        lookup.manyInterceptors.removeAll(keepingCapacity: true)
        for entry in lookup.findings.interceptors {
            let interceptor = UInt32(interceptorEntries[Int(entry)].interceptor)
            // Those of one interceptor follow one another.
            if interceptor != lookup.manyInterceptors.last { lookup.manyInterceptors.append(interceptor) }
        }
        lookup.noteInterceptors()
        lookup.outcome = .scanned
        lookup.target = lookup.findings.route == Findings.none ? nil : targets[Int(lookup.findings.route)]
    }

    /// Finds where the route's captures are in the URL that was scanned.
    private func noteCaptures(_ lookup: inout Lookup) {
        guard let target = lookup.target else { return }
        lookup.captures.removeAll(keepingCapacity: true)
        for index in 0..<Int(target.captureCount) {
            let site = captureSites[Int(target.firstSite) + index]
            lookup.captures.append(site.place(in: lookup.scan.steps.span))
        }
    }

    /// Finds the same for a parsed URL, as values to keep.
    ///
    /// - Parameter scope: As for ``find(_:in:_:)``.
    /// - Complexity: That of ``find(_:in:_:)``. Allocates only for interceptors, and for URLs that are more than a path
    ///   without anything to decode.
    public func match(_ url: RouteURL, in scope: RequestScope) -> RequestMatch {
        guard scope.isMade(by: self) else { return match(url, in: scope.made(by: self)) }
        var lookup = Lookup()
        if url.isPlainPath {
            url.text.withSpan { find($0, in: scope, &lookup) }
        } else {
            url.withSteps { text, scan in walk(text, scan, in: scope, &lookup.findings) }
            noteEntries(&lookup)
        }
        return RequestMatch(lookup, of: url, in: self)
    }

    /// The route that serves a request, or `nil`.
    ///
    /// - Parameters:
    ///   - method: A request without one reaches only routes without methods.
    ///   - view: What the request sees.
    public func route(for url: RouteURL, method: String?, in view: TagView = .everything) -> RouteMatch? {
        match(url, in: scope(method: method, view: view)).route
    }

    /// The interceptors that run for a request, in running order: each once, with the captures of its first pattern that
    /// matches.
    public func interceptors(
        for url: RouteURL, method: String?, in view: TagView = .everything
    ) -> [InterceptorMatch] {
        interceptors(for: url, in: scope(method: method, view: view))
    }

    /// The same, of a scope that the table made or makes again.
    public func interceptors(for url: RouteURL, in scope: RequestScope) -> [InterceptorMatch] {
        guard scope.isMade(by: self) else { return interceptors(for: url, in: scope.made(by: self)) }
        var findings = Findings()
        url.withSteps { text, scan in
            interceptorTree.collect(
                text, scan.steps.span, isSlashed: scan.hasTrailingSlash, in: scope, &findings)
        }
        var matches: [InterceptorMatch] = []
        for number in findings.interceptors {
            let entry = interceptorEntries[Int(number)]
            // The first of its patterns that matches counts.
            if entry.interceptor == matches.last?.interceptor { continue }
            let pattern = interceptors[entry.interceptor].patterns[entry.pattern]
            matches.append(
                InterceptorMatch(
                    interceptor: entry.interceptor, pattern: entry.pattern, captures: Captures(of: pattern, in: url)))
        }
        return matches
    }

    /// The interceptors that no view bypasses, in running order: those that run on the way of a redirect.
    public func everywhereInterceptors(for url: RouteURL, method: String?) -> [InterceptorMatch] {
        interceptors(for: url, in: everywhereScope(method: method))
    }

    /// The methods that some route answers at this URL, sorted: what an HTTP service says with a 405. `HEAD` comes with
    /// `GET`. Empty where no route with methods has this URL.
    public func allowedMethods(for url: RouteURL, in view: TagView = .everything) -> [String] {
        var methods = Set(audiences.all.flatMap(\.methods)).filter {
            match(url, in: scopes.scope(of: .naming(method: $0, view: view))).route != nil
        }
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }
}

/// What a request meets at a URL.
public struct RequestMatch: Sendable {
    /// `nil` where no route serves the request.
    public var route: RouteMatch?
    /// Indices into ``RoutingTable/interceptors``: those that run, in running order, each once.
    /// ``RoutingTable/interceptors(for:in:)`` has their captures.
    public var interceptors: [Int]

    fileprivate init(_ lookup: borrowing Lookup, of url: RouteURL, in table: RoutingTable) {
        interceptors = []
        for position in 0..<lookup.interceptorCount { interceptors.append(lookup.interceptor(at: position)) }
        guard let target = lookup.target else {
            route = nil
            return
        }
        let (route, pattern) = (Int(target.route), Int(target.pattern))
        let places = lookup.outcome == .plainPath ? lookup.pathCaptures : nil
        self.route = RouteMatch(
            route: route, pattern: pattern,
            captures: Captures(of: table.routes[route].patterns[pattern], in: url, at: places))
    }
}

/// The route that serves a request.
public struct RouteMatch: Sendable {
    /// Index into ``RoutingTable/routes``.
    public var route: Int
    /// Index into that route's patterns.
    public var pattern: Int
    public var captures: Captures
}

/// An interceptor that runs for a request.
public struct InterceptorMatch: Sendable {
    /// Index into ``RoutingTable/interceptors``.
    public var interceptor: Int
    /// Index into that interceptor's patterns.
    public var pattern: Int
    public var captures: Captures
}
