extension RoutingTable {
    /// Finds the route that serves a request, and the interceptors that run for it: one scan of the URL, one walk
    /// through the table.
    ///
    /// It allocates only to grow `lookup`, and takes no lock, so any number of tasks may look up at the same time, each
    /// with its own lookup.
    ///
    /// - Parameters:
    ///   - url: Any bytes. If they are not a URL, ``Lookup/isInvalid`` is set.
    ///   - scope: A scope of this table. One of another table is created again, at the cost of ``scope(method:view:)``.
    ///   - lookup: Its previous result is replaced.
    /// - Complexity: O(*n* + *v*): the length of the URL and the number of visited nodes. These are its segments if no
    ///   literal competes with a capture for one of them, and never more than all nodes of the table.
    public func find(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        guard scope.isMade(by: self) else { return findInOwnScope(url, in: scope, &lookup) }
        findInScope(url, in: scope, &lookup)
    }

    /// Finds the route and the interceptors for the bytes of a text.
    public func find(_ url: String, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        url.withSpan { find($0, in: scope, &lookup) }
    }

    /// Returns the index of the route that serves a request in its ``scope(method:view:)``; `nil` if none does, or if
    /// the text is not a URL.
    package func routeIndex(for url: String, method: String?, in view: TagView) -> Int? {
        scopes.withScope(of: .any(method: method, view: view)) { scope in
            url.withSpan { url in
                target(at: routeTree.descend(url).node, in: scope)?.place.route ?? anyRouteIndex(url, in: scope)
            }
        }
    }

    // Apart from `routeIndex`, which needs no lookup for a path without a choice.
    @inline(never)
    private func anyRouteIndex(_ url: Span<UInt8>, in scope: borrowing RequestScope) -> Int? {
        var lookup = Lookup()
        if !findPlainPart(of: url, in: scope, &lookup) { findAny(url, in: scope, &lookup) }
        return lookup.route
    }

    /// - Parameter scope: A scope of this table.
    @inline(__always)
    private func findInScope(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        if !findPlain(url, in: scope, &lookup) { findAny(url, in: scope, &lookup) }
    }

    @inline(never)
    private func findInOwnScope(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        find(url, in: scope.made(by: self), &lookup)
    }

    /// Finds the result for most URLs: those whose path has nothing to decode and no choice.
    ///
    /// - Returns: Whether the URL is such a URL.
    @inline(__always)
    private func findPlain(
        _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        if findPlainPath(url, in: scope, &lookup) {
            lookup.path = ByteRange(0..<url.count)
            return true
        }
        return findPlainPart(of: url, in: scope, &lookup)
    }

    /// Finds the result for such a URL that has more than a path.
    @inline(never)
    private func findPlainPart(
        of url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        guard let path = url.plainPath, path.length < url.count, path.start == 0 || isForPaths,
            findPlainPath(url.extracting(path.range), in: scope, &lookup)
        else { return false }
        lookup.path = path
        return true
    }

    /// Finds the result for a path.
    @inline(__always)
    private func findPlainPath(
        _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        let descent = routeTree.descend(url)
        guard let target = target(at: descent.node, in: scope) else { return false }
        switch target.plan {
        case InterceptorPlans.none: return false
        case InterceptorPlans.nothing: lookup.runningCount = 0
        default: if !follow(target, url, descent, in: scope, &lookup) { return false }
        }
        lookup.target = target
        lookup.pathCaptures = descent.captures
        lookup.outcome = .plain
        return true
    }

    /// Returns the target of the route that serves a path.
    ///
    /// - Parameter node: The end of the path's descent.
    /// - Returns: `nil` if a walk must find it.
    @inline(__always)
    private func target(at node: PatternTree.Index, in scope: borrowing RequestScope) -> Target? {
        if node == 0 { return nil }
        let entry = routeTree.best(at: node, in: scope)
        return entry == FoundEntries.none ? nil : targets[Int(entry)]
    }

    /// Finds the result for any URL, in any table.
    @inline(never)
    private func findAny(_ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        lookup.target = nil
        lookup.runningCount = 0
        let memory = lookup.memory
        do {
            try memory.scan.scan(url)
        } catch {
            lookup.outcome = .invalid
            return
        }
        if memory.scan.parts.isVerbatim {
            walk(url, memory.scan, in: scope, &memory.found)
        } else {
            let decoded = memory.scan.decoded
            walk(decoded.span, memory.scan, in: scope, &memory.found)
        }
        lookup.outcome = .scanned
        let entry = memory.found.route
        lookup.target = entry == FoundEntries.none ? nil : targets[Int(entry)]
        noteInterceptors(memory)
        lookup.note(memory.interceptors)
        if let target = lookup.target { noteCaptures(of: target, memory) }
    }

