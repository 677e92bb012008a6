import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

@testable import WaybillOpenAPI
@testable import WaybillOracle

@Suite("Routes and documents as sets of requests")
struct ContractProperties {
    private static func compile(_ set: ContractCase) -> Compilation? {
        let compilation = Compilation.compile(text: set.manifest)
        let onlyConflicts = compilation.diagnostics.allSatisfy { $0.severity < .error || $0.rule.id.hasPrefix("P0") }
        #expect(onlyConflicts, "\(set.manifest)\(compilation.diagnostics.map(\.message))")
        return compilation.hasErrors ? nil : compilation
    }

    private static func export(_ compilation: Compilation) throws -> String {
        ContractExport(compilation.set, try #require(compilation.table), .standard).text()
    }

    private static func contract(_ document: String, _ compilation: Compilation) throws -> Contract {
        let read = OpenAPIDocument.read("openapi.yaml", first: compilation.sources.count) { path in
            SourceFile(path: path, bytes: Array(document.utf8))
        }
        #expect(read.diagnostics.isEmpty, "\(document)\(read.diagnostics.map(\.message))")
        return Contract(read, compilation.set, try #require(compilation.table))
    }

    @Test("An exported document has no difference", arguments: PropertySeeds.blocks(2_000))
    func exported(_ seeds: Range<UInt64>) throws {
        var compared = 0
        for seed in seeds {
            let set = ContractCase(seed: seed)
            guard let compilation = Self.compile(set) else { continue }
            let document = try Self.export(compilation)
            let found = try Self.contract(document, compilation).findings(.standard).diagnostics
            #expect(found.isEmpty, "seed \(seed)\n\(set.manifest)\(document)\(found.map(\.message))")
            compared += 1
        }
        #expect(compared > seeds.count / 3)
    }

    @Test(
        "One change on either side is found exactly, with a true example request",
        arguments: PropertySeeds.blocks(2_000))
    func changed(_ seeds: Range<UInt64>) throws {
        var differing = 0
        for seed in seeds {
            let one = ContractCase(seed: seed)
            let other = one.changed(seed: seed)
            let (documented, served) = seed.isMultiple(of: 2) ? (one, other) : (other, one)
            guard let before = Self.compile(documented), let after = Self.compile(served) else { continue }
            let contract = try Self.contract(try Self.export(before), after)
            let found = contract.findings(.standard).diagnostics
            let search = BruteForce(documented, served, contract)
            let story = "seed \(seed)\n\(documented.manifest)\(served.manifest)"
            #expect(Set(found.map(search.key)) == search.expected, "\(story)\(found.map(\.message))")
            for diagnostic in found where diagnostic.rule != .undocumentedRoute {
                #expect(
                    search.isTrue(diagnostic), "\(story)\(diagnostic.message): \(diagnostic.witness ?? "no example")")
            }
            if !found.isEmpty { differing += 1 }
        }
        #expect(differing > seeds.count / 6)
    }
}

/// Decides by trying every request of a small world.
private struct BruteForce {
    /// Routes of one shape and method, which a document describes together.
    struct Operation {
        var title: String
        var method: String
        var shape: String
        var routes: [ContractCase.Route]

        func allows(_ request: ContractCase.Request) -> Bool {
            request.method == method && routes.contains { $0.matches(request) }
        }
    }

    private let operations: [Operation]
    private let served: ContractCase
    private let requests: [ContractCase.Request]
    private let table: RoutingTable

    init(_ documented: ContractCase, _ served: ContractCase, _ contract: Contract) {
        self.served = served
        table = contract.table
        requests = documented.requests(with: served)
        operations = contract.document.operations.map { operation in
            let shape = operation.path.value.replacing(/\{[^}]*\}/, with: "{}")
            let routes = documented.routes.filter { route in
                let answers = route.methods.isEmpty || route.methods.contains(operation.method)
                return route.shape == shape && answers
            }
            return Operation(title: operation.title, method: operation.method, shape: shape, routes: routes)
        }
    }

    private func isServed(_ request: ContractCase.Request) -> Bool { served.routes.contains { $0.matches(request) } }

    private func isDocumented(_ request: ContractCase.Request) -> Bool { operations.contains { $0.allows(request) } }

    private func server(of request: ContractCase.Request) -> String? {
        let url = "/" + request.segments.map { PercentCoding.encode(Array($0.utf8)[...]) }.joined(separator: "/")
        let match = try? table.match(url, method: request.method, in: .everything)
        return match?.route.map { table.routes[$0.route].id }
    }

    var expected: Set<String> {
        var all: Set<String> = []
        for operation in operations {
            let own = requests.filter(operation.allows)
            let hits = own.count(where: isServed)
            if hits == 0 {
                all.insert("O001 \(operation.title)")
            } else if hits < own.count {
                all.insert("O003 error \(operation.title)")
            }
        }
        for route in served.routes { add(route, to: &all) }
        return all
    }

    private func add(_ route: ContractCase.Route, to all: inout Set<String>) {
        var methods = route.methods
        if methods.isEmpty {
            methods = operations.filter { operation in
                operation.shape == route.shape && requests.contains { operation.allows($0) && route.matches($0) }
            }.map(\.method)
            if methods.isEmpty { all.insert("O002 \(route.id)  warning") }
        }
        for method in methods {
            let own = requests.filter { $0.method == method && route.matches($0) }
            let hits = own.count(where: isDocumented)
            let same = operations.first { $0.shape == route.shape && $0.method == method }
            guard hits > 0, let same else {
                all.insert("O002 \(route.id) \(method) \(hits > 0 && hits == own.count ? "info" : "warning")")
                continue
            }
            let extra = own.contains { !isDocumented($0) && server(of: $0) == route.id }
            if extra { all.insert("O003 warning \(route.id) \(same.title)") }
        }
    }

    func key(_ diagnostic: Diagnostic) -> String {
        let names = diagnostic.message.split(separator: "'", omittingEmptySubsequences: false).enumerated().filter {
            $0.offset % 2 == 1
        }.map(\.element)
        switch diagnostic.rule {
        case .unservedOperation: return "O001 \(names[0])"
        case .undocumentedRoute:
            let word = diagnostic.message.split(separator: " ")[3]
            return "O002 \(names[0]) \(word == "route" ? "" : word) \(diagnostic.severity.rawValue)"
        case .differentValues where diagnostic.severity == .error: return "O003 error \(names[0])"
        case .differentValues: return "O003 warning \(names[0]) \(names[1])"
        default: return "\(diagnostic.rule) \(diagnostic.message)"
        }
    }

    /// Whether the example request is in exactly the right one of both sets.
    func isTrue(_ diagnostic: Diagnostic) -> Bool {
        guard let request = diagnostic.witness.flatMap(ContractCase.Request.init) else { return false }
        return diagnostic.severity == .error
            ? isDocumented(request) && !isServed(request) : !isDocumented(request) && server(of: request) != nil
    }
}
