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
    // What is read in the end is stored, for a computed property would be a call that copies the whole lookup.

    /// Index into ``RoutingTable/routes``; `nil` where no route serves the request.
    public internal(set) var route: Int?
    /// Index into that route's patterns.
    public internal(set) var pattern = 0
    /// How many captures that pattern has, in the order of ``Pattern/captureNames``.
    public internal(set) var captureCount = 0
    /// How many interceptors run.
    public internal(set) var interceptorCount = 0
    /// Whether the bytes were no URL; nothing is found then.
    public internal(set) var isInvalid = false

    var scan = URLScan()
    var findings = Findings()
    var captures = Scratch(filler: URLScan.Place())

    public init() {}

    /// Index into ``RoutingTable/interceptors``.
    ///
    /// - Parameter position: Below ``interceptorCount``; counts in running order.
    public func interceptor(at position: Int) -> Int {
        precondition(position < interceptorCount)
        return unsafe Int(findings.interceptors[unchecked: position])
    }

    /// Whether values stand in the URL as it was given. Elsewhere an escape, a capital in scheme or host, a dot segment or
    /// text beyond ASCII had to be decoded, and they stand in ``decoded``.
    public var isVerbatim: Bool { scan.isVerbatim }

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

    /// The route that serves, or ``none``.
    var route = Findings.none
    /// Ascending.
    var interceptors = Scratch(filler: UInt32(0))
    var interceptorCount = 0
    /// Where a walk goes on after a dead end.
    var pending = Scratch(filler: PatternTree.Pending())

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
