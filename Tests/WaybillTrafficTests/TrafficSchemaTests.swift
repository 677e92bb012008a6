import Foundation
import Testing
import WaybillRules

@testable import WaybillTraffic

@Suite("The JSON of traffic")
struct TrafficSchemaTests {
    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("The schema in the repository is current")
    func file() throws {
        let file = Self.root.appending(path: "Schemas/traffic.schema.json")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            try Data(TrafficSchema.json().utf8).write(to: file)
            Issue.record("Schemas/traffic.schema.json did not exist and is written now")
            return
        }
        #expect(text == TrafficSchema.json(), "delete the file, and run the tests twice")
    }

    @Test("The schema describes the keys that are written, neither more nor fewer")
    func keys() throws {
        let log =
            [
                "GET /notes/1", "GET /old/1", "GET /closed/1", "GET /numbers/x", "PUT /notes", "-",
                "GET http://example.com/only",
            ].map { "h - - [27/Nov/2029:10:00:00 +0000] \"\($0)\" 200 5" }.joined(separator: "\n") + "\nbad\n"
        let compilation = Compilation.compile(text: TrafficTests.set)
        let json = try withLog(log) { path in
            try #require(try TrafficReport([path], compilation, TrafficOptions())).json
        }
        let schema = try JSONSerialization.jsonObject(with: Data(TrafficSchema.json().utf8))
        try check(JSONSerialization.jsonObject(with: Data(json.utf8)), schema, at: "$")
    }

    private func check(_ value: Any, _ schema: Any, at path: String) throws {
        let schema = try #require(schema as? [String: Any])
        let types = schema["type"] as? [String] ?? [schema["type"] as? String].compactMap(\.self)
        switch value {
        case let members as [String: Any]:
            #expect(types.contains("object"), "\(path)")
            let properties = try #require(schema["properties"] as? [String: Any])
            let required = schema["required"] as? [String] ?? []
            #expect(
                Set(required).isSubset(of: members.keys) && Set(members.keys).isSubset(of: properties.keys), "\(path)")
            for (name, member) in members { try check(member, try #require(properties[name]), at: "\(path).\(name)") }
        case let items as [Any]:
            #expect(types.contains("array") && (!items.isEmpty || path == "$.unusedInterceptors"))
            for item in items { try check(item, try #require(schema["items"]), at: "\(path)[]") }
        case is NSNull: #expect(types.contains("null"), "\(path)")
        case is String: #expect(types.contains("string"), "\(path)")
        default: #expect(schema["const"] != nil || types.contains("integer") || types.contains("number"), "\(path)")
        }
    }
}
