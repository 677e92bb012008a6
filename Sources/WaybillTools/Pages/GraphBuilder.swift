import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

extension Compilation {
    /// Returns the graph of the whole set, which may have errors. If there are too many arrows, those of one node are kept.
    ///
    /// - Parameter name: The name of the node.
    package func graph(first name: String? = nil) -> ManifestGraph {
        var builder = GraphBuilder(set, sources, first: name)
        return builder.build()
    }
}

extension ManifestGraph {
    /// The limit of arrows from interceptors, forwards and redirects to routes. Larger pictures are not readable.
    package static let maximumArrowsToRoutes = 10_000
}

/// A graph to which a set is being added.
private struct GraphBuilder {
    private typealias Name = ManifestGraph.Name
    private typealias Node = ManifestGraph.Node

    private let set: ManifestSet
    private let sources: [SourceFile]
    private var nodes: [Name: Node] = [:]
    private var edges: Set<ManifestGraph.Edge> = []
    /// By index, because default ids may repeat in a set with errors.
    private var routeNames: [Name] = []
    private var identifiers: [String: Name] = [:]
    private var links: RouteLinks
    private let first: String?
    private var arrowsLeft = ManifestGraph.maximumArrowsToRoutes

    init(_ set: ManifestSet, _ sources: [SourceFile], first: String?) {
        self.set = set
        self.sources = sources
        self.first = first
        links = RouteLinks(set)
    }

    mutating func build() -> ManifestGraph {
        declareProtocols()
        declareModules()
        declareRoutes()
        declareInterceptors()
        connectProtocols()
        connectModules()
        connectRoutes()
        connectFallback()
        connectArrowsToRoutes()
        return ManifestGraph(nodes: Array(nodes.values), edges: edges)
    }

    // MARK: Nodes

    private mutating func declareProtocols() {
        for declaration in set.protocols {
            var node = node(.requirement, declaration.name)
            if declaration.isRequired { node.remarks.append("required") }
            if declaration.kind == .configuration { node.remarks.append("configuration") }
            nodes[node.name] = node
        }
    }

    private mutating func declareModules() {
        for module in set.modules {
            var node = node(.module, module.id)
            node.addresses = module.identifiers.map(\.value)
            if module.kind == .view { node.remarks.append("view") }
            if module.scope.value != .transient { node.remarks.append(module.scope.value.rawValue) }
            if module.isExclusive { node.remarks.append("exclusive") }
            if module.factory.value != module.id.value { node.remarks.append("factory \(module.factory.value)") }
            if let lane = module.lane { node.remarks.append("lane \(lane.value)") }
            nodes[node.name] = node
            for identifier in module.identifiers { identifiers[identifier.value] = node.name }
        }
    }

    private mutating func declareRoutes() {
        for route in set.routes {
            var node = node(.route, route.id)
            var count = 1
            while nodes[node.name] != nil {
                count += 1
                node.name.text = "\(route.id.value) (\(count))"
            }
            node.addresses = route.patterns.map(\.text.value)
            node.methods = route.methods.map(\.value)
            node.isNamed = route.hasExplicitID
            if route.priority != 0 { node.remarks.append("priority \(route.priority)") }
            nodes[node.name] = node
            routeNames.append(node.name)
        }
    }

    private mutating func declareInterceptors() {
        for interceptor in set.interceptors {
            var node = node(.interceptor, interceptor.id)
            node.addresses = interceptor.patterns.map(\.text.value)
            node.methods = interceptor.methods.map(\.value)
            if interceptor.order != 0 { node.remarks.append("order \(interceptor.order)") }
            if interceptor.appliesEverywhere { node.remarks.append("everywhere") }
            if case .reject(let rejection) = interceptor.action { node.remarks.append("rejects: \(rejection.status)") }
            nodes[node.name] = node
        }
    }

    private func node(_ kind: ManifestGraph.Kind, _ name: Located<String>) -> Node {
        var node = Node(Name(kind, name.value))
        let file = sources[name.span.file]
        node.file = file.path
        node.line = file.position(at: name.span.start).line
        return node
    }

    /// Returns a named node, declared or not.
    private mutating func named(_ kind: ManifestGraph.Kind, _ text: String, isDeclared: Bool = false) -> Name {
        let name = Name(kind, text)
        if nodes[name] == nil {
            nodes[name] = Node(name)
            nodes[name]?.isDeclared = isDeclared
        }
        return name
    }

    private mutating func connect(
        _ from: Name, _ to: Name, _ kind: ManifestGraph.EdgeKind, _ label: String = "", isPartial: Bool = false
    ) {
        edges.insert(ManifestGraph.Edge(from: from, to: to, kind: kind, label: label, isPartial: isPartial))
    }

    // MARK: Modules and protocols

