/// What a lookup finds, and the memory that it works in.
///
/// Make one for each task and use it again and again, with any table: it allocates to grow, and after a few lookups no
/// more.
///
/// ```swift
/// let scope = table.scope(method: "GET")
/// var lookup = Lookup()
/// table.find(url.span, in: scope, &lookup)
/// if let route = lookup.route { print(table.routes[route].id) }
/// ```
public struct Lookup: ~Copyable, @unchecked Sendable {  // no one else has a reference to its memory
    // Read in place: a call would take longer than the reading, and lookups are many.
    @usableFromInline var target: Target?
    @usableFromInline var runningCount = 0
    /// Indices of interceptors, in running order, if there are four at most.
    var fewInterceptors = SIMD4<UInt32>()
    /// Of a plain URL: the place of its path.
    var path = ByteRange()
    /// Of a plain URL: places in its path.
    var pathCaptures = PathCaptures()
    var outcome = Outcome.plain
    private var keptMemory: Memory?

    public init() {}

    /// What is needed for more than a plain path with few interceptors.
    final class Memory {
        /// Indices of interceptors, in running order.
        var interceptors: [UInt32] = []
        var captures: [ByteRange] = []
        var scan = URLScan()
        var found = FoundEntries()
    }

    /// Made by the first URL that needs it: most do not.
    var memory: Memory {
        mutating get {
            if let keptMemory { return keptMemory }
            let memory = Memory()
            keptMemory = memory
            return memory
        }
    }

    /// What kind of text a URL was.
    enum Outcome: Sendable {
        /// Its path was matched as it is; the scan knows nothing of it.
        case plain
        case scanned
        case invalid
    }

    /// Index into ``RoutingTable/routes``; `nil` where no route serves the request.
    @inlinable public var route: Int? { target.map { Int($0.route) } }

    /// Index into that route's patterns.
    public var pattern: Int { Int(target?.pattern ?? 0) }

    /// How many captures that pattern has, in the order of ``Pattern/captureNames``.
    public var captureCount: Int { Int(target?.captureCount ?? 0) }

    /// How many interceptors run.
    @inlinable public var interceptorCount: Int { runningCount }

    /// - Parameter interceptors: Those of the memory, which keeps them.
    mutating func note(_ interceptors: [UInt32]) {
        runningCount = interceptors.count
        for index in 0..<min(runningCount, fewInterceptors.scalarCount) { fewInterceptors[index] = interceptors[index] }
    }

    /// Whether the bytes were not a URL; nothing is found then.
    public var isInvalid: Bool { outcome == .invalid }

    /// Index into ``RoutingTable/interceptors``.
    ///
    /// - Parameter position: Below ``interceptorCount``; counts in running order.
    public func interceptor(at position: Int) -> Int {
        precondition(position < runningCount)
        guard runningCount > fewInterceptors.scalarCount, let keptMemory else { return Int(fewInterceptors[position]) }
        return Int(keptMemory.interceptors[position])
    }

    /// The indices of all that run, in running order.
    var interceptors: [Int] { (0..<runningCount).map { interceptor(at: $0) } }

    /// Where the captures are, if the URL is plain.
    var places: PathCaptures? { outcome == .plain ? pathCaptures : nil }

    /// Whether values are places in the URL as it was given. Elsewhere an escape, a capital in scheme or host, a dot
    /// segment or text beyond ASCII had to be decoded, and they are places in ``decoded``.
    public var isVerbatim: Bool { outcome == .plain || keptMemory?.scan.parts.isVerbatim != false }

    /// The URL's scheme, host and path, decoded and normalised, where the URL is not verbatim.
    public var decoded: [UInt8] { keptMemory?.scan.decoded ?? [] }

    /// The place of a captured value, in bytes of the URL or of ``decoded``: decoded already, a catch-all's segments
    /// joined by `/`.
    ///
    /// - Parameter position: Below ``captureCount``.
    public func capture(at position: Int) -> Range<Int> {
        precondition(position < captureCount)
        guard outcome != .plain, let keptMemory else {
            let place = pathCaptures.range(at: position, of: captureCount)
            return Int(path.start) + place.lowerBound..<Int(path.start) + place.upperBound
        }
        return keptMemory.captures[position].range
    }
}

/// What a route's entry leads to.
@usableFromInline
struct Target: Sendable, BitwiseCopyable {
    @usableFromInline var route: UInt32
    var pattern: UInt32
    var captureCount: UInt32
    /// The first of its capture sites among those of all.
    var firstSite: UInt32
    /// The number of its interceptors' plan, or ``InterceptorPlans/none``. One with a plan captures all segments,
    /// whole, that are not literals: ``PatternTree/descend(_:_:)`` finds its captures.
    var plan: UInt32
}

/// What walks find, as numbers of entries, and the memory that they work in.
struct FoundEntries: Sendable {
    static let none = UInt32.max

    /// The route that serves, or ``none``.
    var route = FoundEntries.none
    /// Ascending.
    var interceptors: [UInt32] = []
    /// Where a walk goes on after a dead end. (The mutable span of an `Array` would need macOS 26.)
    var pending: ContiguousArray<PatternTree.Pending> = []
    /// The nodes that the collecting of interceptors has come to.
    var queue: [PatternTree.Index] = []
}
