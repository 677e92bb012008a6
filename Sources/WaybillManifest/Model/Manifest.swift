public import WaybillSyntax
public import WaybillTable

/// The decoded manifest of one file. Every value has its place.
///
/// Parts that could not be decoded are missing. They are reported, so that later stages work only on valid values.
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
    /// The numbers of entries by section, which detect truncated files.
    public var counts: [SectionCount] = []
    /// Texts that were not decoded. They may declare a name, so that its absence is not reported.
    package var lostTexts: [String] = []
    /// The references of routes and interceptors that were left out because of other problems.
    package var looseReferences = LooseReferences()

    /// The number of entries that `count` says for a section.
    public struct SectionCount: Sendable {
        public var section: Located<String>
        public var count: Located<Int>
    }

    public init() {}
}

/// The comparison of paths, for the whole set.
public struct Settings: Sendable {
    public var span: SourceSpan
    public var match: MatchSettings
}

/// A tag that routes and interceptors may use.
public struct TagDeclaration: Sendable {
    public var name: Located<String>
    public var summary: String?
}

/// A Swift protocol that callers ask for.
public struct ProtocolDeclaration: Sendable {
    public var name: Located<String>
    public var summary: String?
    public var kind: Kind = .destination
    /// Whether no module provides it, so that an adapter must bind it.
    public var isRequired = false
    /// The Swift type that callers ask for; `any <name>` by default.
    public var swiftType: Located<String>
    /// The parts of a composed protocol; empty for a plain one.
    public var parts: [Located<String>] = []
    /// The module that serves callers who ask by type, if several modules provide the protocol.
    public var defaultModule: Located<String>?

    /// Whether callers ask for a module through the protocol, or configure one.
    public enum Kind: String, Sendable, CaseIterable { case destination, configuration }

    public init(name: Located<String>) {
        self.name = name
        self.swiftType = Located("any \(name.value)", at: name.span)
    }
}

/// Something that can be made: a factory's name, what it provides and what it requires.
public struct Module: Sendable {
    public var id: Located<String>
    public var summary: String?
    public var kind: Kind = .service
    /// The factory's name in the registry; by default the module's id.
    public var factory: Located<String>
    /// The Swift type that the factory makes, if the manifest names it.
    public var swiftType: Located<String>?
    public var provides: [Located<String>] = []
    public var configuration: Located<String>?
    public var requires: [Located<String>] = []
    public var identifiers: [Located<String>] = []
    public var scope: Located<Scope>
    public var isExclusive = false
    public var present: [Located<String>] = []
    /// A mapping, in which `${NAME}` is already expanded.
    public var with: Node?
    public var tags: [Located<String>] = []
    public var lane: Located<String>?

    /// Whether the module is a view, which a presenter can show.
    public enum Kind: String, Sendable, CaseIterable { case service, view }
    /// The lifetime of an instance: made for each request, one for each table, or one as long as it is held.
    public enum Scope: String, Sendable, CaseIterable { case transient, shared, weak }

    public init(id: Located<String>) {
        self.id = id
        self.factory = id
        self.scope = Located(.transient, at: id.span)
    }
}

/// References, each with everything that refers to it.
package struct LooseReferences: Sendable {
    package var modules: [Located<String>] = []
    package var tags: [Located<String>] = []

    package init() {}
}

/// Lets callers ask for `required` and get a module that provides `provided`.
public struct Adapter: Sendable {
    public var required: Located<String>
    public var provided: Located<String>
    /// The registered Swift adapter, if the two interfaces differ.
    public var using: Located<String>?
}

/// A pattern with the place of its text, so that problems point to exact characters.
public struct LocatedPattern: Sendable {
    public var pattern: Pattern
    public var span: SourceSpan

    /// - Complexity: Linear in its length, as ``/WaybillTable/Pattern/text`` is.
    public var text: Located<String> { Located(pattern.text, at: span) }
}

/// The target of a `rewrite:`, `forward:` or `redirect:`.
public struct LocatedTarget: Sendable {
    public var target: URLTemplate
    public var text: Located<String>

    public init(target: URLTemplate, text: Located<String>) {
        self.target = target
        self.text = text
    }
}

/// A parameter with the constraint of its values.
public struct Constrained: Sendable {
    public var name: Located<String>
    public var valueSpan: SourceSpan
    public var constraint: ParameterConstraint
    private var built: Built

    /// The automaton of a list or a regular expression. All constraints with the same type name share one.
    private indirect enum Built: Sendable {
        case none
        case some(Automaton)
    }

    /// The automaton that accepts the allowed values.
    public var automaton: Automaton {
        get {
            if case .some(let automaton) = built { automaton } else { constraint.type?.automaton ?? .any }
        }
        set { built = .some(newValue) }
    }

    /// Whether the automaton exists. It must not be used in a table before.
    package var isBuilt: Bool { if case .some = built { true } else { constraint.type != nil } }

    /// - Parameter built: `nil` for a named type.
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
    /// Ascending. Interceptors with the same order run in the order of their ids.
    public var order = 0
    /// The place of the order, if it is written.
    public var orderSpan: SourceSpan?
    /// Whether it runs in every tag view, so that no view bypasses it.
    public var appliesEverywhere = false
    public var timeout: Located<Duration>?

    /// The code or the change of the request.
    public enum Action: Sendable {
        /// Registered Swift code, by name.
        case use(Located<String>)
        case rewrite(LocatedTarget)
        case reject(Rejection)

        /// The name of the registered code.
        package var code: Located<String>? { if case .use(let name) = self { name } else { nil } }

        /// The target of a rewrite.
        package var target: LocatedTarget? { if case .rewrite(let target) = self { target } else { nil } }
    }

    /// A rejection by YAML alone: `reject: text`, or `reject: { reason: text, status: 403 }`.
    public struct Rejection: Sendable, Hashable {
        public var reason: String
        /// The status of the response of an HTTP service.
        public var status = 403
    }
}

/// The target of requests that match no route.
public struct Fallback: Sendable {
    public var span: SourceSpan
    /// The target for a plain open, and for views without their own target.
    public var target: Target?
    /// The targets by tag of the view. If several apply, the first in the order of tags is used.
    public var byTag: [TaggedTarget] = []
    /// Whether it also serves requests whose URL has routes, but none for their method.
    public var servesOtherMethods = false

    /// The module or the handler that serves the requests.
    public enum Target: Sendable {
        case module(Located<String>)
        case handler(Located<String>)

        package var module: Located<String>? { if case .module(let name) = self { name } else { nil } }
        package var handler: Located<String>? { if case .handler(let name) = self { name } else { nil } }
    }

    /// All targets.
    package var targets: [Target] { [target].compactMap(\.self) + byTag.map(\.target) }

    /// The target for views of a tag.
    public struct TaggedTarget: Sendable {
        public var tag: Located<String>
        public var target: Target
    }
}

/// The words of `present:`. `Presentation` in `WaybillPresentation` defines their meaning.
package enum PresentationWord: String, Sendable, CaseIterable {
    case push, present, popover, sheet, segue, show, showDetail, addChild, addSubview, custom, make
}