    /// The text at the arrow to the module that serves callers who ask by type.
    private static let defaultLabel = "default"

    private mutating func connectProtocols() {
        for declaration in set.protocols {
            for part in declaration.parts {
                connect(named(.requirement, declaration.name.value), named(.requirement, part.value), .composes)
            }
            // A module that provides all parts does not name the whole.
            if let preferred = declaration.defaultModule, !declaration.parts.isEmpty {
                let name = named(.requirement, declaration.name.value)
                connect(name, named(.module, preferred.value), .provides, Self.defaultLabel)
            }
        }
        for adapter in set.adapters {
            connect(
                named(.requirement, adapter.required.value), named(.requirement, adapter.provided.value), .adapts,
                adapter.using?.value ?? "")
        }
    }

    private mutating func connectModules() {
        let defaults = Dictionary(
            firstOf: set.protocols.map { ($0.name.value, $0.defaultModule?.value) })
        for module in set.modules {
            let name = Name(.module, module.id.value)
            func label(_ asked: String) -> String { defaults[asked] == module.id.value ? Self.defaultLabel : "" }
            for provided in module.provides.map(\.value) {
                connect(named(.requirement, provided), name, .provides, label(provided))
            }
            if let asked = module.configuration?.value {
                connect(named(.requirement, asked), name, .configures, label(asked))
            }
            for required in module.requires {
                if nodes[Name(.requirement, required.value)] == nil, let other = identifiers[required.value] {
                    connect(name, other, .requires, required.value)
                } else {
                    connect(name, named(.requirement, required.value), .requires)
                }
            }
        }
    }

    // MARK: Routes and interceptors

    private mutating func connectRoutes() {
        for (route, name) in zip(set.routes, routeNames) {
            switch route.destination {
            case .module(let id): connect(name, named(.module, id.value), .leads)
            case .handler(let id): connect(name, named(.handler, id.value, isDeclared: true), .leads)
            case .forward, .redirect: continue
            }
        }
    }

    /// Adds the arrows of the requested node first, so that they are not left out.
    private mutating func connectArrowsToRoutes() {
        let asked = Set(ManifestGraph(nodes: Array(nodes.values), edges: []).nodes(called: first ?? ""))
        for isAsked in [true, false] {
            for (route, name) in zip(set.routes, routeNames) where asked.contains(name) == isAsked {
                connectTarget(of: route, name)
            }
            for (index, interceptor) in set.interceptors.enumerated() {
                let name = Name(.interceptor, interceptor.id.value)
                if asked.contains(name) == isAsked { connectInterceptor(index, name) }
            }
        }
    }

    private mutating func connectTarget(of route: Route, _ name: Name) {
        guard let target = route.destination.target else { return }
        let status = route.destination.status
        connect(
            name, status == nil ? .forwards : .redirects, by: Redirect(of: route, to: target),
            status.map { "\($0.rawValue)" } ?? "")
    }

    private mutating func connectFallback() {
        guard let fallback = set.fallback else { return }
        let name = named(.fallback, "fallback", isDeclared: true)
        nodes[name]?.file = sources[fallback.span.file].path
        nodes[name]?.line = sources[fallback.span.file].position(at: fallback.span.start).line
        let targets = (fallback.target.map { [("", $0)] } ?? []) + fallback.byTag.map { ($0.tag.value, $0.target) }
        for (tag, target) in targets {
            switch target {
            case .module(let id): connect(name, named(.module, id.value), .leads, tag)
            case .handler(let id): connect(name, named(.handler, id.value, isDeclared: true), .leads, tag)
            }
        }
    }

    private mutating func connectInterceptor(_ index: Int, _ name: Name) {
        if case .rewrite(let target) = set.interceptors[index].action {
            return connect(name, .rewrites, by: Redirect(of: set.interceptors[index], to: target))
        }
        guard let shares = links.shares(of: index, atMost: arrowsLeft) else { return leaveOutArrows(of: name) }
        arrowsLeft -= shares.count
        for (route, share) in shares { connect(name, routeNames[route], .guards, isPartial: share == .some) }
    }

    private mutating func leaveOutArrows(of name: Name) { nodes[name]?.isComplete = false }

    private mutating func connect(
        _ name: Name, _ kind: ManifestGraph.EdgeKind, by redirect: Redirect, _ label: String = ""
    ) {
        let targets = links.targetRoutes(of: redirect)
        guard targets.routes.count <= arrowsLeft else { return leaveOutArrows(of: name) }
        arrowsLeft -= targets.routes.count
        for route in targets.routes { connect(name, routeNames[route], kind, label) }
        if targets.routes.isEmpty {
            connect(name, named(.target, redirect.target.text, isDeclared: true), kind, label)
        }
    }
}
