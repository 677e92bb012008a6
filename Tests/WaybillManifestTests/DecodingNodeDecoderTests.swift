import Testing
import WaybillManifest
import WaybillSyntax

extension NodeDecoder {
    fileprivate static func decode<Value: Decodable>(
        _ type: Value.Type, from node: Node
    ) -> Result<DecodedNode<Value>, NodeDecodingFailure> { decode(from: node) { try Value(from: $0) } }
}

@Suite("Decoding 'with' into Swift values")
struct DecodingNodeDecoderTests {
    struct Server: Decodable, Equatable, Sendable {
        var host: String
        var port: UInt16
        var weight: Double?
        var isSecure = false
        var labels: [String]?
        var limits: [String: Int]?

        enum CodingKeys: String, CodingKey {
            case host, port, weight
            case isSecure = "secure"
            case labels, limits
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            host = try values.decode(String.self, forKey: .host)
            port = try values.decode(UInt16.self, forKey: .port)
            weight = try values.decodeIfPresent(Double.self, forKey: .weight)
            isSecure = try values.decodeIfPresent(Bool.self, forKey: .isSecure) ?? false
            labels = try values.decodeIfPresent([String].self, forKey: .labels)
            limits = try values.decodeIfPresent([String: Int].self, forKey: .limits)
        }
    }

    struct Cluster: Decodable, Sendable { var servers: [Server] }

    private func node(_ text: String) throws -> (node: Node, file: SourceFile) {
        let file = SourceFile(path: "with.yaml", bytes: Array(text.utf8))
        return (Node(try #require(YAMLReader.read(file, index: 0).node)), file)
    }

    private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> (NodeDecodingFailure, String) {
        let (node, file) = try node(text)
        guard case .failure(let failure) = NodeDecoder.decode(type, from: node) else { throw Unexpected() }
        let place = String(decoding: file.bytes[failure.span.start..<failure.span.end], as: UTF8.self)
        return (failure, place)
    }

    @Test("reads scalars, lists, mappings and nothing")
    func values() throws {
        let text = "{ host: 42, port: 0x50, weight: 1.5, secure: true, labels: [a, 'null'], limits: { a: -1 } }"
        let decoded = try NodeDecoder.decode(Server.self, from: node(text).node).get()
        #expect(decoded.unusedKeys.isEmpty)
        #expect(decoded.value.host == "42")
        #expect(decoded.value.port == 80)
        #expect(decoded.value.weight == 1.5)
        #expect(decoded.value.isSecure)
        #expect(decoded.value.labels == ["a", "null"])
        #expect(decoded.value.limits == ["a": -1])
        let bare = try NodeDecoder.decode(Server.self, from: node("{ host: h, port: 1, weight: ~ }").node).get()
        #expect(bare.value.weight == nil)
    }

    @Test(
        "reports an error at the exact value",
        arguments: [
            ("servers: [{ host: a, port: x }]", "'servers.0.port' must be an integer, found string \"x\"", "x"),
            (
                "servers: [{ host: a, port: \"80\" }]", "'servers.0.port' must be an integer, found string \"80\"",
                "\"80\""
            ),
            (
                "servers: [{ host: a, port: 70000 }]", "'servers.0.port' must be between 0 and 65535, found 70000",
                "70000"
            ),
            ("servers: [{ host: [], port: 1 }]", "'servers.0.host' must be text, found a list", "[]"),
            ("servers: [{ host: ~, port: 1 }]", "'servers.0.host' must be text, found no value", "~"),
            ("servers: { a: b }", "'servers' must be a list, found a mapping", "{ a: b }"),
        ])
    func failures(text: String, message: String, place: String) throws {
        let (failure, found) = try failure(Cluster.self, text)
        #expect(failure.message == message)
        #expect(found == place)
    }

    @Test("reports a misspelled key at its place, with the one that the type has")
    func missingKey() throws {
        let (failure, place) = try failure(Cluster.self, "servers: [{ hots: a, port: 1 }]")
        #expect(failure.message == "'hots' is unknown; did you mean 'host'?")
        #expect(failure.suggestions == ["host"])
        #expect(place == "hots")
    }

    @Test("lists the keys that were not read")
    func unusedKeys() throws {
        let (node, file) = try node("servers: [{ host: a, port: 1, sekure: true, limits: { any: 1 } }]\nother: 1")
        let decoded = try NodeDecoder.decode(Cluster.self, from: node).get()
        #expect(decoded.unusedKeys.map(\.name) == ["sekure", "other"])
        #expect(decoded.unusedKeys[0].suggestions == ["secure"])
        #expect(decoded.unusedKeys[0].path == ["servers", "0"])
        let span = decoded.unusedKeys[0].span
        #expect(String(decoding: file.bytes[span.start..<span.end], as: UTF8.self) == "sekure")
    }

    @Test("decodes single values, enumerations and nested containers by hand")
    func otherContainers() throws {
        enum Level: String, Decodable { case low, high }
        struct Pair: Decodable {
            var first: Int
            var second: Level
            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                first = try values.decode(Int.self)
                second = try values.decode(Level.self)
            }
        }
        let pair = try NodeDecoder.decode(Pair.self, from: node("[1, high]").node).get().value
        #expect(pair.first == 1 && pair.second == .high)
        let (failure, place) = try failure(Pair.self, "[1]")
        #expect(failure.message == "must have more than 1 items")
        #expect(place == "[1]")
        #expect(try NodeDecoder.decode([Int?].self, from: node("[1, ~]").node).get().value == [1, nil])
        #expect(try NodeDecoder.decode(Bool.self, from: node("false").node).get().value == false)
    }

    @Test("lays a route's values over its module's, key by key")
    func overlay() throws {
        let lower = try node("{ theme: dark, size: { w: 1, h: 2 } }").node
        let upper = try node("{ size: { w: 9 }, title: x }").node
        let merged = lower.overlaid(by: upper)
        guard case .mapping(let entries) = merged.content else { throw Unexpected() }
        let names = entries.map { entry -> String in
            guard case .scalar(let scalar) = entry.key.content else { return "?" }
            return scalar.text
        }
        #expect(names == ["theme", "size", "title"])
        #expect(try NodeDecoder.decode([String: Int].self, from: entries[1].value).get().value == ["w": 9])
        #expect(lower.overlaid(by: nil) == lower)
    }
}
