import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The corpus of `waybill plan`: `Tests/Fixtures/plan/NAME` holds `old.yaml` and `new.yaml`, and beside them the output
/// for the change. A missing output is written, and the test fails once.
@Suite("Golden plans")
struct GoldenPlanTests {
    private static let folder: URL =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/plan")

    static let names = ["after-rewrite", "classes", "gates", "hops", "nothing", "other-methods", "redirects", "views"]

    private static func plan(_ name: String) throws -> Plan {
        let sets = try ["old", "new"].map { side in
            let data = try Data(contentsOf: folder.appending(path: "\(name)/\(side).yaml"))
            return Compilation.compile(text: String(decoding: data, as: UTF8.self), path: "\(side).yaml")
        }
        #expect(sets.allSatisfy { !$0.hasErrors }, "\(sets.flatMap(\.diagnostics).map(\.message))")
        return try #require(Plan(from: sets[0], to: sets[1]))
    }

    private static func compare(_ text: String, _ path: String) throws {
        try expectGolden(text.utf8, at: folder.appending(path: path))
    }

    @Test("as text, JSON, Markdown and annotations", arguments: names)
    func outputs(name: String) throws {
        let plan = try Self.plan(name)
        try Self.compare(plan.text(), "\(name)/plan.txt")
        try Self.compare(plan.agent(path: "new.yaml").text, "\(name)/plan.agent")
        try Self.compare(plan.markdown(), "\(name)/plan.md")
        try Self.compare(plan.github(), "\(name)/plan.github")
        try Self.compare(plan.json(old: "old.yaml", new: "new.yaml"), "\(name)/plan.json")
    }

    @Test("A comment has less than 65,536 characters, and begins with what breaks something")
    func size() throws {
        func set(_ count: Int, _ name: String) -> Compilation {
            let routes = (1...count).map { number in
                let segment = String(repeating: "section\(number)-", count: 60)
                return "  - { url: \"/\(segment)/:id\", handler: \"\(name).\(number)\" }\n"
            }
            let gone = name == "old" ? "  - { url: /gone, handler: gone }\n" : ""
            return Compilation.compile(text: "waybill: 1\nroutes:\n\(gone)\(routes.joined())")
        }
        let plan = try #require(Plan(from: set(300, "old"), to: set(300, "new")))
        let comment = plan.markdown()
        #expect(comment.utf8.count < 65_536 && comment.utf8.count > 60_000)
        #expect(
            try #require(comment.firstRange(of: "/gone")).lowerBound < comment.firstRange(of: "section1-")!.lowerBound)
        #expect(comment.contains("- and 240 more\n") && comment.hasSuffix("</details>\n"))
    }

    @Test("The schema describes the keys that are written, neither more nor fewer", arguments: names)
    func schema(name: String) throws {
        let schema = try JSONSerialization.jsonObject(with: Data(PlanSchema.json().utf8))
        let json = try Self.plan(name).json(old: "a", new: "b")
        try Self.check(JSONSerialization.jsonObject(with: Data(json.utf8)), schema, at: "$")
    }

