import WaybillProofs
package import WaybillSyntax
package import WaybillTable

extension Compilation {
    /// R003 for each interceptor of an earlier set that no longer runs for requests which something serves.
    ///
    /// What the limits of the comparison leave open is not reported.
    package func lostGates(
        since earlier: ManifestSet, _ sources: [SourceFile], _ table: RoutingTable
    ) -> [Diagnostic] {
        guard let newTable = self.table, table.settings != newTable.settings || set.changesAGate(of: earlier) else {
            return []
        }
        let (old, new) = (PlannedSet(earlier, sources), PlannedSet(set, self.sources))
        var codes = PlannedCodes()
        let found = codes.table(of: old, table).comparison(with: codes.table(of: new, newTable))
        var lost: [Int: [TableChange]] = [:]
        for change in found.changes where new.serves(change) {
            let gained = change.gained.map { set.interceptors[$0] }
            for index in change.lost where !earlier.interceptors[index].isChanged(among: gained) {
                lost[index, default: []].append(change)
            }
        }
        return lost.sorted { $0.key < $1.key }.map { new.lostGate(earlier.interceptors[$0.key], in: $0.value) }
    }
}

extension ManifestSet {
    /// Whether an interceptor of an earlier set is gone or different. Routes alone take no interceptor from a request: which
    /// of them run, the URL, the method and the view decide.
    fileprivate func changesAGate(of earlier: ManifestSet) -> Bool {
        let known = Dictionary(interceptors.map { ($0.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        return earlier.interceptors.contains { known[$0.id.value]?.meansTheSame(as: $0) != true }
    }
}

extension PlannedSet {
    /// Whether something serves the requests of a change in this set, the new one.
    fileprivate func serves(_ change: TableChange) -> Bool {
        switch change.new {
        case .route: true
        case .fallback(let index): fallbacks[index].effect.target != .nothing
        }
    }

    fileprivate func lostGate(_ gate: Interceptor, in changes: [TableChange]) -> Diagnostic {
        let request = changes[0].parts[0].witness.request
        let words = [request.method, request.url].compactMap(\.self).joined(separator: " ")
        let others = changes.count > 1 ? ", and for others (\(changes.count - 1) more)" : ""
        let place = changes[0].new.place.map { set.routes[$0.route].id.span } ?? SourceSpan(file: 0, start: 0, end: 0)
        return Diagnostic(
            .lostGate, at: place, "interceptor '\(gate.id.value)' no longer runs for '\(words)'\(others)",
            witness: words,
            help:
                "make an interceptor with the same code match it again; if this is intended, reload with '?allow=lost-gates'"
        )
    }
}

extension Interceptor {
    /// Whether one of the others is the same code under the same id.
    package func isChanged(among others: [Interceptor]) -> Bool {
        others.contains { $0.id.value == id.value && $0.isSameCode(as: self) }
    }

    private func isSameCode(as other: Interceptor) -> Bool {
        switch (InterceptorAction(self).action, InterceptorAction(other).action) {
        case (.use(let name), .use(let other)): name == other
        case (.rewrite, .rewrite), (.reject, .reject): true
        default: false
        }
    }
}
