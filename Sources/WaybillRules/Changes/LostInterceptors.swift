package import WaybillManifest
import WaybillProofs
package import WaybillSyntax
package import WaybillTable

extension Compilation {
    /// Returns R003 for each interceptor of an earlier set that no longer runs for requests that are still served.
    ///
    /// Undecided requests, which exceed the limits of the comparison, are not reported.
    package func lostInterceptors(
        since earlier: ManifestSet, _ sources: [SourceFile], _ table: RoutingTable
    ) -> [Diagnostic] {
        guard let newTable = self.table, table.settings != newTable.settings || set.changesInterceptor(of: earlier)
        else {
            return []
        }
        let old = PlannedSet(earlier, sources)
        let new = PlannedSet(set, self.sources)
        var codes = PlannedCodes()
        let found = codes.table(of: old, table).comparison(with: codes.table(of: new, newTable))
        let before = RoutedSet(set: earlier, table: table)
        let after = RoutedSet(set: set, table: newTable)
        var lost: [Int: [TableChange]] = [:]
        for change in found.changes {
            let followed = FollowedChange(change, from: old, before, to: new, after)
            guard followed?.isServed ?? new.serves(change) else { continue }
            let gained = (followed?.gained ?? change.gained).map { set.interceptors[$0] }
            for index in followed?.lost ?? change.lost where !earlier.interceptors[index].isChanged(among: gained) {
                lost[index, default: []].append(change)
            }
        }
        return lost.sorted { $0.key < $1.key }.map { new.lostInterceptor(earlier.interceptors[$0.key], in: $0.value) }
            + RewriteComparison(from: before, to: after).bypassed().map { found in
                new.lostInterceptor(
                    earlier.interceptors[found.interceptor], for: found.example, at: .startOfFile())
            }
    }
}

extension ManifestSet {
    /// Whether an interceptor of an earlier set was removed or changed. A change of routes alone cannot remove an
    /// interceptor from a request: the URL, the method and the view decide which interceptors run.
    fileprivate func changesInterceptor(of earlier: ManifestSet) -> Bool {
        let known = Dictionary(firstOf: interceptors.map { ($0.id.value, $0) })
        return earlier.interceptors.contains { known[$0.id.value]?.meansTheSame(as: $0) != true }
    }
}

extension PlannedSet {
    /// Whether the new set serves the requests of a change.
    fileprivate func serves(_ change: TableChange) -> Bool {
        switch change.new {
        case .route: true
        case .otherMethods: false
        case .fallback(let index): fallbacks[index].effect.target != .nothing
        }
    }

    fileprivate func lostInterceptor(_ interceptor: Interceptor, in changes: [TableChange]) -> Diagnostic {
        let request = changes[0].parts[0].witness.request
        let others = changes.count > 1 ? ", and for others (\(changes.count - 1) more)" : ""
        let place = changes[0].new.place.map { set.routes[$0.route].id.span } ?? .startOfFile()
        return lostInterceptor(interceptor, for: request, others, at: place)
    }

    fileprivate func lostInterceptor(
        _ interceptor: Interceptor, for request: RequestWitness, _ others: String = "", at place: SourceSpan
    ) -> Diagnostic {
        Diagnostic(
            .lostInterceptor, at: place,
            "interceptor '\(interceptor.id.value)' no longer runs for '\(request.words)'\(others)",
            witness: request.words,
            help:
                "make an interceptor with the same code match it again; if this is intended, reload with '?allow=lost-interceptors'"
        )
    }
}

extension Interceptor {
    /// Whether one of the others has the same id and the same code, so that only its settings changed.
    package func isChanged(among others: [Interceptor]) -> Bool {
        others.contains { $0.id.value == id.value && $0.isSameCode(as: self) }
    }

    private func isSameCode(as other: Interceptor) -> Bool {
        action.code?.value == other.action.code?.value && isRewrite == other.isRewrite
    }
}
