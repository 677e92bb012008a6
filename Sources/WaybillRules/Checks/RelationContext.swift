import WaybillManifest
package import WaybillProofs
package import WaybillSyntax
package import WaybillTable

/// The input of checks that compare routes: the table, the proofs about it, and what was misread.
struct RelationContext {
    let table: RoutingTable
    let proofs: RouteProofs
    let limits: ProofLimits
    /// Routes with a part that was misread. An overlap may be caused by that, so they are not checked.
    let misread: Set<Int>
    /// Whether every file was read to its end, so that a missing entry is certainly missing.
    let isComplete: Bool

    init(
        _ set: ManifestSet, _ table: RoutingTable, _ proofs: RouteProofs, besides found: [Diagnostic],
        _ limits: ProofLimits = .standard
    ) {
        self.table = table
        self.proofs = proofs
        self.limits = limits
        misread = set.misreadRoutes(found)
        isComplete = !found.contains { $0.severity == .error || $0.isMisreading }
    }
}

extension ManifestSet {
    /// Checks the relations between routes, interceptors and requests.
    ///
    /// - Parameter proofs: The proofs about the table, if they exist already.
    package func checkRelations(
        _ table: RoutingTable, _ proofs: RouteProofs? = nil, besides found: [Diagnostic],
        within limits: ProofLimits = .standard
    ) -> [Diagnostic] {
        checkRelations(
            RelationContext(self, table, proofs ?? table.proofs(within: limits), besides: found, limits))
    }

    func checkRelations(_ context: RelationContext) -> [Diagnostic] {
        checkOverlaps(context) + checkShadows(context) + checkSpellings(context) + checkSize(context)
            + checkChains(context) + checkInterceptorOrder(context) + checkRedirects(context)
            + checkUses(context)
    }

    fileprivate func misreadRoutes(_ found: [Diagnostic]) -> Set<Int> {
        let rules: Set<Rule> = [
            .unknownKey, .wrongType, .notInEnumeration, .outOfRange, .impossiblePattern, .badParameter, .badRegex,
            .duplicateKey,
        ]
        let starts = found.filter { rules.contains($0.rule) || $0.isMisreading }
            .map { SourceSpan(file: $0.span.file, start: $0.span.start, end: $0.span.start) }.sorted()
        if starts.isEmpty { return [] }
        return Set(
            routes.indices.filter { index in
                if !routes[index].constrained.allSatisfy(\.isBuilt) { return true }
                let whole = routes[index].span
                let next = starts.indices.partitioningIndex {
                    (starts[$0].file, starts[$0].start) >= (whole.file, whole.start)
                }
                return next < starts.count && starts[next].file == whole.file && starts[next].start < whole.end
            })
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
