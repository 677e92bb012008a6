import Foundation
import Testing
import WaybillTools

@testable import WaybillManifest
@testable import WaybillSyntax

@Suite("The JSON Schema")
struct DecodingSchemaTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas/manifest.schema.json")

    @Test("in Schemas is generated from the grammar; delete the file to have it written again")
    func isFresh() throws {
        let json = ManifestSchema.json()
        guard let written = try? String(contentsOf: Self.file, encoding: .utf8) else {
            try json.write(to: Self.file, atomically: true, encoding: .utf8)
            Issue.record("Schemas/manifest.schema.json was missing and is written; run the tests again")
            return
        }
        #expect(written == json, "Schemas/manifest.schema.json is stale: delete it and run the tests again")
    }

    @Test("is JSON, lists every key of the grammar with its description, and nothing else")
    func listsEveryKey() throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(ManifestSchema.json().utf8))
        let schema = try #require(parsed as? [String: Any])
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        for object in ManifestGrammar.object.reachable {
            let definition = try #require(object.name == "manifest" ? schema : definitions[object.name])
            let properties = try #require(definition["properties"] as? [String: [String: Any]])
            #expect(Set(properties.keys) == Set(object.keys.map(\.name)))
            #expect(definition["additionalProperties"] as? Bool == false)
            for key in object.keys { #expect((properties[key.name]?["description"] as? String)?.isEmpty == false) }
        }
    }

    @Test("and the decoder know the same keys: a value of an invalid kind is reported for each")
    func decoderReadsEveryKey() throws {
        for (section, object, before) in [
            ("settings", SettingsGrammar.object, "settings: "),
            ("protocol", ProtocolGrammar.object, "protocols:\n  P: "),
            ("module", ModuleGrammar.object, "modules:\n  m: "),
            ("adapter", AdapterGrammar.object, "adapters:\n  A: "),
            ("interceptor", InterceptorGrammar.object, "interceptors:\n  i: "),
            ("route", RouteGrammar.object, "routes:\n  - "),
            ("test", RouteTestGrammar.object, "tests:\n  - "),
            ("expectation", ExpectationGrammar.object, "tests:\n  - open: /a\n    expect: "),
            ("fallback", FallbackGrammar.object, "fallback: "),
            ("rejection", RejectionGrammar.object, "interceptors:\n  i:\n    url: /a\n    reject: "),
            ("redirect", RedirectGrammar.object, "routes:\n  - url: /a\n    redirect: "),
            ("count", CountGrammar.object, "count: "),
        ] {
            for key in object.keys {
                let values: [(NodeKinds, String)] = [(.sequence, "[[a]]"), (.mapping, "{a: b}"), (.scalar, "a")]
                guard let value = values.first(where: { !key.shape.admitted.contains($0.0) })?.1 else { continue }
                let decoded = try DecodedText("waybill: 1\n\(before){ \(key.name): \(value) }\n")
                let isTold = decoded.diagnostics.contains { $0.rule == .wrongType && $0.message.contains(key.name) }
                #expect(isTold, "\(section).\(key.name) is not read")
            }
        }
    }
}

extension ObjectGrammar {
    /// This object and all nested objects.
    var reachable: [ObjectGrammar] { [self] + keys.flatMap { $0.shape.objects.flatMap(\.reachable) } }
}

extension Shape {
    fileprivate var objects: [ObjectGrammar] {
        switch self {
        case .object(let object): [object]
        case .list(let shape, _, _), .named(_, let shape): shape.objects
        case .either(let shapes): shapes.flatMap(\.objects)
        case .text, .value, .flag, .integer, .words, .numbers, .mapping, .nothing: []
        }
    }
}
