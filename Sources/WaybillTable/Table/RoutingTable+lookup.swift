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
        lookup.isInvalid = false
        lookup.findings.reset()
        if !findShortPath(url, in: scope, &lookup) { findAny(url, in: scope, &lookup) }
        note(&lookup)
    }

    /// Finds what most URLs lead to: paths of one block without anything to decode, looked up while they are being cut.
    ///
    /// - Returns: Whether the URL is such a one.
    @inline(__always)
    private func findShortPath(
        _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        guard url.count > 0, url.count < PathBlock.length, url[0] == UInt8(ascii: "/"), !tree.isFolding else {
            return false
        }
        var cutter = unsafe PathCutter(lookup.scan.text(of: url), from: 1)
        if cutter.look(from: 0, seen: 1, end: url.count).needsCare { return false }
        lookup.scan.isPlainPath = true
        guard let (node, step) = tree.descend(url, &cutter, lookup.scan.steps, scope, &lookup.findings) else {
            lookup.scan.finish(cutter)
            return true
        }
        // The step that is gone back to may be special itself.
        let isSpecial = unsafe step < cutter.count && lookup.scan.steps[unchecked: step].isDots
        if cutter.cutAll(into: lookup.scan.steps) || isSpecial { return false }
        lookup.scan.finish(cutter)
        let steps = unsafe lookup.scan.steps.buffer(lookup.scan.count).span
        tree.walk(url, steps, from: (node, step), isSlashed: lookup.scan.hasTrailingSlash, in: scope, &lookup.findings)
        return true
    }

    /// Finds what any URL leads to, in any table.
    @inline(never)
    private func findAny(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        do {
            try lookup.scan.scan(url)
        } catch {
            lookup.isInvalid = true
            return
        }
        let steps = unsafe lookup.scan.steps.buffer(lookup.scan.count).span
        let (start, isSlashed) = (tree.start(isPathAlone: lookup.scan.scheme == nil), lookup.scan.hasTrailingSlash)
        if lookup.scan.isVerbatim {
            tree.walk(url, steps, from: start, isSlashed: isSlashed, in: scope, &lookup.findings)
        } else {
            let decoded = lookup.scan.decoded
            tree.walk(decoded.span, steps, from: start, isSlashed: isSlashed, in: scope, &lookup.findings)
        }
    }

    /// Turns what was found from entries into what they lead to.
    @inline(__always)
    private func note(_ lookup: inout Lookup) {
        if lookup.findings.route == Findings.none {
            (lookup.route, lookup.pattern, lookup.captureCount) = (nil, 0, 0)
        } else {
            let target = unsafe targets[unchecked: Int(lookup.findings.route)]
            lookup.route = Int(target.route)
            lookup.pattern = Int(target.pattern)
            lookup.captureCount = Int(target.captureCount)
            captureSites.fill(&lookup.captures, of: target, in: lookup.scan.steps, count: lookup.scan.count)
        }
        lookup.interceptorCount = 0
        if lookup.findings.interceptorCount > 0 { noteInterceptors(&lookup) }
    }

    /// Turns entries of interceptors into their indices, each once: those of one interceptor follow one another.
    @inline(never)
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
        lookup.interceptorCount = count
    }

    /// The route that serves a request, and the interceptors that run for it, in running order: each once, with the
    /// captures of its first pattern that matches.
    public func match(_ url: RouteURL, in scope: RequestScope) -> (route: RouteMatch?, interceptors: [InterceptorMatch])
    {
        var findings = Findings()
        tree.walk(
            url.bytes.span, url.steps.span, from: tree.start(isPathAlone: url.scheme == nil),
            isSlashed: url.hasTrailingSlash, in: scope, &findings)
        return (routeMatch(findings.route, url), interceptorMatches(findings, url))
    }

    /// The route that serves a request, or `nil`.
    ///
    /// - Parameters:
    ///   - method: A request without one reaches only routes without methods.
    ///   - view: What the request sees.
    public func route(for url: RouteURL, method: String?, in view: TagView = .everything) -> RouteMatch? {
        match(url, in: scope(method: method, view: view)).route
    }

    /// The interceptors that run for a request, as ``match(_:in:)`` gives them.
    public func interceptors(
        for url: RouteURL, method: String?, in view: TagView = .everything
    ) -> [InterceptorMatch] {
        match(url, in: scope(method: method, view: view)).interceptors
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
            matches.append(InterceptorMatch(interceptor: entry.interceptor, captures: Captures(of: pattern, in: url)))
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
    public var captures: Captures
}
