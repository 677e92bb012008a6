/// The interceptors of routes, computed when the table is built, so that a lookup has little work left.
///
/// A route's pattern is walked through the tree of interceptors once, as if it were a URL. A literal leads to the same
/// nodes as in a URL, and a capture to the nodes of any text. Whether the value of a capture is also a literal of an
/// interceptor depends on the URL. For nearly all values, signatures of their first bytes and lengths exclude that;
/// otherwise a probe asks the tree. If no probe finds a literal, the interceptors are those of the plan; else a walk
/// finds them.
///
/// ```
/// plans      | interceptors | audience set | signatures | terminals | probes |      routes share them
///              the first four                             │           │
/// terminals                                               └ | interceptor | audience | …      in running order
/// probes                                                              └ | capture | node | …
/// ```
///
/// Usually a scope shows all interceptors of a plan, which is known from the set of their audiences. Otherwise each
/// terminal is checked.
struct InterceptorPlans: Sendable {
    struct Plan: Sendable {
        /// The first four.
        var interceptors = SIMD4<UInt32>()
        var interceptorCount = 0
        /// The number of the set of its audiences.
        var audienceSet: UInt32 = 0
        /// The signatures of the literals of the probes; see ``PatternTree/Descent/signature(of:length:)``.
        var signatures: UInt64
        var terminals: Range<Int>
        var probes: Range<Int>
    }

    /// The question whether the value of the route's capture with this number is a literal child of the node.
    struct Probe: Sendable, Hashable {
        var capture: Int
        var node: PatternTree.Index
    }

    /// The number for no plan: a walk must find the captures and interceptors of the route.
    static let none = UInt32.max
    /// The number of the plan without interceptors.
    static let nothing = UInt32.max - 1

    var plans: [Plan] = []
    /// Their entries are indices of interceptors.
    var terminals: [PatternTree.Terminal] = []
    var probes: [Probe] = []
}

extension RoutingTable {
    /// Finds the interceptors of a plain path whose route is known.
    ///
    /// - Parameters:
    ///   - target: The target of the route, which has a plan.
    ///   - descent: The descent to the route.
    ///   - lookup: Receives the interceptors.
    /// - Returns: `false` if they depend on a captured value.
    @inline(__always)
    func follow(
        _ target: Target, _ url: Span<UInt8>, _ descent: PatternTree.Descent, in scope: borrowing RequestScope,
        _ lookup: inout Lookup
    ) -> Bool {
        let plan = interceptorPlans.plans[Int(target.plan)]
        if plan.signatures & descent.signatures != 0, isLiteral(target, url, descent.captures) { return false }
        if plan.interceptorCount > lookup.fewInterceptors.scalarCount || !scope.showsAll(of: plan.audienceSet) {
            choose(from: plan.terminals, in: scope, &lookup)
        } else {
            lookup.fewInterceptors = plan.interceptors
            lookup.runningCount = plan.interceptorCount
        }
        return true
    }

    /// Whether a captured value is a literal of an interceptor.
    @inline(never)
    private func isLiteral(_ target: Target, _ url: Span<UInt8>, _ captures: PathCaptures) -> Bool {
        interceptorPlans.probes[interceptorPlans.plans[Int(target.plan)].probes].contains { probe in
            let range = captures.range(at: probe.capture, of: Int(target.captureCount))
            let step = URLScan.Step(of: ByteRange(range), in: url)
            return interceptorTree.literal(of: probe.node, step, url) != 0
        }
    }

    /// Finds the interceptors of a plan that the scope shows.
    ///
    /// - Parameter terminals: Those of the plan.
    @inline(never)
    private func choose(from terminals: Range<Int>, in scope: borrowing RequestScope, _ lookup: inout Lookup) {
        let memory = lookup.memory
        memory.interceptors.removeAll(keepingCapacity: true)
        for terminal in interceptorPlans.terminals[terminals] {
            if terminal.entry != memory.interceptors.last, scope.shows(terminal, isSlashed: false) {
                memory.interceptors.append(terminal.entry)
            }
        }
        lookup.note(memory.interceptors)
    }
}
