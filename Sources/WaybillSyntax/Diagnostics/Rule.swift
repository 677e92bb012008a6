/// A rule for manifests: its stable id, its readable name, its severity, and what every tool needs to know about it.
///
/// A rule of a check is declared beside that check in `WaybillRules`, and a rule of reading here. Two rules are equal if
/// their ids are.
public struct Rule: Sendable {
    /// A letter for the group and three digits, such as `P003`. An id is never used for another rule.
    public let id: String
    /// The readable name, such as `shadowed-route`.
    public let name: String
    /// The severity, unless the configuration changes it.
    public let severity: Severity
    /// The stage that finds its problems.
    package let stage: Stage
    package let traits: Traits

    /// Every rule states its stage and its traits, so that a new one cannot forget them.
    package init(_ id: String, _ name: String, _ severity: Severity, _ stage: Stage, _ traits: Traits) {
        self.id = id
        self.name = name
        self.severity = severity
        self.stage = stage
        self.traits = traits
    }

    /// A stage that finds problems, in the order in which they run.
    package enum Stage: Sendable {
        /// The reading of one file: its bytes, its YAML, its values.
        case reading
        /// The comparison of the declarations of a set.
        case set
        /// The proofs about the routes and interceptors of a set.
        case relations
        /// The binding of a set to registered code.
        case code
        /// The requests of tests.
        case tests
        /// The comparison of two sets.
        case change
        /// The comparison of routes with an OpenAPI document.
        case contract
        /// The policies of a team.
        case policies
        /// The texts of a set: guesses, which never prevent loading.
        case texts
        /// The layout of a file.
        case layout
        /// The linter's own configuration, baseline and comments.
        case linter
    }

    /// The properties of a rule that some stages and tools ask for.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// An error that a comment in the manifest may suppress, because the table is well defined in spite of it.
        package static let suppressible = Traits(rawValue: 1 << 0)
        /// Not an error, and yet no comment suppresses it.
        package static let unsuppressible = Traits(rawValue: 1 << 1)
        /// Checked only if a configuration asks for it.
        package static let offByDefault = Traits(rawValue: 1 << 2)
        /// Reports must not show the source line, because more people can read the logs of CI than the repository.
        package static let hidesSource = Traits(rawValue: 1 << 3)
        /// Two places violate the rule together, and equally.
        package static let ofPeers = Traits(rawValue: 1 << 4)
        /// Its fixes replace a name by a similar one.
        package static let guessesNames = Traits(rawValue: 1 << 5)
        /// As an error, it leaves the text of its file unread: nothing is known about what the file declares.
        package static let losesText = Traits(rawValue: 1 << 6)
        /// It leaves a part of an entry unread, so that the entry probably does not mean what its author meant.
        package static let losesPart = Traits(rawValue: 1 << 7)
        /// The file could not be opened.
        package static let losesFile = Traits(rawValue: 1 << 8)
        /// Its safe fixes may change the digest: they remove a part without effect, change the order of interceptors, or
        /// rewrite a pattern, which may be the id of a route.
        package static let fixChangesDigest = Traits(rawValue: 1 << 9)
        /// Its fixes remove comments, because these are the problem.
        package static let fixRemovesComments = Traits(rawValue: 1 << 10)
        /// A plan with it is breaking, unless the caller lists other rules.
        package static let breaksPlan = Traits(rawValue: 1 << 11)
        /// It is about tests, so it says nothing against the routes.
        package static let leavesRoutesKnown = Traits(rawValue: 1 << 12)
        /// Its problems are certain only if the key was read without invisible characters.
        package static let needsKey = Traits(rawValue: 1 << 14)
        /// Its problems are certain only if the collection at their place was read to its end.
        package static let needsEnd = Traits(rawValue: 1 << 15)
        /// Its problems are certain only if the collection at their place has the kind that its author meant.
        package static let needsShape = Traits(rawValue: 1 << 16)
        /// Its problems are certain only if no entry of the file was dropped.
        package static let needsEntries = Traits(rawValue: 1 << 17)
        /// Only a running service finds it, and no description of its registry.
        package static let needsService = Traits(rawValue: 1 << 13)
    }
}

extension Rule: Hashable {
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Rule: CustomStringConvertible {
    /// The id and the name, such as `P003 shadowed-route`.
    public var description: String { "\(id) \(name)" }
}

extension Rule {
    /// Whether a comment in the manifest may suppress the rule. The table must be well defined without it.
    public var isSuppressible: Bool {
        severity < .error ? !traits.contains(.unsuppressible) : traits.contains(.suppressible)
    }

    /// Whether the rule is checked by default.
    public var isOnByDefault: Bool { !traits.contains(.offByDefault) }

    /// Whether `waybill check` reports it.
    public var isFoundByCheck: Bool { ![.code, .tests, .change, .contract].contains(stage) }

    /// Whether `waybill plan` reports it.
    public var isFoundByPlan: Bool { stage == .change }

    /// Whether `waybill openapi check` reports it.
    package var isFoundByContractCheck: Bool { stage == .contract }

    /// Whether it is a guess or a policy, so that no error of it prevents loading, and a configuration may lower it.
    package var isOpinion: Bool { [.policies, .texts, .contract].contains(stage) }

    /// Whether an error of the rule prevents the set from being loaded or bound.
    package var preventsLoading: Bool { [.reading, .set, .relations, .code, .tests].contains(stage) }

    /// The letter of the group, such as `P`.
    package var group: Character { id.first ?? " " }
}

extension Diagnostic {
    /// Whether nothing is known about what its file declares.
    package var losesText: Bool { severity == .error && rule.traits.contains(.losesText) }

    /// Whether a comment in the manifest may suppress it. A rule that is an error may also have suppressible
    /// diagnostics, which are milder.
    package var isSuppressible: Bool { rule.isSuppressible || severity < .error }
}