    /// Walks through both trees.
    private func walk(
        _ text: Span<UInt8>, _ scan: borrowing URLScan, in scope: borrowing RequestScope, _ found: inout FoundEntries
    ) {
        let isSlashed = scan.hasTrailingSlash
        let steps = scan.steps.span
        found.route = routeTree.walk(text, steps, isSlashed: isSlashed, in: scope, &found.pending)
        interceptorTree.collect(text, steps, isSlashed: isSlashed, in: scope, &found)
    }

    /// Converts entries of interceptors to interceptors.
    private func noteInterceptors(_ memory: Lookup.Memory) {
        memory.interceptors.removeAll(keepingCapacity: true)
        for entry in memory.found.interceptors {
            let interceptor = UInt32(interceptorEntries[Int(entry)].interceptor)
            // The entries of one interceptor are adjacent.
            if interceptor != memory.interceptors.last { memory.interceptors.append(interceptor) }
        }
    }

    /// Finds the route's captures in the scanned URL.
    private func noteCaptures(of target: Target, _ memory: Lookup.Memory) {
        memory.captures.removeAll(keepingCapacity: true)
        for index in 0..<Int(target.captureCount) {
            let site = captureSites[Int(target.firstSite) + index]
            memory.captures.append(site.place(in: memory.scan, keepsSlash: keepsSlash))
        }
    }

    /// Returns the result for a parsed URL, as a value.
    ///
    /// - Parameter scope: As for `find(_:in:_:)`.
    /// - Complexity: That of `find(_:in:_:)`. It allocates only for interceptors, and for URLs with something to decode
    ///   or a choice.
    public func match(_ url: RouteURL, in scope: RequestScope) -> RequestMatch {
        guard scope.isMade(by: self) else { return match(url, in: scope.made(by: self)) }
        var lookup = Lookup()
        if url.isPlain {
            find(url.text, in: scope, &lookup)
            return match(url, lookup)
        }
        let memory = lookup.memory
        url.withSteps { text, scan in walk(text, scan, in: scope, &memory.found) }
        noteInterceptors(memory)
        let entry = memory.found.route
        return RequestMatch(
            url: url, keepsSlash: keepsSlash, route: entry == FoundEntries.none ? nil : targets[Int(entry)].place,
            interceptors: memory.interceptors.map { Int($0) })
    }

    /// Parses a URL, and returns its result. Most URLs are matched without parsing.
    ///
    /// - Throws: ``InvalidURL`` if the text is not a URL.
    public func match(_ url: String, in scope: RequestScope) throws(InvalidURL) -> RequestMatch {
        var lookup = Lookup()
        let isFound = scope.isMade(by: self) && findPlain(url, in: scope, &lookup)
        return isFound ? match(url, lookup) : match(try RouteURL(url), in: scope)
    }

    /// Returns the result for a request in its ``scope(method:view:)``. Most URLs are matched without parsing.
    ///
    /// - Throws: ``InvalidURL`` if the text is not a URL.
    package func match(_ url: String, method: String?, in view: TagView) throws(InvalidURL) -> RequestMatch {
        var lookup = Lookup()
        let request = RequestScope.Request.any(method: method, view: view)
        let scope = scopes.withScope(of: request) { findPlain(url, in: $0, &lookup) ? nil : copy $0 }
        guard let scope else { return match(url, lookup) }
        return match(try RouteURL(url), in: scope)
    }

    /// Finds the result for a URL that need not be parsed.
    ///
    /// - Parameter scope: A scope of this table.
    /// - Returns: Whether the URL is such a URL.
    @inline(__always)
    private func findPlain(_ url: String, in scope: borrowing RequestScope, _ lookup: inout Lookup) -> Bool {
        url.withSpan { findPlain($0, in: scope, &lookup) }
    }

    /// - Parameter lookup: The result of `findPlain` for the URL.
    @inline(__always)
    private func match(_ url: String, _ lookup: borrowing Lookup) -> RequestMatch {
        match(RouteURL(url, plainPath: lookup.path), lookup)
    }

    @inline(__always)
    private func match(_ url: RouteURL, _ lookup: borrowing Lookup) -> RequestMatch {
        RequestMatch(
            url: url, places: lookup.places, keepsSlash: keepsSlash, route: lookup.target?.place,
            interceptors: lookup.interceptors)
    }

