import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillTesting

@Suite("Parameters of requests, and values that travel with them")
struct ParameterTests {
    private enum Colour: String, Codable, CaseIterable, Sendable { case red, green }

    private struct Wanted: Decodable, Sendable {
        var id: Int
        var colour: Colour?
    }

    private func router(_ manifest: String, _ register: (inout Registry) -> Void) throws -> Router {
        try Router(manifest: manifest, register: register)
    }

    @Test("Path, query and overrides are told apart, and one view has them all")
    func sources() async throws {
        let router = try router(
            """
            interceptors: { set: { url: "/**", use: set } }
            routes: [{ url: "/notes/:id", handler: show }]
            """
        ) {
            $0.interceptor("set") { request, next in
                var request = request
                request.parameters["user"] = "ann"
                request.parameters["gone"] = nil
                return try await next(request)
            }
            $0.handler("show") { request in
                let parameters = request.parameters
                return [parameters.path, parameters.query, parameters.overrides, parameters.all]
            }
        }
        let outcome = try await router.open("/notes/7?id=8&user=eve&gone=1")
        let query = ["id": "8", "user": "eve", "gone": "1"]
        #expect(
            outcome.destination as? [[String: String]]
                == [["id": "7"], query, ["user": "ann"], ["id": "7", "user": "ann"]])
        #expect(outcome.parameters == ["id": "7", "user": "ann"])
    }

    @Test("What a redirect sets is an override, and what was set before travels along")
    func hops() async throws {
        let router = try router(
            """
            interceptors: { set: { url: "/old/**", use: set } }
            routes: [{ url: "/new/:id", handler: show }]
            """
        ) {
            $0.interceptor("set") { request, next in
                try await next.redirect(to: "/new/1?a=query", parameters: ["a": "set"])
            }
            $0.handler("show") { $0.parameters.overrides.merging(["all": $0.parameters["b"] ?? ""]) { $1 } }
        }
        let outcome = try await router.open("/old/x?b=before")
        #expect(outcome.destination as? [String: String] == ["a": "set", "all": "before"])
    }

    @Test("A parameter is read as a number, a UUID, an enumeration; what is no such value is an error that says so")
    func values() async throws {
        let router = try router(#"routes: [{ url: "/:what/:value", handler: read }]"#) {
            $0.handler("read") { request -> String in
                switch request["what"] {
                case "int": "\(try request.parameters.require("value", as: Int.self))"
                case "uuid": "\(try request.parameters.require("value", as: UUID.self))"
                case "colour": "\(try request.parameters.require("value", as: Colour.self))"
                case "optional": "\(try request.parameters.get("value", as: Bool.self) ?? false)"
                default: try request.parameters.require("missing")
                }
            }
        }
        let id = "11111111-2222-3333-4444-555555555555"
        for (url, text) in [("/int/7", "7"), ("/uuid/\(id)", id), ("/colour/red", "red"), ("/optional/true", "true")] {
            #expect(try await router.open(url).destination as? String == text)
        }
        let messages = [
            ("/int/x", "parameter 'value' is not of type Int: 'x'"),
            ("/colour/blue", "parameter 'value' is not of type Colour: 'blue'"),
            ("/uuid/1", "parameter 'value' is not of type UUID: '1'"), ("/none/1", "parameter 'missing' is missing"),
        ]
        for (url, message) in messages {
            let error = await #expect(throws: InvalidParameter.self) { try await router.open(url) }
            #expect(error?.description == message)
        }
    }

    @Test("A handler gets its parameters decoded: captures, and of the query what is optional")
    func decoded() async throws {
        let router = try router(#"routes: [{ url: "/notes/:id", params: { id: int }, handler: show }]"#) {
            $0.handler("show", parameters: Wanted.self) { _, wanted in
                "\(wanted.id) \(wanted.colour?.rawValue ?? "-")"
            }
        }
        #expect(try await router.open("/notes/7").destination as? String == "7 -")
        #expect(try await router.open("/notes/7?colour=green").destination as? String == "7 green")
        let error = await #expect(throws: InvalidParameter.self) { try await router.open("/notes/7?colour=blue") }
        #expect(error == InvalidParameter(name: "colour", text: "blue", type: "Colour"))
    }

    private struct WithID: Decodable, Sendable { var id: UUID }
    private struct WithColour: Decodable, Sendable { var colour: Colour }

    @Test(
        "A route that does not capture what its handler requires is an error at its place",
        arguments: [
            (#"{ url: "/notes/:note", handler: id }"#, "5:12", "requires the parameter 'id', which '/notes/:note'"),
            (#"{ urls: ["/notes/:id", /all], handler: id }"#, "5:28", "requires the parameter 'id', which '/all' does"),
            (#"{ url: "/notes/:id", params: { id: int }, handler: id }"#, "5:40", "reads the parameter 'id' as UUID"),
            (
                #"{ url: "/paint/:colour", params: { colour: [red, blue] }, handler: colour }"#, "5:48",
                "reads the parameter 'colour' as Colour"
            ),
        ])
    func misfits(_ route: String, _ place: String, _ message: String) throws {
        let error = #expect(throws: ManifestErrors.self) { try misfitRouter("routes:\n\n\n  - \(route)") }
        let text = try #require(error).description
        #expect(text.contains("Manifest.yaml:\(place): error: handler") && text.contains(message), "\(text)")
        #expect(text.contains("[F012 parameter-mismatch]"))
    }

    @Test(
        "A route that captures what its handler requires is bound, whatever the capture may be",
        arguments: [
            #"{ url: "/notes/:id", params: { id: uuid }, handler: id }"#, #"{ url: "/notes/:id", handler: id }"#,
            #"{ url: "/notes/:id", params: { id: "/[0-9a-f-]{36}/" }, handler: id }"#,
            #"{ url: "/paint/:colour", params: { colour: alpha }, handler: colour }"#,
            #"{ url: "/paint/:colour", params: { colour: [red] }, handler: colour }"#,
        ])
    func fits(_ route: String) throws { _ = try misfitRouter("routes:\n  - \(route)") }

    private func misfitRouter(_ manifest: String) throws -> Router {
        try router(manifest) {
            $0.handler("id", parameters: WithID.self) { _, _ in "" }
            $0.handler("colour", parameters: WithColour.self) { _, _ in "" }
        }
    }

    private struct User: Sendable, Equatable { var name: String }

    @Test("A value that an interceptor sets reaches what runs behind it, over redirects too, and no URL can set it")
    func travellingValues() async throws {
        let router = try router(
            """
            interceptors: { login: { url: "/in/**", use: login } }
            routes:
              - { url: "/in/:x", redirect: "/out/:x" }
              - { url: "/out/:x", handler: who }
            """
        ) {
            $0.interceptor("login") { request, next in
                var request = request
                request[User.self] = User(name: "ann")
                return try await next(request)
            }
            $0.handler("who") { $0[User.self]?.name ?? "nobody" }
        }
        #expect(try await router.open("/in/1").destination as? String == "ann")
        #expect(try await router.open("/out/1?User=ann&name=ann").destination as? String == "nobody")
    }

    private protocol Greeting: Sendable { var text: String { get } }
    private struct Hello: Greeting { let text = "hello" }

    @Test("A handler makes and opens through its request, on its generation; a caller opens as a type")
    func throughRequests() async throws {
        let router = try router(
            """
            protocols: { Greeting: }
            modules: { greeting: { provides: [Greeting] } }
            routes:
              - { url: /greet, handler: greet }
              - { url: /generation, handler: generation, tags: [inner] }
              - { url: /nested, handler: nested, tags: [inner] }
            """
        ) {
            $0.register("greeting") { _ in Hello() }.provides((any Greeting).self) { $0 }
            $0.handler("greet") { try $0.make((any Greeting).self).text }
            $0.handler("generation") { $0.generation.number }
            $0.handler("nested") { request in
                let router = try #require(request.payload as? Router)
                try router.replace(with: .compile(text: "waybill: 1\nroutes: [{ url: /generation, handler: greet }]\n"))
                return try await request.open("/generation").destination as? Int
            }
        }
        #expect(try await router.open("/greet", as: String.self) == "hello")
        #expect(try router.make((any Greeting).self).text == "hello")
        let error = await #expect(throws: RoutingError.self) { try await router.open("/greet", as: Int.self) }
        #expect(error?.description == "'/greet' leads to String, not to Int")
        #expect(try await router["inner"].open("/nested", payload: router).destination as? Int == 1)
        #expect(router.generation.number == 2)
    }
}
