import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

extension ManifestSet {
    /// X013: forwards that lead to so many others that the engine stops before it reaches a route. A chain that is a
    /// part of another is not reported.
    func longChains(
        of redirects: [LocatedRedirect], _ search: inout RedirectSearch, _ context: RelationContext
    ) -> [Diagnostic] {
        let subject = RoutedSet(set: self, table: context.table)
        var stepsLeft = Self.hopLimit(in: context.table)
        var found: [LongChain] = []
        for redirect in redirects where stepsLeft > 0 {
            for sample in search.likelyStarts(of: redirect.source) {
                // Further than the engine goes, so that a loop repeats a hop.
                let trace = subject.trace(
                    sample.url, method: sample.method, maximumHops: 2 * WalkedRequest.maximumHops)
                stepsLeft -= trace.visits.count
                let path = trace.hops.map(\.by)
                guard path.count > WalkedRequest.maximumHops, path[0] == redirect.source, !trace.repeatsHop,
                    !path.contains(where: isMisread(context))
                else { continue }
                found.append(LongChain(path: path, ends: trace.end != .loop, sample: sample))
                break
            }
        }
        let inner = Set(found.flatMap { $0.path.dropFirst() })
        var reported: Set<RedirectSource> = []
        // A loop that is too long to be found as one has only inner ones.
        let chains = (found.filter { !inner.contains($0.path[0]) } + found).diagnostics { chain in
            guard !reported.contains(chain.path[0]) else { return nil }
            reported.formUnion(chain.path)
            return diagnostic(chain)
        }
        if stepsLeft > 0 && search.isComplete { return chains }
        let question = "whether a request has more than \(WalkedRequest.maximumHops) hops"
        return chains + [.undecided(question, at: redirects[0].target.text.span)]
    }

    /// A route that was not read completely matches other requests than it will.
    private func isMisread(_ context: RelationContext) -> (RedirectSource) -> Bool {
        { if case .route(let index) = $0 { context.misread.contains(index) } else { false } }
    }

    private struct LongChain {
        var path: [RedirectSource]
        /// Whether the search saw its end.
        var ends: Bool
        var sample: RequestWitness
    }

    private func diagnostic(_ chain: LongChain) -> Diagnostic? {
        let redirects = chain.path.prefix(WalkedRequest.maximumHops + 1).compactMap { redirect(by: $0) }
        guard let first = redirects.first, let last = redirects.last else { return nil }
        let names = redirects.map(name).joined(separator: " -> ")
        let help =
            chain.ends
            ? "let \(name(first)) lead to where \(name(last)) leads, or further"
            : "let the chain reach a route within \(WalkedRequest.maximumHops) hops; if it is a loop, change one target"
        return Diagnostic(
            .deadEnd, at: first.target.text.span,
            "a request has more than \(WalkedRequest.maximumHops) hops: \(names)", witness: chain.sample.text,
            witnessRemark: "fails with 'redirectLoop'", help: help)
    }
}
