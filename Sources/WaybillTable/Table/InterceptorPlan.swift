/// The interceptors of routes, found when the table is made, so that a lookup has little left to ask.
///
/// A route's pattern is walked through the tree of interceptors once, as if it were a URL. A literal leads the same way
/// as in a URL. A capture leads where any text leads; whether its value is also a literal of an interceptor, only the
/// URL can tell. Signatures tell for nearly all values that they are not, by their first bytes and lengths; a probe asks
/// the tree. Where no probe finds a literal, the interceptors are those of the plan; else a walk finds them.
///
/// ```
/// plans      | interceptors | audience set | signatures | terminals | probes |      routes share them
///              the first four                             │           │
/// terminals                                               └ | interceptor | audience | …      in running order
/// probes                                                              └ | capture | node | …
/// ```
///
/// Mostly a scope shows all interceptors of a plan, which it knows by the set of their audiences; else it is asked
/// about each terminal.
struct InterceptorPlans: Sendable {
    struct Plan: Sendable {
        /// The first four.
        var interceptors = SIMD4<UInt32>()
        var interceptorCount = 0
        /// Into ``audienceSets``.
        var audienceSet: UInt32 = 0
        /// Those of the literals that the probes ask for; see ``PathCaptures/signature(of:length:)``.
        var signatures: UInt64
        var terminals: Range<Int>
        var probes: Range<Int>
    }

    /// A question: whether the value of the route's capture with this number is a literal child of the node.
    struct Probe: Sendable, Hashable {
        var capture: Int
        var node: PatternTree.Index
    }

    /// The number of no plan: a walk has to find the captures and interceptors of the route.
    static let none = UInt32.max
    /// The number of the plan for no interceptors at all.
    static let nothing = UInt32.max - 1

    var plans: [Plan] = []
    /// Each once.
    var audienceSets: [Set<UInt32>] = []
    /// Their entries are indices of interceptors.
    var terminals: [PatternTree.Terminal] = []
    var probes: [Probe] = []
}

extension RoutingTable {
    /// Finds the interceptors of a plain path whose route is known.
    ///
    /// - Parameters:
    ///   - entry: That of the route, which has a plan.
    ///   - captures: What the route captured.
    ///   - lookup: Gets the interceptors.
    /// - Returns: `false` where they depend on a captured value.
    @inline(__always)
    func follow(
        _ entry: UInt32, _ url: Span<UInt8>, _ captures: PathCaptures, in scope: borrowing RequestScope,
        _ lookup: inout Lookup
    ) -> Bool {
        let number = targets[Int(entry)].plan
        let plan = interceptorPlans.plans[Int(number)]
        if plan.signatures & captures.signatures != 0, isLiteral(entry, url, captures) { return false }
        if plan.interceptorCount > lookup.fewInterceptors.scalarCount || !scope.showsAll(of: plan.audienceSet) {
            choose(from: number, in: scope, &lookup)
        } else {
            lookup.fewInterceptors = plan.interceptors
            lookup.runningCount = plan.interceptorCount
        }
        return true
    }

    /// Whether a captured value is a literal of an interceptor.
    @inline(never)
    private func isLiteral(_ entry: UInt32, _ url: Span<UInt8>, _ captures: PathCaptures) -> Bool {
        let target = targets[Int(entry)]
        return interceptorPlans.probes[interceptorPlans.plans[Int(target.plan)].probes].contains { probe in
            let range = captures.range(at: probe.capture, of: Int(target.captureCount))
            let step = URLScan.Step(of: ByteRange(range), in: url)
            return interceptorTree.literal(of: probe.node, step, url) != 0
        }
    }

    /// Finds the interceptors of a plan that the scope shows.
    @inline(never)
    private func choose(from number: UInt32, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        let memory = lookup.memory
        memory.interceptors.removeAll(keepingCapacity: true)
        for index in interceptorPlans.plans[Int(number)].terminals {
            let terminal = interceptorPlans.terminals[index]
            if terminal.entry != memory.interceptors.last, scope.shows(terminal, isSlashed: false) {
                memory.interceptors.append(terminal.entry)
            }
        }
        lookup.note(memory.interceptors)
    }
}