    /// Returns what the route's pattern captured; `nil` where no route serves the request.
    ///
    /// - Parameter match: A result of this table.
    public func captures(of match: RequestMatch) -> Captures? {
        match.route.map { match.captures(by: pattern(at: $0)) }
    }

    /// Returns the route that serves a request, or `nil`.
    ///
    /// - Parameters:
    ///   - method: A request without one reaches only routes without methods.
    ///   - view: The view of the request.
    public func route(for url: RouteURL, method: String?, in view: TagView = .everything) -> RouteMatch? {
        let match = match(url, in: scope(method: method, view: view))
        return match.route.map { RouteMatch($0, match.captures(by: pattern(at: $0))) }
    }

    /// Returns the interceptors that run for a request, in running order: each once, with the captures of its first
    /// pattern that matches.
    public func interceptors(
        for url: RouteURL, method: String?, in view: TagView = .everything
    ) -> [InterceptorMatch] {
        interceptors(for: url, in: scope(method: method, view: view))
    }

    /// Returns the interceptors for a scope. If another table created the scope, it is created again.
    public func interceptors(for url: RouteURL, in scope: RequestScope) -> [InterceptorMatch] {
        guard scope.isMade(by: self) else { return interceptors(for: url, in: scope.made(by: self)) }
        var found = FoundEntries()
        url.withSteps { text, scan in
            interceptorTree.collect(
                text, scan.steps.span, isSlashed: scan.hasTrailingSlash, in: scope, &found)
        }
        var matches: [InterceptorMatch] = []
        for number in found.interceptors {
            let entry = interceptorEntries[Int(number)]
            // Only the first of its patterns that matches counts.
            if entry.interceptor == matches.last?.interceptor { continue }
            let pattern = interceptors[entry.interceptor].patterns[entry.pattern]
            matches.append(
                InterceptorMatch(
                    interceptor: entry.interceptor, pattern: entry.pattern,
                    captures: Captures(of: pattern, in: url, keepsSlash: keepsSlash)))
        }
        return matches
    }

    /// Returns the methods that routes answer at this URL, sorted, for the `Allow` header of a 405. `HEAD` comes with
    /// `GET`. Empty if no route with methods has this URL.
    public func allowedMethods(for url: RouteURL, in view: TagView = .everything) -> [String] {
        var methods = Set(audiences.flatMap(\.methods)).filter {
            match(url, in: scopes.scope(of: .naming(method: $0, view: view))).route != nil
        }
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }
}

/// The route and the interceptors for a URL, as numbers. ``RoutingTable/captures(of:)`` has the captures.
public struct RequestMatch: Sendable {
    /// The URL that was looked up.
    public fileprivate(set) var url: RouteURL
    /// Of the captures in the path of a plain URL, if the lookup found them.
    fileprivate var places: PathCaptures?
    /// Whether the value of a catch-all ends with the URL's trailing slash.
    fileprivate var keepsSlash: Bool
    /// `nil` where no route serves the request.
    public fileprivate(set) var route: RoutePlace?
    /// Indices into ``RoutingTable/interceptors``: those that run, in running order, each once.
    /// ``RoutingTable/interceptors(for:in:)`` has their captures.
    public var interceptors: [Int]

    /// Returns what a pattern captured.
    ///
    /// - Parameter pattern: That of the route.
    package func captures(by pattern: Pattern) -> Captures {
        Captures(of: pattern, in: url, at: places, keepsSlash: keepsSlash)
    }

    /// Replaces the route by the route that another table has for the same URL.
    ///
    /// - Parameter offset: Added to its number.
    package mutating func takeRoute(of other: RequestMatch, offset: Int) {
        guard let place = other.route else { return }
        route = RoutePlace(route: place.route + offset, pattern: place.pattern)
        (url, places, keepsSlash) = (other.url, other.places, other.keepsSlash)
    }
}

/// The route that serves a request, with its captures.
public struct RouteMatch: Sendable {
    /// Index into ``RoutingTable/routes``.
    public var route: Int
    /// Index into that route's patterns.
    public var pattern: Int
    public var captures: Captures

    package init(_ place: RoutePlace, _ captures: Captures) {
        route = place.route
        pattern = place.pattern
        self.captures = captures
    }
}

/// An interceptor that runs for a request.
public struct InterceptorMatch: Sendable {
    /// Index into ``RoutingTable/interceptors``.
    public var interceptor: Int
    /// Index into that interceptor's patterns.
    public var pattern: Int
    public var captures: Captures
}
