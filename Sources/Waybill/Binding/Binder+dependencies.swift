import WaybillManifest
import WaybillSyntax

extension Binder {
    /// F005: a shared module must not hold a weak one, which is meant to end when nobody holds it.
    mutating func checkCaptives() {
        let ways = waysToWeakModules
        for module in set.modules where module.scope.value == .shared {
            for requirement in module.requires {
                guard let first = moduleIndex(of: requirement.value), ways[first] != nil else { continue }
                let path = Array(sequence(first: first) { ways[$0] ?? nil }).map { set.modules[$0].id }
                let (captive, between) = (path[path.count - 1], path.dropLast().map(\.value))
                diagnostics.append(
                    Diagnostic(
                        .captiveDependency, at: requirement.span,
                        "shared module '\(module.id.value)' keeps weak module '\(captive.value)' alive forever"
                            + (Self.isShort(between)
                                ? ", through \(between.map { "'\($0)'" }.joined(separator: ", "))" : ""),
                        notes: [.init("'\(captive.value)' is here", at: captive.span)],
                        help: "make '\(captive.value)' shared, or '\(module.id.value)' weak or transient"))
            }
        }
    }

    /// The weak modules, with `nil`, and the transient ones that require one, with the next module on a shortest way
    /// there: what is transient lives as long as the module that requires it.
    private var waysToWeakModules: [Int: Int?] {
        var requirers: [Int: [Int]] = [:]
        for (index, module) in set.modules.enumerated() where module.scope.value == .transient {
            for requirement in module.requires {
                if let required = moduleIndex(of: requirement.value) { requirers[required, default: []].append(index) }
            }
        }
        var reached = set.modules.indices.filter { set.modules[$0].scope.value == .weak }
        var ways: [Int: Int?] = Dictionary(uniqueKeysWithValues: reached.map { ($0, nil) })
        var position = 0
        while position < reached.count {
            for requirer in requirers[reached[position]] ?? [] where ways[requirer] == nil {
                ways[requirer] = .some(reached[position])
                reached.append(requirer)
            }
            position += 1
        }
        return ways
    }

    /// F006: modules that require each other, where nothing but their factories can ask for what they require.
    mutating func checkDependencyCycles() {
        var edges: [Int: [Int]] = [:]
        for (index, module) in set.modules.enumerated() where hasOnlyClosure(index) {
            edges[index] = module.requires.compactMap { moduleIndex(of: $0.value) }
        }
        for cycle in Cycles(in: edges).paths {
            let path = zip(cycle, cycle.dropFirst() + cycle.prefix(1)).map { index, next in
                let module = set.modules[index]
                return (
                    id: module.id.value, place: module.requires.first { moduleIndex(of: $0.value) == next } ?? module.id
                )
            }
            let ids = (path + path.prefix(1)).map { "'\($0.id)'" }
            diagnostics.append(
                Diagnostic(
                    .dependencyCycle, at: path[0].place.span,
                    (path.count == 1 ? "module requires itself: " : "modules require each other: ")
                        + ids.joined(separator: " -> "),
                    notes: path.dropFirst().map {
                        .init("'\($0.id)' requires '\($0.place.value)' here", at: $0.place.span)
                    },
                    help: "let one of them ask for the other in 'prepares', or take what is asked for later out of "
                        + "'requires'"))
        }
    }

    /// Whether a module needs all that it requires before there is something that could be asked later.
    private func hasOnlyClosure(_ index: Int) -> Bool {
        guard let module = modulesByIndex[index] else { return false }
        return module.factory.hasOnlyClosure || module.instance != nil && module.factory.isAsynchronous
    }

    /// What the modules require of one another, and which of them somebody can ask for: by a declared protocol, by an
    /// identifier, by a configuration, or by a route.
    var moduleGraph: ModuleGraph {
        let provided = supplies.values.compactMap { supply in
            if case .module(let module, _) = supply { module } else { nil }
        }
        let routed = bound.routes.compactMap(\.module)
        let fallback = (bound.fallback?.byTag.map(\.target) ?? []) + [bound.fallback?.plain].compactMap(\.self)
        let configured = set.modules.filter { $0.configuration != nil }.map(\.id.value)
        let asked = provided + bound.identifiers.values + routed + fallback.compactMap(\.module)
        return ModuleGraph(
            set.modules.map { $0.requires.compactMap { moduleIndex(of: $0.value) } },
            asked: (asked.map(\.id) + configured).compactMap { modules[$0] })
    }

    /// The modules whose instances were kept although something that they require has changed: it is going to be retired.
    var outdated: Set<String> {
        // What could not be bound has no index: then nothing is published.
        guard let previous, bound.modules.count == set.modules.count else { return [] }
        let before = Dictionary(
            previous.set.modules.enumerated().map { ($1.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        let required = { (generation: Bound, index: Int) in
            generation.graph.requirements(of: index).map { generation.modules[$0].id }
        }
        let changed = bound.modules.indices.filter { index in
            guard let old = before[bound.modules[index].id], isKept(bound.modules[index]) else { return true }
            return required(bound, index) != required(previous.bound, old)
        }
        return Set(
            bound.graph.dependents(of: changed).lazy.map { bound.modules[$0] }
                .filter { $0.instance != nil && isKept($0) }.map(\.id))
    }

    private func isKept(_ module: BoundModule) -> Bool {
        guard let before = previousModules[module.id] else { return false }
        return module.instance === before.instance && before.declaration.makesTheSame(as: module.declaration)
    }

    /// The module that a protocol or an identifier leads to.
    func moduleIndex(of requirement: String) -> Int? {
        if let module = bound.identifiers[requirement] { return modules[module.id] }
        guard case .module(let module, _) = supplies[requirement] else { return nil }
        return modules[module.id]
    }

    /// A view with the presentation `custom` needs a presenter that knows it.
    mutating func checkCustomPresentations() {
        guard registry.names(.presenter).allSatisfy({ $0 == Registry.mainPresenter }) else { return }
        for module in set.modules {
            guard let custom = module.present.first(where: { $0.value == PresentationWord.custom.rawValue }),
                let bound = modulesByIndex[modules[module.id.value] ?? -1], bound.factory.performing?.performs != true
            else { continue }
            diagnostics.append(
                Diagnostic(
                    .unregisteredName, at: custom.span,
                    "module '\(module.id.value)' is presented by 'custom', but no named presenter is registered",
                    help: "import WaybillPresentation and register one: registry.presenter(…, named: \"…\"); "
                        + "or give factory '\(module.factory.value)' a 'performs'"))
        }
    }
}
