public import WaybillSyntax
public import WaybillTable

/// One file's manifest, decoded: each section as it is there, each value with its place.
///
/// What could not be decoded is missing here and is in the diagnostics instead, so that everything after decoding
/// works on sound values alone.
public struct Manifest: Sendable {
    public var settings: Settings?
    public var tags: [TagDeclaration] = []
    public var protocols: [ProtocolDeclaration] = []
    public var modules: [Module] = []
    public var adapters: [Adapter] = []
    public var interceptors: [Interceptor] = []
    public var routes: [Route] = []
    public var fallback: Fallback?
    public var tests: [RouteTest] = []
    /// Globs, relative to the file's folder.
    public var includes: [Located<String>] = []
    /// The guard against half-written files: section name to number of entries.
    public var counts: [(section: Located<String>, count: Located<Int>)] = []
    /// Texts that were not decoded. A name in them may be declared there: that it is absent is not a second mistake.
    package var brokenTexts: [String] = []
    /// What routes and interceptors refer to that were left out for something else that is wrong with them.
    package var looseReferences = LooseReferences()

    public init() {}
}

/// How paths are compared, for the whole set.
public struct Settings: Sendable {
    public var span: SourceSpan
    public var match: MatchSettings

    public init(span: SourceSpan, match: MatchSettings) {
        self.span = span
        self.match = match
    }
}

public struct TagDeclaration: Sendable {
    public var name: Located<String>
    public var summary: String?

    public init(name: Located<String>, summary: String?) {
        self.name = name
        self.summary = summary
    }
}

/// A Swift protocol that callers ask for.
public struct ProtocolDeclaration: Sendable {
    public var name: Located<String>
    public var summary: String?
    public var kind: Kind = .destination
    /// No module provides it: an adapter must bind it.
    public var isRequired = false
    /// The Swift type that callers ask for, as Swift writes it; `any <name>` unless given.
    public var swiftType: Located<String>
    /// The parts of a composed protocol; empty for a plain one.
    public var parts: [Located<String>] = []
    /// The module that serves callers who ask by type, where several provide it.
    public var defaultModule: Located<String>?

    public enum Kind: String, Sendable, CaseIterable { case destination, configuration }

    public init(name: Located<String>) {
        self.name = name
        self.swiftType = Located("any \(name.value)", at: name.span)
    }
}

/// What can be made: a factory's name and what it is good for.
public struct Module: Sendable {
    public var id: Located<String>
    public var summary: String?
    public var kind: Kind = .service
    /// The factory's name in the registry; the module's own id unless given.
    public var factory: Located<String>
    /// The Swift type that the factory makes, as Swift writes it, where the manifest names it.
    public var swiftType: Located<String>?
    public var provides: [Located<String>] = []
    public var configuration: Located<String>?
    public var requires: [Located<String>] = []
    public var identifiers: [Located<String>] = []
    public var scope: Located<Scope>
    public var isExclusive = false
    public var present: [Located<String>] = []
    /// A mapping; `${NAME}` is already expanded.
    public var with: Node?
    public var tags: [Located<String>] = []
    public var lane: Located<String>?

    public enum Kind: String, Sendable, CaseIterable { case service, view }
    /// How long what the factory made lives: made again each time, one for each table, or one while somebody holds it.
    public enum Scope: String, Sendable, CaseIterable { case transient, shared, weak }

    public init(id: Located<String>) {
        self.id = id
        self.factory = id
        self.scope = Located(.transient, at: id.span)
    }
}

/// What is referred to, everybody who does.
package struct LooseReferences: Sendable {
    var modules: [Located<String>] = []
    var tags: [Located<String>] = []
}

/// Lets callers ask for `required` and get a module that provides `provided`.
public struct Adapter: Sendable {
    public var required: Located<String>
    public var provided: Located<String>
    /// The registered Swift adapter, where the two interfaces differ.
    public var using: Located<String>?

