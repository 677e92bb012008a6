import WaybillManifest
import WaybillSyntax

extension RegistryCheck {
    /// F005: a shared module must not require a weak one, because the weak module must end when nobody holds it.
    mutating func checkCaptives() {
        let paths = pathsToWeakModules
        for module in set.modules where module.scope.value == .shared {
            for requirement in module.requires {
                guard let first = moduleIndex(of: requirement.value), paths[first] != nil else { continue }
                let path = Array(sequence(first: first) { paths[$0] ?? nil }).map { set.modules[$0].id }
                let captive = path[path.count - 1]
                let between = path.dropLast().map(\.value)
                report(
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

    /// The weak modules, with `nil`, and the transient modules that require one, with the next module on a shortest way
    /// to it. A transient module lives as long as the module that requires it.
    private var pathsToWeakModules: [Int: Int?] {
        var requirers: [Int: [Int]] = [:]
        for (index, module) in set.modules.enumerated() where module.scope.value == .transient {
            for requirement in module.requires {
                if let required = moduleIndex(of: requirement.value) { requirers[required, default: []].append(index) }
            }
        }
        var reached = set.modules.indices.filter { set.modules[$0].scope.value == .weak }
        var paths: [Int: Int?] = Dictionary(uniqueKeysWithValues: reached.map { ($0, nil) })
        var position = 0
        while position < reached.count {
            for requirer in requirers[reached[position]] ?? [] where paths[requirer] == nil {
                paths[requirer] = .some(reached[position])
                reached.append(requirer)
            }
            position += 1
        }
        return paths
    }

    /// F006: modules that require each other, and that only their factories could ask for.
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
            report(
                Diagnostic(
                    .dependencyCycle, at: path[0].place.span,
                    (path.count == 1 ? "module requires itself: " : "modules require each other: ")
                        + ids.joined(separator: " -> "),
                    notes: path.dropFirst().map {
                        .init("'\($0.id)' requires '\($0.place.value)' here", at: $0.place.span)
                    },
                    help: "let one of them ask for the other in 'prepares', or remove modules that are only needed "
                        + "later from 'requires'"))
        }
    }

    /// Whether a module needs all of its requirements before anything could be asked for later.
    private func hasOnlyClosure(_ index: Int) -> Bool {
        guard let factory = factory(of: index)?.facts else { return false }
        return !factory.asksLater || set.modules[index].scope.value != .transient && factory.isAsynchronous
    }
}
