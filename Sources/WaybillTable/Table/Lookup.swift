/// What a lookup finds, and the memory that it works in.
///
/// Make one for each task and use it again and again: it allocates to grow, and after a few lookups no more.
///
/// ```swift
/// let scope = table.scope(method: "GET")
/// var lookup = Lookup()
/// table.find(url.span, in: scope, &lookup)
/// if let route = lookup.route { print(table.routes[route].id) }
/// ```
public struct Lookup: ~Copyable, Sendable {
    /// Index into ``RoutingTable/routes``; `nil` where no route serves the request.
    @inlinable public var route: Int? { target.isNone ? nil : Int(target.route) }
    /// Index into that route's patterns.
    @inlinable public var pattern: Int { Int(target.pattern) }
    /// How many captures that pattern has, in the order of ``Pattern/captureNames``.
    @inlinable public var captureCount: Int { Int(target.captureCount) }
    /// How many interceptors run.
    @inlinable public var interceptorCount: Int { Int(runningCount) }
    /// Whether the bytes were no URL; nothing is found then.
    @inlinable public var isInvalid: Bool { outcome == .invalid }

    // Read in place, for a call would copy the whole lookup: that is why these can be inlined.
    @usableFromInline var target = Target()
    @usableFromInline var runningCount: UInt32 = 0
    @usableFromInline var outcome = Outcome.plainPath

    var scan = URLScan()
    var findings = Findings()
    /// With room for all segments of a short path.
    var captures = Scratch(filler: URLScan.Place(), capacity: PathBlock.length)

    public init() {}

    /// What kind of text a URL was.
    @usableFromInline
    enum Outcome: UInt8, Sendable {
        /// A short path, of which the scan knows nothing.
        case plainPath
        case scanned
        case invalid
    }

    /// Index into ``RoutingTable/interceptors``.
    ///
    /// - Parameter position: Below ``interceptorCount``; counts in running order.
    public func interceptor(at position: Int) -> Int {
        precondition(position < interceptorCount)
        return unsafe Int(findings.interceptors[unchecked: position])
    }

    /// Whether values stand in the URL as it was given. Elsewhere an escape, a capital in scheme or host, a dot segment or
    /// text beyond ASCII had to be decoded, and they stand in ``decoded``.
    public var isVerbatim: Bool { outcome == .plainPath || scan.isVerbatim }

    /// The URL's scheme, host and path, decoded and normalised, where the URL is not verbatim.
    public var decoded: [UInt8] { scan.decoded }

    /// Where a captured value stands, in bytes of the URL or of ``decoded``: decoded already, a catch-all's segments
    /// joined by `/`.
    ///
    /// - Parameter position: Below ``captureCount``.
    public func capture(at position: Int) -> Range<Int> {
        precondition(position < captureCount)
        return captures[position].range
    }
}

/// What a walk finds, as numbers of entries.
struct Findings: ~Copyable, Sendable {
    static let none = UInt32.max
    /// As many interceptors as there is always room for.
    static let fewInterceptors = 4

    /// The route that serves, or ``none``.
    var route = Findings.none
    /// Ascending.
    var interceptors = Scratch(filler: UInt32(0), capacity: fewInterceptors)
    var interceptorCount = 0
    /// Where a walk goes on after a dead end.
    var pending = Scratch(filler: PatternTree.Pending())
    /// The nodes that the collecting of interceptors has come to.
    var queue = Scratch(filler: PatternTree.Index(0))

    @inline(__always)
    mutating func reset() {
        route = Self.none
        interceptorCount = 0
    }

    /// Keeps ``interceptors`` in order.
    @inline(__always)
    mutating func append(interceptor: UInt32) {
        interceptors.reserve(interceptorCount &+ 1)
        if unsafe interceptorCount == 0 || interceptors[unchecked: interceptorCount &- 1] <= interceptor {
            unsafe interceptors[unchecked: interceptorCount] = interceptor
            interceptorCount &+= 1
        } else {
            insert(interceptor: interceptor)
        }
    }

    @inline(never)
    private mutating func insert(interceptor: UInt32) {
        var place = interceptorCount
        while place > 0, interceptors[place - 1] > interceptor {
            interceptors[place] = interceptors[place - 1]
            place -= 1
        }
        interceptors[place] = interceptor
        interceptorCount += 1
    }
}