    public init(required: Located<String>, provided: Located<String>, using: Located<String>?) {
        self.required = required
        self.provided = provided
        self.using = using
    }
}

/// A pattern with the place of its text, so that a mistake in it is shown under its very characters.
public struct LocatedPattern: Sendable {
    public var pattern: Pattern
    public var span: SourceSpan

    /// - Complexity: Linear in its length, as ``/WaybillTable/Pattern/text`` is.
    public var text: Located<String> { Located(pattern.text, at: span) }

    public init(_ pattern: Pattern, at span: SourceSpan) {
        self.pattern = pattern
        self.span = span
    }
}

/// A `rewrite:` or `redirect:` target.
public struct LocatedTarget: Sendable {
    public var target: URLTemplate
    public var text: Located<String>

    public init(target: URLTemplate, text: Located<String>) {
        self.target = target
        self.text = text
    }
}

public struct Constrained: Sendable {
    public var name: Located<String>
    public var valueSpan: SourceSpan
    public var constraint: ParameterConstraint
    private var built: Built

    /// What a list or a regular expression was built into. A type that has a name has one automaton for all.
    private indirect enum Built: Sendable {
        case none
        case some(Automaton)
    }

    public var automaton: Automaton {
        get {
            if case .some(let automaton) = built { automaton } else { Automaton.named(constraint) ?? .any }
        }
        set { built = .some(newValue) }
    }

    /// Whether it has the automaton that it is meant to have. The table knows nothing of it before.
    var isBuilt: Bool { if case .some = built { true } else { constraint.type != nil } }

    public init(name: Located<String>, constraint: ParameterConstraint, automaton: Automaton, valueSpan: SourceSpan) {
        self.init(name: name, constraint: constraint, built: automaton, valueSpan: valueSpan)
    }

    /// - Parameter built: `nil` for a type that has a name.
    init(name: Located<String>, constraint: ParameterConstraint, built: Automaton?, valueSpan: SourceSpan) {
        self.name = name
        self.constraint = constraint
        self.built = built.map { .some($0) } ?? .none
        self.valueSpan = valueSpan
    }
}

/// Code that runs before and around the routes that it matches.
public struct Interceptor: Sendable {
    public var id: Located<String>
    public var summary: String?
    public var patterns: [LocatedPattern] = []
    public var constrained: [Constrained] = []
    public var methods: [Located<String>] = []
    public var tags: [Located<String>] = []
    public var action: Action
    public var with: Node?
    /// Ascending; ties run in the order of ids.
    public var order = 0
    /// Where the order is written, if it is.
    public var orderSpan: SourceSpan?
    /// Whether it runs in every tag view, so that no view bypasses it.
    public var appliesEverywhere = false
    public var timeout: Located<Duration>?

    public enum Action: Sendable {
        /// Registered Swift code, by name.
        case use(Located<String>)
        case rewrite(LocatedTarget)
        case reject(Rejection)
    }

    /// The YAML-only refusal: `reject: text`, or `reject: { reason: text, status: 403 }`.
    public struct Rejection: Sendable, Hashable {
        public var reason: String
        /// The HTTP status that an HTTP service answers with.
        public var status: Int

        public init(reason: String, status: Int = 403) {
            self.reason = reason
            self.status = status
        }
    }

    public init(id: Located<String>, action: Action) {
        self.id = id
        self.action = action
    }
}

/// What serves when nothing matches.
public struct Fallback: Sendable {
    public var span: SourceSpan
    /// In a plain open, and in views without a target of their own. May be absent.
    public var target: Target?
    /// In a view of these tags; where several apply, the first in the order of tags.
    public var byTag: [(tag: Located<String>, target: Target)] = []

    public enum Target: Sendable {
        case module(Located<String>)
        case handler(Located<String>)
    }

    public init(span: SourceSpan, target: Target?) {
        self.span = span
        self.target = target
    }
}
