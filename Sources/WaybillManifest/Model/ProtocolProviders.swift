import WaybillSyntax
import WaybillTable

/// The modules that serve callers who ask for a protocol.
///
/// The results are cached, so that the protocols of a set share the work.
package final class ProtocolProviders {
    /// The declared protocols, by name.
    package let protocols: [String: ProtocolDeclaration]
    /// The indices of modules in the set, by id.
    package let moduleIndices: [String: Int]
    /// The adapters, by required protocol.
    package let adapters: [String: Adapter]
    /// The indices of the modules that name a protocol under `provides` or `configuration`, ascending.
    private let listings: [String: [Int]]
    /// The same, with the modules that provide all parts of a composed protocol.
    private var found: [String: [Int]] = [:]
    /// The modules that provide all of some parts, by these parts. Many protocols may have the same parts.
    private var foundWhole: [Set<String>: [Int]] = [:]
    /// The modules that serve a protocol, through adapters too. A chain of adapters may be long.
    private var foundServers: [String: [Int]] = [:]
    private var stepsLeft: Int

    /// - Parameter stepLimit: The limit of modules to compare for composed protocols.
    package init(_ set: ManifestSet, stepLimit: Int = .max) {
        protocols = Dictionary(firstOf: set.protocols.map { ($0.name.value, $0) })
        moduleIndices = Dictionary(firstOf: set.modules.enumerated().map { ($1.id.value, $0) })
        adapters = Dictionary(firstOf: set.adapters.map { ($0.required.value, $0) })
        stepsLeft = stepLimit
        var listings: [String: [Int]] = [:]
        for (index, module) in set.modules.enumerated() {
            for name in Set((module.provides + [module.configuration].compactMap(\.self)).map(\.value)) {
                listings[name, default: []].append(index)
            }
        }
        self.listings = listings
    }

    /// Whether the limit was reached, so that modules may be missing in the results.
    package var isExhausted: Bool { stepsLeft < 0 }

    /// Returns the modules that name the protocol under `provides` or `configuration`, as ascending indices in the set.
    package func listings(of name: String) -> [Int] { listings[name] ?? [] }

    /// Returns the modules that provide the protocol, or all of its parts, or are configured through it, as ascending
    /// indices in the set.
    package func providers(of name: String) -> [Int] {
        findProviders(of: name)
        return found[name] ?? []
    }

    /// Returns the ``providers(of:)`` that serve callers who ask by type: only the default, if there is one.
    ///
    /// A composed protocol is a type of its own, so the defaults of its parts do not matter.
    package func ownServers(of name: String) -> [Int] {
        if let preferred = protocols[name]?.defaultModule?.value, let index = moduleIndices[preferred],
            isProvided(name, by: preferred)
        {
            return [index]
        }
        return providers(of: name)
    }

    /// Whether the module with this id is one of the ``providers(of:)``.
    package func isProvided(_ name: String, by id: String) -> Bool {
        moduleIndices[id].map(providers(of: name).containsInOrder) ?? false
    }

    /// Returns the modules that serve callers who ask by type, through adapters too. There is one, unless the protocol
    /// is ambiguous or nothing provides it.
    package func servers(of name: String) -> [Int] {
        var next = name
        var passed: [String] = []
        while foundServers[next] == nil {
            // Ends a cycle of adapters, which the checks report.
            foundServers[next] = []
            passed.append(next)
            let own = ownServers(of: next)
            if own.isEmpty, let adapter = adapters[next] {
                next = adapter.provided.value
            } else {
                foundServers[next] = own
            }
        }
        let servers = foundServers[next] ?? []
        for name in passed { foundServers[name] = servers }
        return servers
    }

    /// The names that have ``servers(of:)``, also undeclared ones.
    package var served: Set<String> {
        let names = Set(protocols.keys).union(listings.keys).union(adapters.keys)
        // Sorted, because the results for protocols that need a cycle of parts depend on the order.
        return Set(names.sorted().filter { !servers(of: $0).isEmpty })
    }

    /// Returns the adapter that serves callers who ask for the protocol by type; `nil` if a module provides it.
    package func adapter(for name: String) -> Adapter? { ownServers(of: name).isEmpty ? adapters[name] : nil }

    /// Computes ``found`` for a protocol, after those of its parts. It uses a stack, because compositions may be deep.
    private func findProviders(of name: String) {
        guard found[name] == nil else { return }
        var begun: Set<String> = []
        var waiting = [name]
        while let next = waiting.last {
            if found[next] == nil, begun.insert(next).inserted {
                // The checks report a protocol that is composed of itself. This search must only end.
                waiting += (protocols[next]?.parts ?? []).map(\.value).filter { !begun.contains($0) }
            } else {
                waiting.removeLast()
                found[next] = found[next] ?? combinedProviders(of: next)
            }
        }
    }

    private func combinedProviders(of name: String) -> [Int] {
        let listed = listings(of: name)
        guard let parts = protocols[name]?.parts, !parts.isEmpty else { return listed }
        let names = Set(parts.map(\.value))
        let whole = foundWhole[names] ?? providers(ofAll: names)
        foundWhole[names] = whole
        return listed.isEmpty ? whole : Set(whole).union(listed).sorted()
    }

    private func providers(ofAll names: Set<String>) -> [Int] {
        let parts = names.map { found[$0] ?? [] }
        guard let fewest = parts.min(by: { $0.count < $1.count }), !fewest.isEmpty, !isExhausted else { return [] }
        stepsLeft -= fewest.count * parts.count
        return isExhausted ? [] : fewest.filter { module in parts.allSatisfy { $0.containsInOrder(module) } }
    }
}

extension [Int] {
    /// Whether an ascending array contains a number.
    fileprivate func containsInOrder(_ number: Int) -> Bool {
        let next = indices.partitioningIndex { self[$0] >= number }
        return next < count && self[next] == number
    }
}
