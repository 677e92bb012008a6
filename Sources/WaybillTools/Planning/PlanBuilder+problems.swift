import WaybillManifest
import WaybillSyntax
import WaybillTable

extension PlanBuilder {
    func problems(_ policy: PlanPolicy) -> [PlanProblem] {
        (policy.allowsRemovals ? [] : removals) + movedProtocols + lifetimes + newNames
    }

    /// R005.
    private var removals: [PlanProblem] {
        let known = Set(new.set.routes.flatMap(\.texts))
        let before = old.set.routes.flatMap(\.texts)
        let gone = before.count { !known.contains($0) }
        let isEmptied = new.set.routes.isEmpty && !before.isEmpty
        let limit = RemovalLimit(allowsNone: !isEmptied)
        guard limit.objection(from: before.count, to: before.count - gone) != nil else { return [] }
        return [.init(rule: .shrunkenSet, message: "\(gone) of \(before.count) routes removed; pass --allow-removals")]
    }

    /// R002, for callers who ask by type.
    private var movedProtocols: [PlanProblem] {
        let before = ProtocolProviders(old.set)
        let after = ProtocolProviders(new.set)
        let kept = Set(new.set.protocols.map(\.name.value))
        return old.set.protocols.map(\.name.value).filter(kept.contains).compactMap { name in
            let was = old.set.server(of: name, before)
            let now = new.set.server(of: name, after)
            guard was?.effect != now?.effect else { return nil }
            let words = [now, was].map { $0?.words ?? "an error, because several modules provide it" }
            // The same module may be made in another way.
            let change = words[0] == words[1] ? "\(words[0]) with other settings" : "\(words[0]), not \(words[1])"
            return .init(rule: .movedRequest, message: "callers who ask for '\(name)' get \(change)")
        }
    }

    /// R004, for modules whose instances are kept.
    private var lifetimes: [PlanProblem] {
        let known = Dictionary(new.set.modules.map { ($0.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        return old.set.modules.compactMap { module in
            guard let now = known[module.id.value], module.scope.value != .transient,
                now.scope.value != module.scope.value
            else { return nil }
            return .init(
                rule: .changedLifetime,
                message: "module '\(module.id.value)' was \(module.scope.value), is \(now.scope.value)")
        }
    }

    /// R006.
    private var newNames: [PlanProblem] {
        zip(old.set.namesOfCode, new.set.namesOfCode).flatMap { before, after in
            after.names.subtracting(before.names).sorted().map { name in
                .init(
                    rule: .unknownToRunning,
                    message: "\(after.noun) '\(name)' is new: a running service may not have registered it")
            }
        }
    }
}

extension ManifestSet {
    /// Returns the module that serves callers who ask for a protocol by type, if there is exactly one.
    fileprivate func server(of name: String, _ providers: ProtocolProviders) -> (effect: RouteEffect, words: String)? {
        let servers = providers.servers(of: name)
        guard servers.count == 1 else { return nil }
        let module = modules[servers[0]]
        return (RouteEffect(module, nil), "module '\(module.id.value)'")
    }
}

extension Route {
    fileprivate var texts: [String] {
        let methods = methods.map(\.value).sorted().joined(separator: ",")
        return patterns.map { "\(methods) \($0.text.value)" }
    }
}

extension ManifestSet {
    /// The names of registered Swift code that the set uses, by kind.
    fileprivate var namesOfCode: [(noun: String, names: Set<String>)] {
        let handlers = handlerNames.map(\.value)
        let used = interceptors.compactMap { if case .use(let name) = $0.action { name.value } else { nil } }
        let lanes = routes.compactMap(\.lane?.value) + modules.compactMap(\.lane?.value)
        return [
            ("factory", Set(modules.map(\.factory.value))), ("handler", Set(handlers)), ("interceptor", Set(used)),
            ("adapter", Set(adapters.compactMap(\.using?.value))), ("lane", Set(lanes)),
        ]
    }
}
