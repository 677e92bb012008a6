import WaybillManifest
import WaybillSyntax

/// What a set declares, and how it hangs together: what `waybill graph` draws.
///
/// An edge leads from who asks to who answers: from an interceptor to the routes after it, from a route to its module,
/// from a module to the protocols that it requires, from a protocol to the module that provides it. So what a node needs
/// lies ahead of it, and what needs it lies after it.
///
/// It is made of a set with mistakes too. What is named and not declared is a node then, and says so.
package struct ManifestGraph: Sendable {
    /// Sorted by name; each name once.
    package private(set) var nodes: [Node]
    /// Sorted, each once; both ends are nodes.
    package private(set) var edges: [Edge]

    init(nodes: [Node], edges: Set<Edge>) {
        self.nodes = nodes.sorted { $0.name < $1.name }
        self.edges = edges.sorted()
    }

    package enum Kind: String, Sendable, CaseIterable {
        case interceptor, route, fallback, handler, module
        case requirement = "protocol"
        /// A URL that something leads to, and that no route serves.
        case target
    }

    /// `module:note-editor`
    package struct Name: Sendable, Hashable {
        package var kind: Kind
        package var text: String

        package init(_ kind: Kind, _ text: String) {
            (self.kind, self.text) = (kind, text)
        }
    }

    package struct Node: Sendable {
        package var name: Name
        /// What a route or an interceptor matches, and a module's identifiers.
        package var addresses: [String] = []
        package var methods: [String] = []
        /// What sets it apart from others of its kind: `shared`, `order 10`.
        package var remarks: [String] = []
        /// The file that declares it, and where; `nil` for what is in no file alone.
        package var file: String?
        package var line: Int?
        package var isDeclared = true
        /// Whether its arrows are drawn. Those of one that leads to very many routes may be left out.
        package var isComplete = true
        /// Whether its name was given by everybody who declared it, and is not made of its patterns.
        package var isNamed = true

        init(_ name: Name) { self.name = name }
    }

    package struct Edge: Sendable, Hashable {
        package var from: Name
        package var to: Name
        package var kind: EdgeKind
        /// An adapter's code, an identifier, a tag, or `default`.
        package var label = ""
        /// Whether it is so for some requests alone.
        package var isPartial = false
    }

    package enum EdgeKind: String, Sendable, CaseIterable {
        /// An interceptor runs before a route.
        case guards
        /// An interceptor's `rewrite`, or a route's `redirect`, ends at a route.
        case rewrites, redirects
        /// A route or the fallback is served by a module or a handler.
        case leads
        /// A module needs a protocol, or a module by an identifier.
        case requires
        /// Who asks for a protocol gets a module; who asks for a configuration protocol gets the module that it configures.
        case provides, configures
        /// An adapter: who asks for a protocol gets what provides another.
        case adapts
        /// A composed protocol has a part.
        case composes
    }
}

extension ManifestGraph.Name: Comparable, CustomStringConvertible {
    package var description: String { "\(kind.rawValue):\(text)" }

    package static func < (left: Self, right: Self) -> Bool {
        left.kind == right.kind ? left.text < right.text : left.kind.place < right.kind.place
    }
}

extension ManifestGraph.Edge: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.from != right.from { return left.from < right.from }
        if left.to != right.to { return left.to < right.to }
        if left.kind != right.kind { return left.kind.place < right.kind.place }
        return left.label == right.label ? !left.isPartial && right.isPartial : left.label < right.label
    }
}

extension CaseIterable where Self: Equatable {
    /// The place in the order of the cases.
    fileprivate var place: Int { Array(Self.allCases).firstIndex(of: self) ?? 0 }
}
