import WaybillSyntax

/// The relations between protocols.
enum ProtocolGraph {
    /// Returns the protocols that are available to callers: provided by a module, as a whole or in all parts, or bound
    /// to an available one by adapters.
    static func provided(by set: ManifestSet) -> Set<String> {
        let compositions = Compositions(set.protocols)
        let offered = set.modules.map { $0.provides.map(\.value) + ($0.configuration.map { [$0.value] } ?? []) }
        var provided = Set(offered.joined())
        // Many modules provide the same parts.
        for parts in Set(offered.map { Set($0.filter(compositions.isPart)) }) {
            provided.formUnion(compositions.completed(by: parts))
        }
        let adapters = Dictionary(grouping: set.adapters, by: \.provided.value)
        var waiting = Array(provided)
        while let name = waiting.popLast() {
            for adapter in adapters[name] ?? [] where provided.insert(adapter.required.value).inserted {
                waiting.append(adapter.required.value)
            }
        }
        return provided
    }
}

/// The composed protocols by their parts.
private struct Compositions {
    private var parts: [Set<String>] = []
    private var names: [[String]] = []
    private var byPart: [String: [Int]] = [:]

    init(_ protocols: [ProtocolDeclaration]) {
        let composed = protocols.filter { !$0.parts.isEmpty }
        for (parts, same) in Dictionary(grouping: composed, by: { Set($0.parts.map(\.value)) }) {
            for part in parts { byPart[part, default: []].append(self.parts.count) }
            self.parts.append(parts)
            names.append(same.map(\.name.value))
        }
    }

    func isPart(_ name: String) -> Bool { byPart[name] != nil }

    /// Returns everything that is composed of the given names, directly or indirectly.
    func completed(by offered: Set<String>) -> Set<String> {
        var complete = offered
        var waiting = Array(offered)
        var missing = [Int: Int]()
        while let name = waiting.popLast() {
            for index in byPart[name] ?? [] {
                missing[index, default: parts[index].count] -= 1
                guard missing[index] == 0 else { continue }
                for composed in names[index] where complete.insert(composed).inserted { waiting.append(composed) }
            }
        }
        return complete
    }
}
