package import WaybillManifest
package import WaybillProofs
import WaybillSyntax
import WaybillTable

/// An interceptor that no longer runs for requests that a rewrite sends to its URLs.
///
/// After a rewrite only interceptors that apply everywhere run, so this may change although nothing changes for requests
/// of these URLs themselves.
package struct BypassedInterceptor {
    /// Index into the interceptors of the earlier set.
    package var interceptor: Int
    /// The rewrite: index into the interceptors of the earlier set.
    package var rewrite: Int
    package var example: RequestWitness
}

/// Follows requests that both sets rewrite to the same URL.
package struct RewriteComparison {
    let old: RoutedSet
    let new: RoutedSet

    package init(from old: RoutedSet, to new: RoutedSet) {
        self.old = old
        self.new = new
    }

    /// Returns one example for each interceptor and rewrite. What changes at the URLs of the interceptor, or of the
    /// rewrite, is not included: it is a change there.
    package func bypassed() -> [BypassedInterceptor] {
        let rewrites = old.set.interceptors.compactMap { rewrite in
            rewrite.action.target.map { Redirect(of: rewrite, to: $0) }
        }
        let changed = changed
        if rewrites.isEmpty || changed.isEmpty { return [] }
        var search = RedirectSearch(old.set, old.table)
        var found: [BypassedInterceptor] = []
        for start in search.starts(of: rewrites, leadingTo: changed) {
            // Without a method, the routes of the target decide which one is answered.
            for method in start.method.map({ [$0] }) ?? [nil, "POST", "PUT", "PATCH", "DELETE"] {
                for one in bypassed(by: RequestWitness(url: start.url, method: method), changed)
                where !found.contains(where: { $0.interceptor == one.interceptor && $0.rewrite == one.rewrite }) {
                    found.append(one)
                }
            }
        }
        return found
    }

    /// The interceptors that applied everywhere and are not the same now.
    private var changed: [Int] {
        let known = Dictionary(firstOf: new.set.interceptors.map { ($0.id.value, $0) })
        return old.set.interceptors.indices.filter { index in
            let interceptor = old.set.interceptors[index]
            return interceptor.appliesEverywhere && !interceptor.isTerminating
                && known[interceptor.id.value]?.meansTheSame(as: interceptor) != true
        }
    }

    private func bypassed(by request: RequestWitness, _ changed: [Int]) -> [BypassedInterceptor] {
        let before = old.trace(request.url, method: request.method)
        let after = new.trace(request.url, method: request.method)
        guard new.answer(to: after) != .nothing, let first = before.visits.first, let hop = first.hop,
            case .interceptor(let rewrite) = hop.by, let other = after.visits.first, isAlike(first, other)
        else { return [] }
        let running = after.interceptors.map { new.set.interceptors[$0] }
        return before.visits.dropFirst().flatMap { visit in
            visit.interceptors.filter { number in
                changed.contains(number) && !runs(number, among: running)
                    && !isLost(number, at: visit.url.text, before.method)
            }
        }.map {
            BypassedInterceptor(
                interceptor: $0, rewrite: rewrite, example: RequestWitness(url: request.url, method: before.method))
        }
    }

    /// Whether both sets treat a request alike at its first URL.
    private func isAlike(_ before: RequestTrace.Visit, _ after: RequestTrace.Visit) -> Bool {
        before.hop?.to == after.hop?.to
            && before.interceptors.map { InterceptorAction(old.set.interceptors[$0]) }
                == after.interceptors.map { InterceptorAction(new.set.interceptors[$0]) }
    }

    private func runs(_ number: Int, among running: [Interceptor]) -> Bool {
        let interceptor = old.set.interceptors[number]
        return interceptor.isChanged(among: running)
            || running.contains { InterceptorAction($0) == InterceptorAction(interceptor) }
    }

    /// Whether an interceptor is also lost for requests of a URL itself.
    private func isLost(_ number: Int, at url: String, _ method: String?) -> Bool {
        let before = old.trace(url, method: method).visits.first?.interceptors ?? []
        let after = new.trace(url, method: method).visits.first?.interceptors ?? []
        return before.contains(number) && !runs(number, among: after.map { new.set.interceptors[$0] })
    }
}
