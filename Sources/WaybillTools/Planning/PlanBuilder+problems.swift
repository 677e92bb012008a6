import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTable

extension PlanBuilder {
    func problems(_ policy: PlanPolicy) -> [PlanProblem] {
        bypassed + (policy.allowsRemovals ? [] : removals) + movedProtocols + movedIdentifiers + lifetimes + newNames
    }

    /// R003, for requests that a rewrite sends to an interceptor.
    private var bypassed: [PlanProblem] {
        RewriteComparison(from: before, to: after).bypassed().map { found in
            let names = [found.interceptor, found.rewrite].map { old.set.interceptors[$0].id.value }
            return .init(
                rule: .lostInterceptor,
                message:
                    "'\(names[0])' no longer runs for requests that '\(names[1])' rewrites, such as \(found.example.words)"
            )
        }
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
        var codes = AdapterCodes()
        var before = (providers: ProtocolProviders(old.set), codes: [String: Int]())
        var after = (providers: ProtocolProviders(new.set), codes: [String: Int]())
        let kept = Set(new.set.protocols.map(\.name.value))
        return old.set.protocols.map(\.name.value).filter(kept.contains).compactMap { name in
            let error = "an error, because several modules provide it"
            var was = old.set.server(of: name, before.providers)
            var now = new.set.server(of: name, after.providers)
            was?.adapters = codes.number(for: name, before.providers, &before.codes)
            now?.adapters = codes.number(for: name, after.providers, &after.codes)
            return moved("'\(name)'", from: was, to: now, error)
        }
    }

    /// R002, for callers who ask by identifier.
    private var movedIdentifiers: [PlanProblem] {
        let before = old.set.serversByIdentifier
        let after = new.set.serversByIdentifier
        return before.keys.sorted().compactMap { name in
            moved("the identifier '\(name)'", from: before[name], to: after[name], "an error, because no module has it")
        }
    }

    /// - Parameter error: What callers get without a server.
    private func moved(_ subject: String, from was: Server?, to now: Server?, _ error: String) -> PlanProblem? {
        guard was != now else { return nil }
        let words = [now, was].map { $0?.words ?? error }
        // The same module may be made in another way, or be adapted further on.
        let other = was?.adapters == now?.adapters ? "with other settings" : "through other adapters"
        let change = words[0] == words[1] ? "\(words[0]) \(other)" : "\(words[0]), not \(words[1])"
        return .init(rule: .movedRequest, message: "callers who ask for \(subject) get \(change)")
    }

    /// The module that serves callers, and the code that adapts it.
    fileprivate struct Server: Equatable {
        var effect: RouteEffect
        var module: String
        /// The code of the adapter of the protocol itself.
        var adapter: String?
        /// The number of the code of all adapters on the way to the module.
        var adapters = 0

        var words: String { "module '\(module)'" + (adapter.map { " through the adapter '\($0)'" } ?? "") }

        /// A transient module with another id alone is the same.
        static func == (left: Server, right: Server) -> Bool {
            left.effect == right.effect && left.adapters == right.adapters
        }
    }

    /// R004, for modules whose instances are kept.
    private var lifetimes: [PlanProblem] {
        let known = Dictionary(firstOf: new.set.modules.map { ($0.id.value, $0) })
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
        let before = old.set.namedCode
        let after = new.set.namedCode
        let kinds: [RegistryDescription.Kind] = [.factory, .handler, .interceptor, .adapter, .lane]
        return kinds.flatMap { kind in
            after[kind, default: []].subtracting(before[kind, default: []]).sorted().map { name in
                .init(
                    rule: .unknownToRunning,
                    message: "\(kind.rawValue) '\(name)' is new: a running service may not have registered it")
            }
        }
    }
}

/// Numbers for the code that adapts modules. Equal chains of code have the same number, also in two sets, so that
/// protocols with a long common chain are compared in constant time.
private struct AdapterCodes {
    private struct Chain: Hashable {
        var code: String
        var rest: Int
    }

    private var numbers: [Chain: Int] = [:]

    /// - Parameter found: The numbers of the set, by protocol.
    mutating func number(for name: String, _ providers: ProtocolProviders, _ found: inout [String: Int]) -> Int {
        var passed: [(name: String, code: String?)] = []
        var next = name
        while found[next] == nil, let adapter = providers.adapter(for: next) {
            found[next] = 0  // ends a cycle
            passed.append((next, adapter.using?.value))
            next = adapter.provided.value
        }
        var number = found[next] ?? 0
        for (name, code) in passed.reversed() {
            if let code {
                let chain = Chain(code: code, rest: number)
                number = numbers[chain] ?? numbers.count + 1
                numbers[chain] = number
            }
            found[name] = number
        }
        return number
    }
}

extension ManifestSet {
    /// Returns the module that serves callers who ask for a protocol by type, if there is exactly one.
    fileprivate func server(of name: String, _ providers: ProtocolProviders) -> PlanBuilder.Server? {
        let servers = providers.servers(of: name)
        guard servers.count == 1 else { return nil }
        let module = modules[servers[0]]
        let adapter = providers.adapter(for: name)?.using?.value
        return .init(effect: RouteEffect(module, nil), module: module.id.value, adapter: adapter)
    }

    fileprivate var serversByIdentifier: [String: PlanBuilder.Server] {
        let named = modules.flatMap { module in module.identifiers.map { ($0.value, module) } }
        return Dictionary(firstOf: named).mapValues {
            .init(effect: RouteEffect($0, nil), module: $0.id.value)
        }
    }
}

extension Route {
    fileprivate var texts: [ExactText] {
        let methods = methods.map(\.value).sorted().joined(separator: ",")
        return patterns.map { "\(methods) \($0.text.value)".exact }
    }
}
