extension RoutingTable {
    /// Finds the route that serves a request, and the interceptors that run for it: one scan of the URL, one walk
    /// through the table.
    ///
    /// Nothing is allocated, but for what `lookup` has to grow the first times; no lock is taken, nothing is counted, so
    /// that any number of tasks may look up at once, each with a lookup of its own.
    ///
    /// - Parameters:
    ///   - url: Any bytes. What is no URL sets ``Lookup/isInvalid``.
    ///   - scope: Made by this table.
    ///   - lookup: What was found before is forgotten.
    /// - Complexity: O(*n* + *v*): the length of the URL and the nodes visited, which are its segments where no literal
    ///   rivals a capture for one of them, and never more than the nodes of the table.
    public func find(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        if !findPlainPath(url, in: scope, &lookup) { findAny(url, in: scope, &lookup) }
    }

    /// Finds what most URLs lead to: short paths without anything to decode or to choose.
    ///
    /// - Returns: Whether the URL is such a one.
    @inline(__always)
    private func findPlainPath(
        _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        let node = routeTree.descend(url, &lookup)
        if node == 0 { return false }
        let entry = routeTree.best(at: node, in: scope)
        let target = unsafe entry == Findings.none ? Target() : targets[unchecked: Int(entry)]
        if target.plan == InterceptorPlans.none { return false }
        lookup.target = target
        lookup.runningCount = 0
        lookup.outcome = .plainPath
        if target.plan == InterceptorPlans.nothing { return true }
        if target.plan == InterceptorPlans.unknown {
            findInterceptors(url, in: scope, &lookup)
        } else {
            follow(target.plan, url, in: scope, &lookup)
        }
        return true
    }

    /// Finds the interceptors of a plain path.
    @inline(never)
    func findInterceptors(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        let text = unsafe lookup.scan.text(of: url).base
        var cutter = unsafe PathCutter(text, from: 1)
        _ = cutter.look(from: 0, seen: 1, end: url.count)
        let start = interceptorTree.start(isPathAlone: true)
        lookup.findings.interceptorCount = 0
        interceptorTree.collect(
            url, &cutter, from: start, isSlashed: false, in: scope, &lookup.findings, isFolding: false)
        noteInterceptors(&lookup)
    }

    /// Finds what any URL leads to, in any table.
    @inline(never)
    private func findAny(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        lookup.findings.reset()
        lookup.outcome = .scanned
        do {
            try lookup.scan.scan(url)
            let steps = unsafe lookup.scan.steps.buffer(lookup.scan.count).span
            let isPathAlone = lookup.scan.scheme == nil
            let isSlashed = lookup.scan.hasTrailingSlash
            if lookup.scan.isVerbatim {
                walk(url, steps, isPathAlone: isPathAlone, isSlashed: isSlashed, in: scope, &lookup.findings)
            } else {
                let decoded = lookup.scan.decoded
                walk(decoded.span, steps, isPathAlone: isPathAlone, isSlashed: isSlashed, in: scope, &lookup.findings)
            }
        } catch {
            lookup.outcome = .invalid
        }
        note(&lookup)
    }

