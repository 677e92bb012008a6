import Testing
import Waybill
import WaybillRules
import WaybillTestSupport
import WaybillTesting

@Suite("Handlers with a configuration")
struct ConfiguredHandlerTests {
    private struct ShowNote: Decodable {
        var id: Int
        var lang: String?
    }

    private struct Captured: CapturedParameters {
        static let route = DeclaredRoute(id: "captured", urls: ["/captured/:id"], params: ["id": .int])
        let id: Int

        init(_ request: RouteParameters) throws(InvalidParameter) { id = try request.require("id", as: Int.self) }
    }

    private struct Style: Decodable, Sendable {
        var format: String
        var size: Int?
    }

    private func register(_ registry: inout Registry) {
        registry.handler("plain", configuration: Style.self) { _, style in style.format }
        registry.handler("decoded", parameters: ShowNote.self, configuration: Style.self) { _, note, style in
            "\(note.id) \(note.lang ?? "-") as \(style.format) \(style.size ?? 0)"
        }
        registry.handler("captured", captures: Captured.self, configuration: Style.self) { request, note, style in
            "\(note.id) \(request.routeID ?? "-") as \(style.format)"
        }
    }

    @Test("A handler gets the parameters of its request, and the configuration of its route")
    func both() async throws {
        let router = try makeRouter(
            """
            routes:
              - { url: /plain, handler: plain, with: { format: none } }
              - { url: /json/:id, handler: decoded, params: { id: int }, with: { format: json, size: 2 } }
              - { url: /text/:id, handler: decoded, params: { id: int }, with: { format: text } }
              - { id: captured, url: "/captured/:id", handler: captured, params: { id: int }, with: { format: html } }
            """, register)
        #expect(try await router.open("/plain").text == "none")
        #expect(try await router.open("/json/7?lang=en").text == "7 en as json 2")
        #expect(try await router.open("/text/-7").text == "-7 - as text 0")
        #expect(try await router.open("/captured/7").text == "7 captured as html")
    }

    @Test("A route that fits only one of the two is rejected, each with its own problem")
    func misfits() {
        let found = problems(
            """
            routes:
              - { url: /a/:id, handler: decoded, params: { id: int } }
              - { url: /b/:id, handler: captured, params: { id: int }, with: { format: [] } }
              - { url: /c, handler: decoded, with: { format: json } }
              - { url: /d/:id, handler: captured, params: { id: slug }, with: { format: json } }
            """, register)
        let rules = found.map { problem in
            problem.split(separator: " ").prefix(2).map { $0.prefix { $0 != ":" } }.joined(separator: " ")
        }
        #expect(rules == ["2 F008", "3 F008", "4 F012", "5 F012"], "\(found)")
    }

    @Test("The description of a registry has both")
    func described() throws {
        let handlers = makeRegistry(register).describe().handlers
        #expect(handlers.map(\.name) == ["captured", "decoded", "plain"])
        #expect(handlers.allSatisfy { $0.configuration?.keys.map(\.name) == ["format", "size"] })
        #expect(handlers.map { $0.parameters?.keys.map(\.name) } == [["id"], ["id", "lang"], nil])
    }
}
