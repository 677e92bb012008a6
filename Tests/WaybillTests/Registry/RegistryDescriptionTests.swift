import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules
import WaybillTestSupport
import WaybillTools

@Suite("A registry described for a file")
struct RegistryDescriptionTests {
    private enum Level: String, Decodable { case low, high }
    private enum Color: String, Decodable, CaseIterable { case red, green }

    private struct Options: Decodable, Sendable {
        var name: String
        var color: Color?
        var ports: [UInt16]
        var labels: [String: String]?
        var nested: Nested
        var children: [Tree]

        struct Nested: Decodable, Sendable { var on: Bool }
        struct Tree: Decodable, Sendable { var children: [Tree] }
    }

    private struct Lenient: Decodable, Sendable {
        var size: Int
        var text: String
        enum CodingKeys: CodingKey { case size, text }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            size = (try? members.decode(Int.self, forKey: .size)) ?? 0
            guard members.contains(.text) else { throw Missing() }
            text = try members.decode(String.self, forKey: .text)
        }

        struct Missing: Error {}
    }

    private struct Stubborn: Decodable, Sendable {
        var first: String
        var level: Level
        var last: Int
    }

    private func described<C: Decodable & Sendable>(_ type: C.Type) -> RegistryDescription.Shape? {
        var registry = Registry()
        registry.handler("h", configuration: type) { _, _ in 1 }
        return registry.describe().handlers.first?.configuration
    }

    @Test("The keys of a configuration, their types, and which are required")
    func keys() throws {
        let shape = try #require(described(Options.self))
        #expect(!shape.isPartial)
        #expect(shape.keys.map(\.name) == ["name", "color", "ports", "labels", "nested", "children"])
        #expect(shape.keys.map(\.isRequired) == [true, false, true, false, true, true])
        #expect(shape.keys[0].value == .scalar(.init(.text, type: "String")))
        #expect(shape.keys[1].value == .scalar(.init(.text, type: "Color", choices: ["red", "green"])))
        #expect(shape.keys[2].value == .list(.scalar(.init(.integer, type: "UInt16"))))
        #expect(shape.keys[3].value == .map(.scalar(.init(.text, type: "String"))))
        guard case .object(let nested) = shape.keys[4].value else {
            Issue.record("\(shape.keys[4])")
            return
        }
        #expect(nested.keys == [.init(name: "on", isRequired: true, value: .scalar(.init(.boolean, type: "Bool")))])
    }

    @Test("A key that a type does not need is never described as required, nor as having one type")
    func lenient() throws {
        let shape = try #require(described(Lenient.self))
        #expect(shape.keys.map(\.name) == ["size", "text"])
        #expect(shape.keys.map(\.isRequired) == [false, true])
        #expect(shape.keys.map(\.value) == [.any, .scalar(.init(.text, type: "String"))])
    }

    @Test("Keys after a value that cannot be made up are not known, and the file says so")
    func partial() throws {
        let shape = try #require(described(Stubborn.self))
        #expect(shape.isPartial)
        #expect(shape.keys.map(\.name) == ["first", "level"])
    }

    @Test("Facts of factories, adapters and what is registered twice; JSON brings them back")
    func facts() throws {
        var registry = Registry()
        registry.register("store") { _ in MemoryStore() }.provides((any Store).self) { $0 }
        registry.registerAsync("clock") { _ in FixedClock() }.prepares { _, _ in }
        registry.register("pad") { _ in Scratch() }
        registry.register("store") { _ in MemoryStore() }
        registry.adapter("ring") { (clock: any Clockwork) -> any LegacyClock in ClockShim(clock: clock) }
        registry.lane("main")
        let description = registry.describe()
        #expect(description.factories.map(\.name) == ["clock", "pad", "store"])
        #expect(description.factories.map(\.isAsynchronous) == [true, false, false])
        #expect(description.factories.map(\.asksLater) == [true, false, false])
        #expect(description.factories.map(\.isSendable) == [true, false, true])
        #expect(description.factories[2].provides.map(\.fullName) == ["WaybillTestSupport.Store"])
        #expect(description.factories[2].site.file == "WaybillTests/RegistryDescriptionTests.swift")
        #expect(description.adapters.map(\.takes.name) == ["Clockwork"])
        #expect(description.duplicates.map(\.name) == ["store"])
        #expect(description.build?.count == 64)
        #expect(try RegistryDescription(json: Array(description.json.utf8)) == description)
    }

    @Test("A type has the name that a person would write")
    func typeNames() {
        #expect(TypeName((any Store).self).names.fullName.hasSuffix("WaybillTestSupport.Store"))
        #expect(TypeName(Registry.Nested.self).names.fullName == "Waybill.Registry.Nested")
        #expect(TypeName([Registry.Nested].self).names.fullName == "Swift.Array<Waybill.Registry.Nested>")
        #expect(TypeName(Registry.Nested.self).names.matches("Registry.Nested"))
    }

    @Test("Every kind of code has its list in the file")
    func lists() throws {
        let members = try JSONSerialization.jsonObject(with: Data(RegistryDescription().json.utf8)) as? [String: Any]
        for kind in RegistryDescription.Kind.allCases { #expect(members?[kind.list] is [Any], "\(kind)") }
    }

    @Test(
        "A file that is broken, or of another version, is distinguished",
        arguments: [
            ("", "is not the registry of a service"), ("[]", "is not the registry of a service"),
            ("{\"version\":2}", "has version 2, and this command reads version 1"),
            ("{\"version\":1}", "is broken: 'factories' is missing"),
        ])
    func broken(text: String, message: String) throws {
        let error = try #require(throws: UnreadableRegistry.self) {
            try RegistryDescription(json: Array(text.utf8))
        }
        #expect(error.message == message)
    }
}

extension Registry {
    fileprivate struct Nested {}
}