    /// Walks through both trees.
    private func walk(
        _ bytes: Span<UInt8>, _ steps: Span<URLScan.Step>, isPathAlone: Bool, isSlashed: Bool,
        in scope: borrowing RequestScope, _ findings: inout Findings
    ) {
        let start = routeTree.start(isPathAlone: isPathAlone)
        routeTree.walk(bytes, steps, from: start, isSlashed: isSlashed, in: scope, &findings)
        let other = interceptorTree.start(isPathAlone: isPathAlone)
        unsafe steps.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            var rest = unsafe CutSteps(base, other.step..<buffer.count)
            interceptorTree.collect(
                bytes, &rest, from: other, isSlashed: isSlashed, in: scope, &findings,
                isFolding: interceptorTree.isFolding)
        }
    }

    /// Turns what was found from entries into what they lead to.
    private func note(_ lookup: inout Lookup) {
        lookup.target = Target()
        if lookup.findings.route != Findings.none {
            let target = targets[Int(lookup.findings.route)]
            lookup.target = target
            captureSites.fill(&lookup.captures, of: target, in: lookup.scan.steps, count: lookup.scan.count)
        }
        noteInterceptors(&lookup)
    }

    /// Turns entries of interceptors into their indices, each once: those of one interceptor follow one another.
    @inline(__always)
    private func noteInterceptors(_ lookup: inout Lookup) {
        var (count, last) = (0, UInt32.max)
        for position in 0..<lookup.findings.interceptorCount {
            let entry = unsafe lookup.findings.interceptors[unchecked: position]
            let interceptor = unsafe interceptorNumbers[unchecked: Int(entry)]
            if interceptor == last { continue }
            last = interceptor
            unsafe lookup.findings.interceptors[unchecked: count] = interceptor
            count &+= 1
        }
        lookup.runningCount = UInt32(truncatingIfNeeded: count)
    }

    /// The route that serves a request, and the interceptors that run for it, in running order: each once, with the
    /// captures of its first pattern that matches.
    public func match(_ url: RouteURL, in scope: RequestScope) -> (route: RouteMatch?, interceptors: [InterceptorMatch])
    {
        var findings = Findings()
        walk(
            url.bytes.span, url.steps.span, isPathAlone: url.scheme == nil, isSlashed: url.hasTrailingSlash, in: scope,
            &findings)
        return (routeMatch(findings.route, url), interceptorMatches(findings, url))
    }

    /// The route that serves a request, or `nil`.
    ///
    /// - Parameters:
    ///   - method: A request without one reaches only routes without methods.
    ///   - view: What the request sees.
    public func route(for url: RouteURL, method: String?, in view: TagView = .everything) -> RouteMatch? {
        match(url, in: matchingScope(method: method, view: view)).route
    }

    /// The interceptors that run for a request, as ``match(_:in:)`` gives them.
    public func interceptors(
        for url: RouteURL, method: String?, in view: TagView = .everything
    ) -> [InterceptorMatch] {
        match(url, in: matchingScope(method: method, view: view)).interceptors
    }

    /// The interceptors that no view bypasses, in running order: those that run on the way of a redirect.
    public func everywhereInterceptors(for url: RouteURL, method: String?) -> [InterceptorMatch] {
        match(url, in: everywhereScope(method: method)).interceptors
    }

    /// The methods that some route answers at this URL, sorted: what an HTTP service says with a 405. `HEAD` comes with
    /// `GET`. Empty where no route with methods has this URL.
    public func allowedMethods(for url: RouteURL, in view: TagView = .everything) -> [String] {
        var methods = Set(audiences.all.flatMap(\.methods)).filter {
            match(url, in: namingScope(method: $0, view: view)).route != nil
        }
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }

    private func routeMatch(_ number: UInt32, _ url: RouteURL) -> RouteMatch? {
        guard number != Findings.none else { return nil }
        let entry = routeEntries[Int(number)]
        let pattern = routes[entry.route].patterns[entry.pattern]
        return RouteMatch(route: entry.route, pattern: entry.pattern, captures: Captures(of: pattern, in: url))
    }

    private func interceptorMatches(_ findings: borrowing Findings, _ url: RouteURL) -> [InterceptorMatch] {
        var matches: [InterceptorMatch] = []
        for position in 0..<findings.interceptorCount {
            let entry = interceptorEntries[Int(findings.interceptors[position])]
            // The first of its patterns that matches counts.
            if entry.interceptor == matches.last?.interceptor { continue }
            let pattern = interceptors[entry.interceptor].patterns[entry.pattern]
            matches.append(
                InterceptorMatch(
                    interceptor: entry.interceptor, pattern: entry.pattern, captures: Captures(of: pattern, in: url)))
        }
        return matches
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
