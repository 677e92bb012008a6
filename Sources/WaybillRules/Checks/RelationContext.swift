import WaybillManifest
package import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The input of checks that compare routes: the table, the proofs about it, and what was misread.
final class RelationContext {
    let set: ManifestSet
    let table: RoutingTable
    let proofs: RouteProofs
    let limits: ProofLimits
    /// Routes with a part that was misread. An overlap may be caused by that, so they are not checked.
    let misread: Set<Int>
    /// The interceptors that match nothing: see ``ManifestSet/searchIdleInterceptors(_:)``.
    private(set) lazy var idleInterceptors = set.searchIdleInterceptors(self)
    /// Redirect loops and long chains: see ``ManifestSet/searchRedirectLoops(_:)``.
    private(set) lazy var redirectLoops = set.searchRedirectLoops(self)
    /// The interceptors that another one always ends before.
    private(set) lazy var unreachableInterceptors = table.shadowedInterceptors(
        by: set.terminatingInterceptors, within: limits)

    init(
        _ set: ManifestSet, _ table: RoutingTable, _ proofs: RouteProofs, _ ledger: Ledger,
        _ limits: ProofLimits = .standard
    ) {
        self.set = set
        self.table = table
        self.proofs = proofs
        self.limits = limits
        misread = ledger.misread
    }
}

extension RequestWitness {
    /// The request as `waybill explain` takes it. It begins with a method if the assumed method would not reach the
    /// route.
    var text: String {
        guard let method else { return url }
        let assumed = (try? RouteURL(url))?.assumedMethod
        return assumed == method ? url : "\(method) \(url)"
    }
}

extension ManifestSet {
    /// Returns the problems between routes, interceptors and requests that can be proven within limits.
    package func checkRelations(
        _ table: RoutingTable, besides found: [Diagnostic], within limits: ProofLimits = .standard
    ) -> [Diagnostic] {
        let ledger = Ledger(self, found, texts: [])
        let context = RelationContext(self, table, table.proofs(within: limits), ledger, limits)
        return ledger.results(of: Check.all, in: context).certain
    }
}
