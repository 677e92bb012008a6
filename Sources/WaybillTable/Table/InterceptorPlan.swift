/// What is known of a route's interceptors when the table is made, so that a lookup has little left to ask.
///
/// A route's pattern is walked through the tree of interceptors once, as if it were a URL. Where it has a literal, the walk
/// knows the way. Where it has a capture, the ways for any text are known too; a literal that an interceptor has there
/// is taken by few values. Whether a value might be one of them is asked of a filter first, which knows their first bytes
/// and lengths, then of the tree: that is a probe. Where no probe finds anything, the interceptors are those of the
/// plan; else the URL is walked through the tree.
///
/// ```
/// plans      | interceptors | count | crowd | filters | end | terminals | end | probes | end |      routes share them
///              in running      │        │     │                │                │
///              order, each     └ of all └ audiences of         │                │
///              once: the first          │ all of them          │                │
///              four                     │                      │                │
/// filters                                └ | wild | signatures | …               │
/// terminals                                               └ | interceptor | audience | …
/// probes                                                                    └ | wild | node | …
/// ```
///
/// Mostly a scope shows all interceptors of a plan, which it knows by their crowd; else it is asked about each terminal.
struct InterceptorPlans: Sendable {
    struct Plan: Sendable, BitwiseCopyable {
        /// The first four.
        var interceptors = SIMD4<UInt32>()
        var interceptorCount: UInt32 = 0
        var crowd: UInt32 = 0
        var firstFilter: UInt32 = 0
        var filterEnd: UInt32 = 0
        var firstTerminal: UInt32 = 0
        var terminalEnd: UInt32 = 0
        var firstProbe: UInt32 = 0
        var probeEnd: UInt32 = 0

        var probes: Range<Int> { Int(firstProbe)..<Int(probeEnd) }
    }

    /// A question: whether what the route's capture with this number caught is a literal child of the node.
    struct Probe: Sendable, Hashable, BitwiseCopyable {
        var wild: UInt32
        var node: PatternTree.Index
    }

    /// What stands before all probes of one capture: most values begin with another byte than those literals, or are not
    /// as long.
    struct Filter: Sendable, BitwiseCopyable {
        var wild: UInt32
        /// Bits that ``signature(first:length:)`` gives for the literals.
        var signatures: UInt64

        /// One bit.
        @inline(__always)
        static func signature(first: UInt8, length: Int) -> UInt64 {
            1 &<< (UInt64(first) &+ UInt64(truncatingIfNeeded: length &* 8))
        }
    }

    /// The number of no plan, for a route whose captures a lookup does not write down on its way.
    static let none = UInt32.max
    /// The number of no plan, for a route whose interceptors are not known: a walk has to find them.
    static let unknown = UInt32.max - 1
    /// The number of the plan for no interceptors at all.
    static let nothing = UInt32.max - 2

    let plans: FrozenArray<Plan>
    /// Sets of audiences, each once.
    let crowds: [Set<UInt32>]
    let filters: FrozenArray<Filter>
    /// Their entries are indices of interceptors.
    let terminals: FrozenArray<PatternTree.Terminal>
    let probes: FrozenArray<Probe>
}

extension RoutingTable {
    /// Finds the interceptors of a plain path whose route is known.
    ///
    /// - Parameters:
    ///   - number: That of a plan that there is.
    ///   - lookup: With what the route captured.
    @inline(never)
    func follow(_ number: UInt32, _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        // Field by field, when it is asked for: a copy of the whole would fill the registers.
        let plan = unsafe interceptorPlans.plans.pointer(to: Int(number))
        var index = unsafe Int(plan.pointee.firstFilter)
        while unsafe index < Int(plan.pointee.filterEnd) {
            let filter = unsafe interceptorPlans.filters[unchecked: index]
            let place = unsafe lookup.captures[unchecked: Int(filter.wild)]
            let first = unsafe url[unchecked: Int(place.start)]
            let signature = InterceptorPlans.Filter.signature(first: first, length: Int(place.length))
            if filter.signatures & signature != 0 { return ask(number, url, in: scope, &lookup) }
            index &+= 1
        }
        let count = unsafe plan.pointee.interceptorCount
        if unsafe count > Findings.fewInterceptors || !scope.showsAll(of: plan.pointee.crowd) {
            return choose(from: number, in: scope, &lookup)
        }
        lookup.runningCount = count
        // All four at once, however many are meant.
        unsafe UnsafeMutableRawPointer(lookup.findings.interceptors.base)
            .storeBytes(of: plan.pointee.interceptors, as: SIMD4<UInt32>.self)
    }

    /// The same, where a capture may have caught a literal.
    @inline(never)
    private func ask(
        _ number: UInt32, _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) {
        for index in interceptorPlans.plans[Int(number)].probes {
            let probe = interceptorPlans.probes[index]
            let step = URLScan.Step(of: lookup.captures[Int(probe.wild)], in: url)
            if interceptorTree.literal(of: probe.node, step, url, isFolding: false) != 0 {
                return findInterceptors(url, in: scope, &lookup)
            }
        }
        choose(from: number, in: scope, &lookup)
    }

    /// Finds the interceptors of a plan that the scope shows.
    @inline(never)
    private func choose(from number: UInt32, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        let plan = interceptorPlans.plans[Int(number)]
        lookup.findings.interceptors.reserve(Int(plan.interceptorCount))
        var (count, last) = (0, Findings.none)
        var index = Int(plan.firstTerminal)
        while index < Int(plan.terminalEnd) {
            let terminal = unsafe interceptorPlans.terminals[unchecked: index]
            index &+= 1
            if unsafe terminal.entry == last || !scope.shows(terminal, isSlashed: false) { continue }
            last = terminal.entry
            unsafe lookup.findings.interceptors[unchecked: count] = last
            count &+= 1
        }
        lookup.runningCount = UInt32(truncatingIfNeeded: count)
    }
}
