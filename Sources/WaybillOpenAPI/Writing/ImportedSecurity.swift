import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable
import WaybillTools

/// The security of operations as interceptors, each of which says in `with:` what it checks.
///
/// An interceptor matches paths, so it also runs for operations whose requests its paths include. Such an operation gets
/// it, too, and is listed, so that nothing is less secure than the document says.
struct ImportedSecurity {
    /// The alternatives of one interceptor. All interceptors of an operation must pass.
    private struct Gate: Hashable {
        var alternatives: [OpenAPIDocument.Requirement]

        /// `bearerAuth`, `either-or-key`.
        var name: String {
            alternatives.map { $0.keys.sorted().joined(separator: "-and-") }.joined(separator: "-or-")
        }

        /// A text that orders gates.
        var sortKey: String { SchemaValue.array(alternatives.map(\.documentValue)).json }
    }

    private(set) var losses: [String] = []
    /// The names of all schemes, sorted.
    private(set) var schemes: [String] = []
    private(set) var text = ""

    init() {}

    init(_ routes: [ContractImport.ImportedRoute]) {
        var gates = routes.map { Set(Self.gates(of: $0.operation.security)) }
        schemes = Set(gates.joined().flatMap { $0.alternatives.flatMap(\.keys) }).sorted()
        guard !schemes.isEmpty else { return }
        let given = gates
        spread(&gates, over: neighbors(of: routes))
        for (index, route) in routes.enumerated() {
            let added = gates[index].subtracting(given[index]).map(\.name).sorted()
            if !added.isEmpty {
                losses.append(
                    "'\(route.operation.title)': \(alternatives(added, conjunction: "and")) runs for it too, because paths of "
                        + "secured operations include its requests")
            }
        }
        // An export says in one list what all gates of an operation need, so its import has these gates.
        gates = gates.map { own in
            let all = own.sorted { $0.sortKey < $1.sortKey }.map(\.alternatives)
            return [OpenAPIDocument.Requirement].all(all).map { Set(Self.gates(of: $0)) } ?? own
        }
        text = "interceptors:\n" + Self.interceptors(gates, routes).joined()
    }

    /// Divides alternatives into what all of them need, and the rest.
    private static func gates(of alternatives: [OpenAPIDocument.Requirement]) -> [Gate] {
        guard let first = alternatives.first else { return [] }
        let common = first.filter { name, scopes in alternatives.allSatisfy { $0[name] == scopes } }
        let rests = alternatives.map { alternative in alternative.filter { common[$0.key] == nil } }
        let rest =
            rests.contains(where: \.isEmpty)
            ? []
            : Set(rests).sorted {
                $0.documentValue.json < $1.documentValue.json
            }
        return common.map { Gate(alternatives: [[$0.key: $0.value]]) }
            + (rest.isEmpty ? [] : [Gate(alternatives: rest)])
    }

    /// Returns, for each route, those whose patterns match some of its requests.
    private func neighbors(of routes: [ContractImport.ImportedRoute]) -> [[Int]] {
        let catalog = PathCatalog(MatchSettings())
        var search = CoverageSearch(routes.map(\.definition), catalog)
        return routes.indices.map { index in
            var own = routes[index].definition
            own.constraints = routes[index].automata
            let path = catalog.path(of: own)
            let sharing = search.coverage(of: path, own.methods)?.sharing ?? search.near(path)
            return sharing.map(\.route).filter { $0 != index }
        }
    }

    private func spread(_ gates: inout [Set<Gate>], over neighbors: [[Int]]) {
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for (index, others) in neighbors.enumerated() {
                let all = others.reduce(gates[index]) { $0.union(gates[$1]) }
                hasChanged = hasChanged || all.count > gates[index].count
                gates[index] = all
            }
        }
    }

    // MARK: Text

    /// Returns an interceptor for each gate and each set of methods, so that it matches exactly its operations.
    private static func interceptors(_ gates: [Set<Gate>], _ routes: [ContractImport.ImportedRoute]) -> [String] {
        var members: [Gate: [Int]] = [:]
        for (index, own) in gates.enumerated() { for gate in own { members[gate, default: []].append(index) } }
        let all = members.keys.map { (gate: $0, key: ($0.name, $0.sortKey)) }.sorted { $0.key < $1.key }.map(\.gate)
        var ids: Set<String> = []
        var numbers: [String: Int] = [:]
        return all.enumerated().flatMap { order, gate -> [String] in
            var methods: [String: Set<String>] = [:]
            for route in (members[gate] ?? []).map({ routes[$0] }) {
                methods[route.definition.patterns[0].text, default: []].insert(route.operation.method)
            }
            let groups = Dictionary(grouping: methods.keys) { (methods[$0] ?? []).sorted() }
            return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { methods, patterns in
                let name = gate.name
                var id = name
                while !ids.insert(id).inserted {
                    numbers[name, default: 1] += 1
                    id = "\(name)-\(numbers[name] ?? 1)"
                }
                return text(id, gate, order + 1, methods, patterns.sorted())
            }
        }
    }

    private static func text(
        _ id: String, _ gate: Gate, _ order: Int, _ methods: [String], _ patterns: [String]
    ) -> String {
        let value = SchemaValue.array(gate.alternatives.map(\.documentValue)).inline
        return """
              \(ScalarText.written(id)):
                urls: [\(patterns.map(ScalarText.written).joined(separator: ", "))]
                methods: [\(methods.map(ScalarText.written).joined(separator: ", "))]
                use: \(ScalarText.written(gate.name))
                with: { \(SecurityGates.key): \(value) }
                order: \(order)
                applies: everywhere

            """
    }
}

extension [OpenAPIDocument.Requirement] {
    /// The limit of the alternatives of one operation.
    private static var maximumCount: Int { 64 }

    /// Returns the alternatives that fulfill one of each list, without those that need more than another; `nil` for too
    /// many.
    static func all(_ lists: [Self]) -> Self? {
        guard let first = lists.first else { return [] }
        return lists.dropFirst().reduce(first.minimal) { all, next in
            guard let all, all.count * next.count <= maximumCount else { return nil }
            return all.flatMap { one in next.map { one.merging($0) { Set($0 + $1).sorted() } } }.minimal
        }
    }

    private var minimal: Self {
        enumerated().filter { index, one in
            !enumerated().contains { number, other in
                number != index && other.isPart(of: one) && (number < index || !one.isPart(of: other))
            }
        }.map(\.element)
    }
}

extension OpenAPIDocument.Requirement {
    fileprivate func isPart(of other: Self) -> Bool {
        allSatisfy { name, scopes in other[name].map { Set(scopes).isSubset(of: $0) } ?? false }
    }
}
