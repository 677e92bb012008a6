import Testing
import WaybillOracle
import WaybillSyntax
import WaybillTestSupport
import WaybillTools

@testable import Waybill
@testable import WaybillManifest
@testable import WaybillRules

@Suite("Binding and the check of a registry file")
struct RegistryAgreementProperties {
    @Test("They agree about generated manifests and registries", arguments: PropertySeeds.blocks(800))
    func agree(seeds: Range<UInt64>) throws {
        var rules: Set<String> = []
        for seed in seeds {
            var generator = RegistryCase(seed: seed)
            let (registry, manifest) = (generator.registry(), generator.manifest())
            let compilation = compile(manifest)
            let bound = Self.binding(compilation, registry)
            let described = try Self.file(compilation, registry)
            #expect(bound == described, "seed \(seed)\n\(manifest)")
            rules.formUnion(described.map(\.rule))
        }
        guard seeds.count >= 100 else { return }
        #expect(rules == ["F001", "F002", "F003", "F005", "F006", "F007", "F008", "F012", "F013"])
    }

    struct Problem: Hashable {
        var rule: String
        var start: Int
        var end: Int
        var message: String
        var severity: Severity
        var suggestions: [String]

        init(_ diagnostic: Diagnostic) {
            rule = diagnostic.rule.id
            (start, end) = (diagnostic.span.start, diagnostic.span.end)
            message = diagnostic.message
            severity = diagnostic.severity
            suggestions = diagnostic.suggestions
        }
    }

    /// Without the facts that no description has: whether a presenter performs modules.
    private static func binding(_ compilation: Compilation, _ registry: Registry) -> Set<Problem> {
        var found: [Diagnostic]
        do throws(ManifestErrors) {
            found = try Router(compilation, registry, RouterOptions(), runner: nil).generation.warnings
        } catch {
            found = error.diagnostics
        }
        return Set(
            found.filter { $0.rule.group == "F" && !$0.message.contains("nothing runs it") }.map(Problem.init))
    }

    private static func file(_ compilation: Compilation, _ registry: Registry) throws -> Set<Problem> {
        let description = try RegistryDescription(json: Array(registry.describe().json.utf8))
        return Set(RegistryCheck(compilation.set, RegistryIndex(description)).diagnostics().map(Problem.init))
    }
}

/// Manifests and registries with few names, so that most of them meet.
private struct RegistryCase {
    private var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    private enum Level: String, Decodable, CaseIterable { case low, high }

    private struct Options: Decodable, Sendable {
        var name: String
        var size: UInt8?
        var level: Level?
        var nested: Nested?
        var list: [Int]?
        var map: [String: Bool]?

        struct Nested: Decodable, Sendable { var depth: Double }
    }

    private struct Parameters: Decodable, Sendable {
        var id: Int
        var level: Level?
    }

    // MARK: Registries

    mutating func registry() -> Registry {
        var registry = Registry()
        for name in ["f0", "f1", "f2", "f3", "f4"] { if chance(90) { register(name, &registry) } }
        if chance(10) { register("f0", &registry) }
        registry.handler("plain") { _ in 1 }
        registry.handler("reads", parameters: Parameters.self) { _, parameters in parameters.id }
        registry.handler("configured", configuration: Options.self) { _, options in options.name }
        if chance(10) { registry.handler("plain") { _ in 2 } }
        registry.interceptor("gate", configuration: Options.self) { request, next, _ in try await next(request) }
        registry.interceptor("open") { request, next in try await next(request) }
        registry.adapter("ring") { (clock: any Clockwork) -> any LegacyClock in ClockShim(clock: clock) }
        registry.handler("web", host: TypeName(Options.self), fileID: #fileID, line: #line) { _ in 1 }
        registry.handler("other", host: TypeName(Parameters.self), fileID: #fileID, line: #line) { _ in 1 }
        if chance(50) { registry.lane("main") }
        return registry
    }

    private mutating func register(_ name: String, _ registry: inout Registry) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: registry.register(name) { _ in MemoryStore() }.provides((any Store).self) { $0 }
        case 1:
            registry.register(name) { _ in MemoryStore() }
                .provides((any Store).self) { $0 }.provides((any Labelled).self) { $0 }.prepares { _, _ in }
        case 2:
            registry.register(name) { (_: MakeContext<Options>) in FixedClock() }.provides((any Clockwork).self) { $0 }
        case 3: registry.register(name) { _ in Scratch() }
        case 4: registry.registerAsync(name) { _ in FixedClock() }.provides((any Clockwork).self) { $0 }
        case 5:
            registry.register(name) { _ in
                let clock = FixedClock()
                return clock
            }.provides((any Clockwork).self) { $0 }.runs { _ in }
        default: registry.register(name) { _ in ValueGreeter(greeting: "") }.provides((any Greeter).self) { $0 }
        }
    }

    // MARK: Manifests

    mutating func manifest() -> String {
        var text = """
            protocols:
              Store:
              Clockwork:
              Labelled:
              Greeter:
              LegacyClock: { required: true }
              Both: { all_of: [Store, Labelled] }
            modules:

            """
        for number in 0..<Int.random(in: 2...5, using: &random) { text += module(number) }
        if chance(40) {
            text += "adapters: { LegacyClock: { provided: \(pick(["Clockwork", "Store"])), using: ring } }\n"
        }
        text += "interceptors: { i: { url: /**, use: \(pick(["gate", "open", "gaet"]))\(with(40)) } }\n"
        text += "routes:\n"
        for number in 0..<3 { text += route(number) }
        if chance(30) { text += "fallback: { \(pick(["module: m0", "handler: plain", "handler: configured"])) }\n" }
        return text
    }

    private mutating func module(_ number: Int) -> String {
        let provided = ["Store", "Clockwork", "Labelled", "Greeter", "Both"].filter { _ in chance(25) }
        let required = ["Store", "Clockwork", "Greeter", "LegacyClock", "app://m0", "app://m1"].filter { _ in chance(25)
        }
        return "  m\(number): { factory: \(pick(["f0", "f1", "f2", "f3", "f4"])), identifiers: [\"app://m\(number)\"], "
            + "scope: \(pick(["transient", "transient", "shared", "weak"])), "
            + "provides: [\(provided.joined(separator: ", "))], requires: [\(required.joined(separator: ", "))]"
            + "\(chance(20) ? ", lane: main" : "")\(with(40)) }\n"
    }

    private mutating func route(_ number: Int) -> String {
        let target = pick([
            "module: m0", "module: m1", "handler: plain", "handler: reads", "handler: configured", "handler: x",
            "handler: web", "handler: other",
        ])
        let params = pick(["", "", ", params: { id: int }", ", params: { id: alpha }", ", params: { id: [1, a] }"])
        let url = params.isEmpty ? pick(["/r\(number)", "/r\(number)/:id", "/r\(number)/:level"]) : "/r\(number)/:id"
        return "  - { url: \"\(url)\"\(params), \(target)\(with(30)) }\n"
    }

    private mutating func with(_ percent: Int) -> String {
        guard chance(percent) else { return "" }
        var members = chance(85) ? ["name: a"] : []
        let others = [
            "size: 1", "size: 300", "size: big", "sise: 1", "level: high", "level: middle", "nested: { depth: 1.5 }",
            "nested: { dept: 1 }", "nested: 1", "list: [1, 2]", "list: [1, x]", "map: { a: true }", "map: { a: 1 }",
            "level: null",
        ]
        if chance(70) { members.append(pick(others)) }
        return ", with: { \(members.joined(separator: ", ")) }"
    }
}
