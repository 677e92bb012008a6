import WaybillManifest
public import WaybillProofs
public import WaybillSyntax
import WaybillTable

/// What a change of manifests does to requests: what `waybill plan` says.
///
/// Two sets that treat every request alike make an empty plan, however different they look.
public struct Plan: Sendable {
    /// Classes of requests that are treated differently; no request is in two of them. The gravest come first.
    public internal(set) var changes: [PlannedChange] = []
    /// Problems of the whole sets.
    public internal(set) var findings: [PlanFinding] = []
    /// Where the limits ended a question first, in words.
    public internal(set) var undecided: [String] = []
    var oldDigest: String
    var newDigest: String

    public var isEmpty: Bool { changes.isEmpty && findings.isEmpty && undecided.isEmpty }

    /// Whether something breaks by a policy, or may, for it could not be decided.
    public func isBreaking(_ policy: PlanPolicy) -> Bool {
        !undecided.isEmpty || changes.contains { policy.breaks($0.rules) }
            || findings.contains { policy.breaks([$0.rule]) }
    }
}

/// Which rules make a plan break.
public struct PlanPolicy: Sendable, Hashable {
    public var breaking: Set<Rule>
    /// Whether any number of routes may be removed (R005): see `RemovalLimit`.
    public var allowsRemovals: Bool

    public init(breaking: Set<Rule> = PlanPolicy.usual, allowsRemovals: Bool = false) {
        self.breaking = breaking
        self.allowsRemovals = allowsRemovals
    }

    public static let usual: Set<Rule> = [.lostRequest, .lostGate, .shrunkenSet]

    func breaks(_ rules: [Rule]) -> Bool { rules.contains { breaking.contains($0) } }
}

/// What is to be said about two sets as wholes.
public struct PlanFinding: Sendable, Hashable {
    public var rule: Rule
    /// One sentence, without a final full stop.
    public var message: String
}

/// Requests that two sets treat differently, all in the same way.
public struct PlannedChange: Sendable {
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case lost
        case gateLost = "gate-lost"
        case moved, parameters, reconfigured, lifetime
        case gateChanged = "gate-changed"
        case gained
        case gateGained = "gate-gained"
        case reordered
        /// A gate is lost where nothing is after it: nothing serves the requests.
        case idleGateLost = "idle-gate-lost"

        /// `nil` for what adds to what was there.
        public var rule: Rule? {
            switch self {
            case .lost: .lostRequest
            case .gateLost: .lostGate
            case .moved, .parameters, .reconfigured, .gateChanged, .reordered: .movedRequest
            case .lifetime: .changedLifetime
            case .gained, .gateGained, .idleGateLost: nil
            }
        }

        /// Whether something is there that was not, and nothing is gone.
        var isAddition: Bool { self == .gained || self == .gateGained }
    }

    /// One thing that happens to the requests.
    public struct Effect: Sendable, Hashable {
        public var kind: Kind
        /// What one class of requests does: `loses 'auth'`.
        public var text: String
        /// What several do: `lose 'auth'`.
        public var plural: String
    }

    /// What serves the requests on one side.
    public struct Server: Sendable {
        /// The route's id; `nil` where no route matches.
        public var route: String?
        /// `module orders`, `handler show`, `redirect /x`; of a fallback what it serves, `nothing` where there is none.
        public var target: String
        public var file: String?
        public var position: SourcePosition?
    }

    /// Requests that match all of some patterns and none of some others.
    public struct Requests: Sendable {
        /// `nil` for all that no route matches.
        public var pattern: String?
        /// Patterns that they match besides.
        public var within: [String]
        /// What is left out, in words: `POST /orders/new`.
        public var except: [String] { exceptions.map(\.words) }
        var exceptions: [Exception]
        /// `nil` for all, and for requests without one. `GET` brings `HEAD`.
        public var methods: [String]?
        /// Of those the ones that are left out.
        public var withoutMethods: [String]
        var views: ViewSet
        /// ` in views of 'admin'`; empty where views do not matter.
        var viewWords: String
        public var witness: RequestWitness
        /// The view of the example request; `nil` for a plain open.
        public var tags: [String]?
    }

    /// The requests of one pattern that are left out.
    struct Exception: Sendable, Hashable {
        var pattern: String
        /// `nil` for all, and for requests without one. `GET` brings `HEAD`.
        var methods: [String]?
        var views: ViewSet
        /// `POST /orders/new`
        var words: String
    }

    /// At least one; the gravest first.
    public var effects: [Effect]
    public var old: Server
    public var new: Server
    public var lostGates: [String]
    public var gainedGates: [String]
    public var isReordered: Bool
    /// At least one; none shares a request with another.
    public var requests: [Requests]

    public var rules: [Rule] {
        effects.compactMap(\.kind.rule).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    public var severity: Severity { rules.map(\.severity).max() ?? .info }
}
