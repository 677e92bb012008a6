import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Binder {
    /// The requirements between the modules, and the modules that callers can ask for: by a declared protocol, by an
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
            set.modules.map { $0.requires.compactMap { requirements.module(for: $0.value) } },
            asked: (asked.map(\.id) + configured).compactMap { modules[$0] })
    }

    /// The modules whose instances were kept although something that they require has changed and will be retired.
    var outdated: Set<String> {
        // Modules that could not be bound have no index. Then nothing is published.
        guard let previous, bound.modules.count == set.modules.count else { return [] }
        let before = Dictionary(
            firstOf: previous.set.modules.enumerated().map { ($1.id.value, $0) })
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
}