    private static func check(_ value: Any, _ schema: Any, at path: String) throws {
        let schema = try #require(schema as? [String: Any])
        #expect(schema["description"] != nil, "\(path)")
        let types = schema["type"] as? [String] ?? [schema["type"] as? String].compactMap(\.self)
        switch value {
        case let members as [String: Any]:
            #expect(types.contains("object"), "\(path)")
            let properties = try #require(schema["properties"] as? [String: Any])
            // Other keys are those of a log.
            let required = try #require(schema["required"] as? [String])
            #expect(Set(required) == Set(members.keys), "\(path)")
            #expect(
                Set(properties.keys).subtracting(required)
                    .isSubset(of: ["traffic", "requests", "share", "shape"]), "\(path)")
            for (name, member) in members { try check(member, try #require(properties[name]), at: "\(path).\(name)") }
        case let items as [Any]:
            #expect(types.contains("array"), "\(path)")
            for item in items { try check(item, try #require(schema["items"]), at: "\(path)[]") }
        case is NSNull: #expect(types.contains("null"), "\(path)")
        case let text as String:
            #expect((schema["enum"] as? [String])?.contains(text) ?? types.contains("string"), "\(path)")
        default: #expect(schema["const"] != nil || types.contains("boolean") || types.contains("integer"), "\(path)")
        }
    }

    @Test("The policy decides what is breaking")
    func policy() throws {
        let plan = try Self.plan("views")
        #expect(plan.isBreaking(PlanPolicy()))
        #expect(!plan.isBreaking(PlanPolicy(breaking: [.shrunkenSet])))
        #expect(plan.isBreaking(PlanPolicy(breaking: [.movedRequest])))
        #expect(try Self.plan("nothing").isBreaking(PlanPolicy()) == false)
    }

    @Test("A set with too few routes is rejected, unless that is allowed")
    func shrinking() throws {
        let lines = (0..<20).map { "  - { url: /r\($0), handler: h }\n" }
        let old = Compilation.compile(text: "waybill: 1\nroutes:\n" + lines.joined())
        func problems(_ count: Int, _ allows: Bool = false) throws -> [PlanProblem] {
            let new = Compilation.compile(text: "waybill: 1\nroutes:\n" + lines.prefix(count).joined())
            return try #require(Plan(from: old, to: new, policy: PlanPolicy(allowsRemovals: allows))).problems
        }
        #expect(try problems(16).isEmpty)
        #expect(try problems(15).map(\.message) == ["5 of 20 routes removed; pass --allow-removals"])
        #expect(try problems(15, true).isEmpty)
    }

    @Test("A changed default is a change for callers who ask by type, through adapters too, and a new id alone is not")
    func defaults() throws {
        func compiled(_ name: String, memory: String = "memory") -> Compilation {
            Compilation.compile(
                text: """
                    waybill: 1
                    protocols: { Store: \(name.isEmpty ? "" : "{ default: \(name) }"), Old: { required: true } }
                    adapters: { Old: Store }
                    modules:
                      \(memory): { provides: [Store], factory: memory }
                      disk: { provides: [Store] }
                    """)
        }
        func problems(_ old: Compilation, _ new: Compilation) throws -> [String] {
            try #require(Plan(from: old, to: new)).problems.map { "\($0.rule.id) \($0.message)" }
        }
        #expect(
            try problems(compiled("memory"), compiled("disk")) == [
                "R002 callers who ask for 'Old' get module 'disk', not module 'memory'",
                "R002 callers who ask for 'Store' get module 'disk', not module 'memory'",
            ])
        #expect(try problems(compiled("memory"), compiled("cache", memory: "cache")).isEmpty)
    }

    @Test("Other code of an adapter, and another module for an identifier, are changes for callers who ask by them")
    func adaptersAndIdentifiers() throws {
        func compiled(_ adapter: String, disk: String, memory: String) -> Compilation {
            Compilation.compile(
                text: """
                    waybill: 1
                    protocols: { Store: { default: disk }, Old: { required: true }, Older: { required: true } }
                    adapters: { Old: \(adapter), Older: Old }
                    modules:
                      memory: { provides: [Store], identifiers: [\(memory)] }
                      disk: { provides: [Store], identifiers: [\(disk)] }
                    """)
        }
        let old = compiled("{ provided: Store, using: wrap }", disk: "a, kept", memory: "b, gone")
        let new = compiled("{ provided: Store, using: pack }", disk: "b, kept", memory: "a")
        let problems = try #require(Plan(from: old, to: new)).problems.filter { $0.rule == .movedRequest }
        #expect(
            problems.map(\.message) == [
                "callers who ask for 'Old' get module 'disk' through the adapter 'pack', not module 'disk' through the adapter 'wrap'",
                "callers who ask for 'Older' get module 'disk' through other adapters",
                "callers who ask for the identifier 'a' get module 'memory', not module 'disk'",
                "callers who ask for the identifier 'b' get module 'disk', not module 'memory'",
                "callers who ask for the identifier 'gone' get an error, because no module has it, not module 'memory'",
            ])
    }
}
