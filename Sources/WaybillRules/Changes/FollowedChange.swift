package import WaybillManifest
package import WaybillProofs
import WaybillTable

/// A change of requests that a set ends before their route, or sends on to another URL: what the walks of its example
/// requests show, because the tables alone tell only what happens at the first URL.
package struct FollowedChange {
    /// An example request with its walks.
    package struct Example {
        /// The index of its part.
        package var part: Int
        package var witness: ViewedWitness
        package var old: RequestTrace
        package var new: RequestTrace
        package var oldAnswer: RequestAnswer
        package var newAnswer: RequestAnswer

        /// Whether a route answered the request, and none does.
        package var isLost: Bool { oldAnswer == .route && newAnswer != .route }
    }

    /// The change. Its first example request is one for which it is most severe.
    package private(set) var change: TableChange
    /// The walks of its first example request.
    package private(set) var example: Example
    private let examples: [Example]
    /// The interceptors that no longer run for some of them, and those that run now.
    package let lost: [Int]
    package let gained: [Int]

    /// Returns `nil` if both sets answer the requests at their own URL.
    package init?(
        _ change: TableChange, from old: PlannedSet, _ before: RoutedSet, to new: PlannedSet, _ after: RoutedSet
    ) {
        guard change.ends != nil || change.movesDestination && (old.forwards(change.old) || new.forwards(change.new))
        else { return nil }
        let examples = change.parts.enumerated().flatMap { part, requests in
            requests.witnesses.map { Example(part, $0, before, after) }
        }
        guard let first = examples.first(where: \.isLost) ?? examples.first else { return nil }
        self.examples = examples
        self.change = change
        example = first
        self.change.parts[first.part].witness = first.witness
        self.change.parts.swapAt(0, first.part)
        lost = Self.missing(change.lost, old.set, new.set, examples.map { ($0.old, $0.new) })
        gained = Self.missing(change.gained, new.set, old.set, examples.map { ($0.new, $0.old) })
    }

    /// Whether the new set answers some of the examples.
    package var isServed: Bool { examples.contains { $0.newAnswer != .nothing } }

    /// Returns the interceptors of one set that run for some examples only in that set.
    ///
    /// - Parameter known: Those that run at the first URL only in that set. Some of them may run at a later URL in the other.
    private static func missing(
        _ known: [Int], _ own: ManifestSet, _ other: ManifestSet, _ walks: [(own: RequestTrace, other: RequestTrace)]
    ) -> [Int] {
        let runsLater = walks.map { walk in
            Set(walk.other.visits.dropFirst().flatMap(\.interceptors).map { InterceptorAction(other.interceptors[$0]) })
        }
        let kept = known.filter { number in
            own.interceptors[number].isTerminating
                || runsLater.contains { !$0.contains(InterceptorAction(own.interceptors[number])) }
        }
        let missing = walks.flatMap { walk in
            let others = Set(walk.other.interceptors.map { InterceptorAction(other.interceptors[$0]) })
            return walk.own.interceptors.filter { number in
                !own.interceptors[number].isTerminating && !others.contains(InterceptorAction(own.interceptors[number]))
            }
        }
        return kept + Set(missing).subtracting(kept).sorted()
    }
}

/// What answers a request at the end of its walk.
package enum RequestAnswer: Sendable, Hashable {
    /// Also a rejection.
    case nothing
    case fallback
    /// Also a redirect of the client.
    case route
}

extension FollowedChange.Example {
    fileprivate init(_ part: Int, _ witness: ViewedWitness, _ before: RoutedSet, _ after: RoutedSet) {
        let (old, new) = (before.trace(of: witness), after.trace(of: witness))
        self.init(
            part: part, witness: witness, old: old, new: new, oldAnswer: before.answer(to: old),
            newAnswer: after.answer(to: new))
    }
}

extension RoutedSet {
    package func trace(of witness: ViewedWitness) -> RequestTrace {
        trace(witness.request.url, method: witness.request.method, tags: witness.view.tags ?? [])
    }

    /// Returns what answers a request at the end of its walk.
    package func answer(to trace: RequestTrace) -> RequestAnswer {
        switch trace.end {
        case .reached, .redirectToClient: return .route
        case .redirectUnmatched, .rejected, .loop, .invalid: return .nothing
        case .unmatched: return fallback(of: trace) == nil ? .nothing : .fallback
        }
    }
}

extension PlannedSet {
    fileprivate func forwards(_ server: TableChange.Server) -> Bool {
        server.place.map { routes[$0.route].target == .forward } ?? false
    }
}
