/// What is known of a route's interceptors when the table is made, so that a lookup has little left to ask.
///
/// A route's pattern is walked through the tree of interceptors once, as if it were a URL. Where it has a literal, the walk
/// knows the way. Where it has a capture, the ways for any text are known too; a literal that an interceptor has there
/// is taken by few values, and a lookup has to ask for it: that is a probe. Where no probe finds anything, the
/// interceptors are those of the plan; else the URL is walked through the tree.
///
/// ```
/// plans      | firstTerminal | terminalEnd | firstProbe | probeEnd |      16 bytes each; routes share them
///                    │                            │
/// terminals  | interceptor | audience | …         │                       in running order
/// probes                                | wild | node | …
/// ```
struct InterceptorPlans: Sendable {
    struct Plan: Sendable, BitwiseCopyable {
        var firstTerminal: UInt32
        var terminalEnd: UInt32
        var firstProbe: UInt32
        var probeEnd: UInt32
    }

    /// A question: whether what the route's capture with this number caught is a literal child of the node.
    struct Probe: Sendable, Hashable, BitwiseCopyable {
        var wild: UInt32
        var node: PatternTree.Index
    }

    /// The number of no plan, for a route whose captures a lookup does not write down on its way.
    static let none = UInt32.max
    /// The number of no plan, for a route whose interceptors are not known: a walk has to find them.
    static let unknown = UInt32.max - 1
    /// The number of the plan for no interceptors at all.
    static let nothing = UInt32.max - 2

    let plans: FrozenArray<Plan>
    /// Their entries are indices of interceptors.
    let terminals: FrozenArray<PatternTree.Terminal>
    let probes: FrozenArray<Probe>
}

extension RoutingTable {
    /// Finds the interceptors of a plain path whose route is known, as far as its plan says them.
    ///
    /// - Parameters:
    ///   - plan: The number of a plan that there is.
    ///   - lookup: With what the route captured.
    /// - Returns: Whether that is all; else a walk has to say.
    @inline(never)
    func follow(
        _ plan: UInt32, _ url: Span<UInt8>, in scope: borrowing RequestScope, _ lookup: inout Lookup
    ) -> Bool {
        let plan = unsafe interceptorPlans.plans[unchecked: Int(plan)]
        var index = Int(plan.firstProbe)
        while index < Int(plan.probeEnd) {
            let probe = unsafe interceptorPlans.probes[unchecked: index]
            let place = unsafe lookup.captures[unchecked: Int(probe.wild)]
            let step = URLScan.Step(of: place, in: url)
            if interceptorTree.literal(of: probe.node, step, url, isFolding: false) != 0 {
                return false
            }
            index &+= 1
        }
        index = Int(plan.firstTerminal)
        lookup.findings.interceptors.reserve(Int(plan.terminalEnd) &- index)
        var (count, last) = (0, Findings.none)
        while index < Int(plan.terminalEnd) {
            let terminal = unsafe interceptorPlans.terminals[unchecked: index]
            index &+= 1
            if unsafe terminal.entry == last || !scope.shows(terminal, isSlashed: false) { continue }
            last = terminal.entry
            unsafe lookup.findings.interceptors[unchecked: count] = last
            count &+= 1
        }
        lookup.runningCount = UInt32(truncatingIfNeeded: count)
        return true
    }
}
