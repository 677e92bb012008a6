/// The result of a lookup, and its working memory.
///
/// Create one for each task and reuse it, with any table. It allocates only to grow, so after a few lookups it
/// allocates no more.
///
/// ```swift
/// let scope = table.scope(method: "GET")
/// var lookup = Lookup()
/// table.find(url.span, in: scope, &lookup)
/// if let route = lookup.route { print(table.routes[route].id) }
/// ```
public struct Lookup: ~Copyable, @unchecked Sendable {  // no one else has a reference to its memory
    // Read in place, because a call would take longer than the read.
    @usableFromInline var target: Target?
    @usableFromInline var runningCount = 0
    /// The indices of up to four interceptors, in running order.
    var fewInterceptors = SIMD4<UInt32>()
    /// For a plain URL: the place of its path.
    var path = ByteRange()
    /// For a plain URL: the places of captures in its path.
    var pathCaptures = PathCaptures()
    var outcome = Outcome.plain
    private var keptMemory: Memory?

    public init() {}

    /// The memory for URLs that are not plain, or have many interceptors.
    final class Memory {
        /// Indices of interceptors, in running order.
        var interceptors: [UInt32] = []
        var captures: [ByteRange] = []
        var scan = URLScan()
        var found = FoundEntries()
    }

    /// Created by the first URL that needs it. Most do not.
    var memory: Memory {
        mutating get {
            if let keptMemory { return keptMemory }
            let memory = Memory()
            keptMemory = memory
            return memory
        }
    }

    /// The kind of the URL's text.
    enum Outcome: Sendable {
        /// Its path was matched unchanged, without a scan.
        case plain
        case scanned
        case invalid
    }

    /// Index into ``RoutingTable/routes``; `nil` if no route serves the request.
    @inlinable public var route: Int? { target?.place.route }

    /// Index into that route's patterns.
    public var pattern: Int { target?.place.pattern ?? 0 }

    /// The number of captures of that pattern, in the order of ``Pattern/captureNames``.
    public var captureCount: Int { Int(target?.captureCount ?? 0) }

    /// The number of interceptors that run.
    @inlinable public var interceptorCount: Int { runningCount }

    /// - Parameter interceptors: The interceptors in the memory, which keeps them.
    mutating func note(_ interceptors: [UInt32]) {
        runningCount = interceptors.count
        for index in 0..<min(runningCount, fewInterceptors.scalarCount) { fewInterceptors[index] = interceptors[index] }
    }

    /// Whether the bytes were not a URL. Then nothing is found.
    public var isInvalid: Bool { outcome == .invalid }

    /// Returns an index into ``RoutingTable/interceptors``.
    ///
    /// - Parameter position: The position in running order.
    /// - Precondition: It is below ``interceptorCount``.
    public func interceptor(at position: Int) -> Int {
        precondition(position < runningCount, "only interceptors below interceptorCount run")
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

    /// The URL's scheme, host and path, decoded and normalized, if the URL is not verbatim.
    public var decoded: [UInt8] { keptMemory?.scan.decoded ?? [] }

    /// Returns the place of a captured value, in bytes of the URL or of ``decoded``. It is already decoded, and the
    /// segments of a catch-all are joined by `/`.
    ///
    /// - Precondition: The position is below ``captureCount``.
    public func capture(at position: Int) -> Range<Int> {
        precondition(position < captureCount, "there are only captures below captureCount")
        guard outcome != .plain, let keptMemory else {
            let place = pathCaptures.range(at: position, of: captureCount)
            return Int(path.start) + place.lowerBound..<Int(path.start) + place.upperBound
        }
        return keptMemory.captures[position].range
    }
}

/// The target of a route's entry.
@usableFromInline
struct Target: Sendable, BitwiseCopyable {
    @usableFromInline var place: RoutePlace
    var captureCount: UInt32
    /// The index of its first capture site.
    var firstSite: UInt32
    /// The number of its interceptors' plan, or ``InterceptorPlans/none``. A pattern with a plan captures exactly the
    /// segments that are not literals, as a whole: ``PatternTree/descend(_:)`` finds its captures.
    var plan: UInt32
}

/// The numbers of the entries that walks find, and their working memory.
struct FoundEntries: Sendable {
    static let none = UInt32.max

    /// The route that serves the request, or ``none``.
    var route = FoundEntries.none
    /// Ascending.
    var interceptors: [UInt32] = []
    /// The points to which a walk returns after a dead end. (The mutable span of an `Array` would need macOS 26.)
    var pending: ContiguousArray<PatternTree.Pending> = []
    /// The nodes that the collection of interceptors has reached.
    var queue: [PatternTree.Index] = []
}
