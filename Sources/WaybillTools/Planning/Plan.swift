import WaybillManifest
public import WaybillProofs
import WaybillRules
public import WaybillSyntax
import WaybillTable

/// The effect of a change of manifests on requests: the result of `waybill plan`.
///
/// If two sets treat every request alike, the plan is empty, however different their files are.
public struct Plan: Sendable {
    /// Classes of requests that are treated differently. They are disjoint. The most severe come first.
    public internal(set) var changes: [PlannedChange] = []
    /// Problems of the sets as a whole.
    public internal(set) var problems: [PlanProblem] = []
    /// The questions that exceeded the limits, in words.
    public internal(set) var undecided: [String] = []
    /// The requests of a log, if one was read.
    public internal(set) var traffic: PlanTraffic?
    var oldDigest: String
    var newDigest: String

    /// Whether both sets are proven to treat every request alike, and have no problem as a whole.
    public var isEmpty: Bool { changes.isEmpty && problems.isEmpty && undecided.isEmpty }

    /// Whether a change breaks a rule of the policy, or may break one because it could not be decided.
    public func isBreaking(_ policy: PlanPolicy) -> Bool { !undecided.isEmpty || breakingCount(policy) > 0 }

    /// Returns the number of changes and problems that break a rule of the policy.
    func breakingCount(_ policy: PlanPolicy) -> Int {
        changes.count { policy.breaks($0.rules) } + problems.count { policy.breaks([$0.rule]) }
    }
}

/// The rules that make a plan breaking.
public struct PlanPolicy: Sendable, Hashable {
    public var breaking: Set<Rule>
    /// Whether any number of routes may be removed (R005): see `RemovalLimit`.
    public var allowsRemovals: Bool

    public init(breaking: Set<Rule> = PlanPolicy.usual, allowsRemovals: Bool = false) {
        self.breaking = breaking
        self.allowsRemovals = allowsRemovals
    }

    /// Lost requests, lost interceptors, and the removal of many routes.
    public static let usual = Set(Rule.all.filter { $0.traits.contains(.breaksPlan) })

    func breaks(_ rules: [Rule]) -> Bool { rules.contains { breaking.contains($0) } }
}

/// A problem of two sets as a whole.
public struct PlanProblem: Sendable, Hashable {
    public var rule: Rule
    /// One sentence, without a full stop at the end.
    public var message: String
}

/// Requests that two sets treat differently, all in the same way.
public struct PlannedChange: Sendable {
    /// The kinds of effects.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case lost
        case interceptorLost = "interceptor-lost"
        case moved, parameters, reconfigured, lifetime
        case interceptorChanged = "interceptor-changed"
        case gained
        case interceptorGained = "interceptor-gained"
        case reordered
        /// An interceptor is lost for requests that nothing serves.
        case unusedInterceptorLost = "unused-interceptor-lost"

        /// `nil` for an addition.
        public var rule: Rule? {
            switch self {
            case .lost: .lostRequest
            case .interceptorLost: .lostInterceptor
            case .moved, .parameters, .reconfigured, .interceptorChanged, .reordered: .movedRequest
            case .lifetime: .changedLifetime
            case .gained, .interceptorGained, .unusedInterceptorLost: nil
            }
        }

        /// Whether something was added, and nothing was removed.
        var isAddition: Bool { self == .gained || self == .interceptorGained }
    }

    /// One effect on the requests.
    public struct Effect: Sendable, Hashable {
        public var kind: Kind
        /// For one class of requests: `loses 'auth'`.
        public var text: String
        /// For several classes: `lose 'auth'`.
        public var plural: String
    }

    /// The destination of the requests on one side.
    public struct Server: Sendable {
        /// The route's id; `nil` if no route matches.
        public var route: String?
        /// `module orders`, `handler show`, `forward /x`; for a fallback what it serves, or `nothing`, with
        /// a reason where the URL has routes with other methods.
        public var target: String
        public var file: String?
        public var position: SourcePosition?
    }

    /// A place in one of the two sets.
    struct Place: Sendable {
        var file: String
        var position: SourcePosition
        var isOld: Bool
    }

    /// Requests that match all of some patterns and none of some others.
    public struct Requests: Sendable {
        /// `nil` for all requests that match no route.
        public var pattern: String?
        /// Patterns that they also match.
        public var within: [String]
        /// The excluded requests, in words: `POST /orders/new`.
        public var except: [String] { exceptions.map(\.words) }
        var exceptions: [Exception]
        /// `nil` for all methods, and for requests without one. `GET` includes `HEAD`.
        public var methods: [String]?
        /// The methods among these that are left out.
        public var withoutMethods: [String]
        var views: ViewSet
        /// ` in views of 'admin'`; empty if views do not matter.
        var viewWords: String
        public var witness: RequestWitness
        /// The view of the example request; `nil` for a plain open.
        public var tags: [String]?
        /// Those of a log, if one was read.
        public var logged: LoggedRequests?
    }

    /// The requests of one pattern that are left out.
    struct Exception: Sendable, Hashable {
        var pattern: String
        /// `nil` for all methods, and for requests without one. `GET` includes `HEAD`.
        var methods: [String]?
        var views: ViewSet
        /// For example `POST /orders/new`.
        var words: String
    }

    /// At least one; the most severe comes first.
    public var effects: [Effect]
    public var old: Server
    public var new: Server
    public var lostInterceptors: [String]
    public var gainedInterceptors: [String]
    public var isReordered: Bool
    /// At least one; they are disjoint.
    public var requests: [Requests]
    /// Those of a log, if one was read.
    public internal(set) var logged: LoggedRequests?
    /// The class in numbers.
    package var found: TableChange
    /// What the author has changed, as far as it is known: a pattern, a destination, an interceptor.
    var place: Place?

    /// The rules that its effects break, each once; empty for additions.
    public var rules: [Rule] { effects.compactMap(\.kind.rule).uniqued() }

    /// The highest severity of its rules; `info` if it breaks none.
    public var severity: Severity { rules.map(\.severity).max() ?? .info }
}
