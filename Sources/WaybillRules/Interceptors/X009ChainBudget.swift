import WaybillManifest
import WaybillProofs
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let chainBudget = Rule("X009", "chain-budget", .warning, .policies, .offByDefault)
}

extension Check<PolicyContext> {
    static let sizeBudgets = Check(.tableBudget) { $0.checkSize() }

    static let chainBudgets = Check(
        .chainBudget, when: { $0.budgets.chain != nil || $0.budgets.chainTimeout != nil },
        find: { $0.checkChainLength() + $0.checkChainTimeouts() })
}

extension PolicyContext {
    // MARK: Size

    fileprivate func checkSize() -> [Diagnostic] {
        let budgets = policy.budgets
        var diagnostics: [Diagnostic] = []
        if let most = budgets.routes, set.routes.count > most.value {
            diagnostics.append(
                Diagnostic(
                    .tableBudget, at: most.span, "the set has \(set.routes.count) routes (budget \(most.value))",
                    help: "remove routes, or raise the budget"))
        }
        if let most = budgets.states, let place = constrained.first, states > most.value {
            diagnostics.append(
                Diagnostic(
                    .tableBudget, at: place.valueSpan,
                    "the constraints of the set compile to \(states) states (budget \(most.value))",
                    notes: [.init("the budget is here", at: most.span)], help: "use simpler regexes, or types"))
        }
        return diagnostics + (budgets.segments.map(tooDeep) ?? [])
    }

    private func tooDeep(_ most: Located<Int>) -> [Diagnostic] {
        // A pattern that exceeds the standard budget is always reported.
        set.routes.flatMap(\.patterns).filter { (most.value + 1...64).contains($0.pattern.segments.count) }.map {
            pattern in
            Diagnostic(
                .tableBudget, at: pattern.span,
                "the pattern has \(pattern.pattern.segments.count) segments (budget \(most.value))",
                notes: [.init("the budget is here", at: most.span)],
                help: "end it with '**', and read the rest in the handler")
        }
    }

    private var constrained: [Constrained] {
        self.set.routes.flatMap(\.constrained).sorted { $0.valueSpan < $1.valueSpan }
    }

    /// The states of all constraints, each counted once.
    private var states: Int {
        Dictionary(firstOf: constrained.map { ($0.constraint, $0.automaton.stateCount) }).values.reduce(0, +)
    }

    // MARK: Chains

    fileprivate func checkChainLength() -> [Diagnostic] {
        guard let table, let most = policy.budgets.chain, set.interceptors.count > most.value else { return [] }
        let found = heaviestChains(table) { _ in 1 }.filter { $0.chain.interceptors.count > most.value }
        return found.diagnostics { heavy in
            let id = set.routes[heavy.route].id.value
            return diagnostic(
                heavy,
                "\(heavy.chain.interceptors.count) interceptors run for one request of route '\(id)' (budget \(most.value))",
                most.span, help: "make some patterns more specific, or merge several interceptors")
        }
    }

    fileprivate func checkChainTimeouts() -> [Diagnostic] {
        guard let table, let most = policy.budgets.chainTimeout else { return [] }
        let timeouts = set.interceptors.map { $0.timeout.map { $0.value.milliseconds } ?? 0 }
        guard timeouts.contains(where: { $0 > 0 }) else { return [] }
        let found = heaviestChains(table) { timeouts[$0] }.compactMap { heavy -> HeavyChain? in
            guard let limit = limit(most.value, of: heavy.route) else { return nil }
            let sum = heavy.chain.weight { timeouts[$0] }
            return sum > limit ? HeavyChain(route: heavy.route, chain: heavy.chain, sum: sum, limit: limit) : nil
        }
        return found.diagnostics { heavy in
            let route = set.routes[heavy.route]
            let ofWhat = if case .route = most.value { "the route's timeout" } else { "the budget" }
            return diagnostic(
                heavy,
                "the interceptors of one request of route '\(route.id.value)' may take \(Self.text(heavy.sum)), but \(ofWhat) is \(Self.text(heavy.limit))",
                most.span, help: "shorten their timeouts, or run fewer of them")
        }
    }

    /// Returns for each route the heaviest chain of a request: at one URL, or at all URLs on its way to the route. Over
    /// hops, some requests of each way are followed.
    private func heaviestChains(_ table: RoutingTable, weight: (Int) -> Int) -> [HeavyChain] {
        let forwarded = RedirectedRequests(forwardedIn: set, table, limit: Self.maximumFollowed)
        let overHops = [rewrittenRequests, forwarded].compactMap { $0?.heaviest(weight: weight) }
        var search = ChainSearch(table)
        return set.routes.indices.compactMap { route in
            let chains = [search.heaviest(before: route, weight: weight)] + overHops.map { $0[route] }
            // Of equally heavy ones, the first is at one URL.
            let heaviest = chains.compactMap(\.self).reversed().max { $0.weight(weight) < $1.weight(weight) }
            return heaviest.map { HeavyChain(route: route, chain: $0) }
        }
    }

    private func limit(_ most: LintPolicy.Budgets.ChainTimeout, of route: Int) -> Int? {
        switch most {
        case .duration(let duration): duration.milliseconds
        case .route: set.routes[route].timeout.map { $0.value.milliseconds }
        }
    }

    private struct HeavyChain {
        var route: Int
        var chain: Chain
        var sum = 0
        var limit = 0
    }

    private func diagnostic(
        _ heavy: HeavyChain, _ message: String, _ budget: SourceSpan, help: String
    ) -> Diagnostic {
        let names = heavy.chain.interceptors.map { set.interceptors[$0].id.value }.joined(separator: ", ")
        var diagnostic = Diagnostic(
            .chainBudget, at: place(of: set.routes[heavy.route]), message,
            notes: [.init("the budget is here", at: budget)], witness: heavy.chain.witness.text,
            witnessRemark: "runs \(names)", help: help)
        // The same interceptors are the cause for all routes before which they run.
        diagnostic.causeGroup = .init(cause: heavy.chain.interceptors + [heavy.sum, heavy.limit], wording: .ofRoutes)
        return diagnostic
    }

    private static func text(_ milliseconds: Int) -> String {
        milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}

extension Duration {
    /// In milliseconds, rounded down.
    fileprivate var milliseconds: Int {
        let (seconds, rest) = components
        let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1000)
        return overflow ? .max : whole + Int(rest / 1_000_000_000_000_000)
    }
}
