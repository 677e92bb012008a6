import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules
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

    @Test("A handler that reads a catch-all as a relative path never gets one that leads out of its folder")
    func relativePath() async throws {
        let router = try router("routes: [{ url: \"/files/**path\", handler: serve }]") {
            $0.handler("serve") { try $0.parameters.require("path", as: RelativePath.self).text }
        }
        let paths = ["/files/a/b.txt": "a/b.txt", "/files/.a/..b/": ".a/..b", "/files/a%2Fb": "a/b"]
        for (url, path) in paths { #expect(try await router.open(url, as: String.self) == path, "\(url)") }
        let refused = [
            "/files", "/files/a//b", "/files//etc/passwd", "/files/..%2F..%2Fetc", "/files/a%2F%2e%2e%2Fb",
            "/files/%2Fetc", "/files/..%5Cb", "/files/C:%5Cb", "/files/c:", "/files/a%0Ab",
        ]
        for url in refused {
            await #expect(throws: InvalidParameter.self, "\(url)") { try await router.open(url) }
        }
    }

    @Test("Path, query and overrides are distinguished, and one view has them all")
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
        #expect(outcome.parameters.all == ["id": "7", "user": "ann"])
    }

    @Test("A parameter that a redirect sets is an override, and earlier ones are kept")
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

    @Test("A parameter is read as a number, a UUID, an enumeration; an invalid value is an error")
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

    private struct Port: LosslessStringConvertible {
        let number: UInt16
        var description: String { "\(number)" }
        init?(_ text: String) {
            guard let number = UInt16(text) else { return nil }
            self.number = number
        }
    }

    private struct Level: RawRepresentable { let rawValue: Int }

    private enum Size: String, LosslessStringConvertible {
        case small
        var description: String { "the size \(rawValue)" }
        init?(_ text: String) {
            guard text == "the size small" else { return nil }
            self = .small
        }
    }

    private enum Both: String, Decodable, LosslessStringConvertible {
        case one
        var description: String { "never read" }
        init?(_ text: String) { nil }
    }

    @Test("A type that is not Decodable is read from its text, or from that of its raw value, and no call is ambiguous")
    func otherValues() async throws {
        let router = try router(#"routes: [{ url: "/:what/:value", handler: read }]"#) {
            $0.handler("read") { request -> String in
                let parameters = request.parameters
                return switch request["what"] {
                case "port": "\(try parameters.require("value", as: Port.self).number)"
                case "level": "\(try parameters.require("value", as: Level.self).rawValue)"
                case "size": "\(try parameters.require("value", as: Size.self).rawValue)"
                case "both": try parameters.require("value", as: Both.self).rawValue
                default: "\(try parameters.get("missing", as: Port.self)?.number ?? 80)"
                }
            }
        }
        let answers = [
            ("/port/8080", "8080"), ("/level/-3", "-3"), ("/size/the%20size%20small", "small"), ("/both/one", "one"),
            ("/none/1", "80"),
        ]
        for (url, text) in answers { #expect(try await router.open(url, as: String.self) == text) }
        for (url, type) in [("/port/99999", "Port"), ("/level/x", "Level"), ("/size/small", "Size")] {
            let error = await #expect(throws: InvalidParameter.self) { try await router.open(url) }
            #expect(error?.type == type)
        }
    }

    @Test("A handler gets its parameters decoded: captures, and optional values of the query")
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
    private struct WithOptions: Decodable, Sendable {
        var page: Int?
        var note: UUID?
    }

    /// A type that is decoded from a text that no usual value has.
    private struct Code: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text.count == 4, text.hasPrefix("x-") else { throw CancellationError() }
        }
    }

    private struct WithCode: Decodable, Sendable {
        var code: Code
        var id: UUID
    }

    @Test(
        "A route that does not capture what its handler requires is an error at its place",
        arguments: [
            (#"{ url: "/notes/:note", handler: id }"#, "5:12", "requires the parameter 'id', which '/notes/:note'"),
            (#"{ urls: ["/notes/:id", /all], handler: id }"#, "5:28", "requires the parameter 'id', which '/all' does"),
            (#"{ url: "/notes/:id", params: { id: int }, handler: id }"#, "5:40", "reads the parameter 'id' as UUID"),
            (#"{ url: "/notes/:id", handler: id }"#, "5:12", "reads the parameter 'id' as UUID"),
            (#"{ url: "/notes/:id", params: { id: slug }, handler: id }"#, "5:40", "reads the parameter 'id' as UUID"),
            (#"{ url: "/notes-:page", handler: options }"#, "5:12", "reads the parameter 'page' as Int"),
            (#"{ url: "/**note", handler: options }"#, "5:12", "reads the parameter 'note' as UUID"),
            (
                #"{ url: "/:page", params: { page: hex }, handler: options }"#, "5:38",
                "reads the parameter 'page' as Int"
            ),
            (#"{ url: "/:page", params: { page: "/[0-9a-z]+/" }, handler: options }"#, "5:38", "'page' as Int"),
            (
                #"{ url: "/paint/:colour", params: { colour: [red, blue] }, handler: colour }"#, "5:48",
                "reads the parameter 'colour' as Colour"
            ),
            (
                #"{ url: "/:page", params: { page: alpha }, handler: options }"#, "5:38",
                "reads the parameter 'page' as Int"
            ),
            (
                #"{ urls: ["/:note", /all], params: { note: date }, handler: options }"#, "5:47",
                "reads the parameter 'note' as UUID"
            ),
            (
                #"{ url: "/:code", params: { code: "/x-[0-9]{2}/" }, handler: code }"#, "5:12",
                "requires the parameter 'id'"
            ),
        ])
    func misfits(_ route: String, _ place: String, _ message: String) throws {
        let error = #expect(throws: ManifestErrors.self) { try misfitRouter("routes:\n\n\n  - \(route)") }
        let text = try #require(error).description
        #expect(text.contains("Manifest.yaml:\(place): error: handler") && text.contains(message), "\(text)")
        #expect(text.contains("[F012 parameter-mismatch]"))
    }

    private struct WithDefault: Decodable, Sendable {
        var page: Int

        private enum Key: CodingKey { case page }

        init(from decoder: any Decoder) throws {
            page = (try? decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .page)) ?? 1
            guard page > 0 else { throw CancellationError() }
        }
    }

    @Test("A property with a default is not required, and a value that the initializer rejects is an invalid parameter")
    func defaults() async throws {
        let router = try router("routes: [{ url: /list, handler: list }]") {
            $0.handler("list", parameters: WithDefault.self) { _, list in list.page }
        }
        #expect(try await router.open("/list", as: Int.self) == 1)
        #expect(try await router.open("/list?page=3", as: Int.self) == 3)
        await #expect(throws: InvalidParameter.self) { try await router.open("/list?page=-1") }
    }

    @Test(
        "A route that captures the required parameters of its handler is bound, whatever their constraints",
        arguments: [
            #"{ url: "/notes/:id", params: { id: uuid }, handler: id }"#,
            #"{ url: "/notes/:id", params: { id: "/[0-9a-f-]{36}/" }, handler: id }"#,
            #"{ url: "/paint/:colour", params: { colour: alpha }, handler: colour }"#,
            #"{ url: "/paint/:colour", params: { colour: [red] }, handler: colour }"#,
            #"{ urls: ["/:page", /all], params: { page: int }, handler: options }"#,
            #"{ url: "/:page", params: { page: uint }, handler: options }"#, #"{ url: "/:code", handler: code }"#,
            #"{ url: "/paint/:colour", handler: colour }"#,
        ])
    func fits(_ route: String) throws { _ = try misfitRouter("routes:\n  - \(route)") }

    private func misfitRouter(_ manifest: String) throws -> Router {
        try router(manifest) {
            $0.handler("id", parameters: WithID.self) { _, _ in "" }
            $0.handler("colour", parameters: WithColour.self) { _, _ in "" }
            $0.handler("options", parameters: WithOptions.self) { _, _ in "" }
            $0.handler("code", parameters: WithCode.self) { _, _ in "" }
        }
    }

    private struct User: Sendable, Equatable { var name: String }

    @Test("A value that an interceptor sets reaches what runs after it, over redirects too, and no URL can set it")
    func travellingValues() async throws {
        let router = try router(
            """
            interceptors: { login: { url: "/in/**", use: login } }
            routes:
              - { url: "/in/:x", forward: "/out/:x" }
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

    @Test("A value that nobody set is nothing, also where any type is asked for, and so is a missing destination")
    func nothing() async throws {
        let router = try router("routes: [{ url: /old, redirect: { to: /new, status: 308 } }]") { _ in }
        try router.map("/value") { request in request[(any Sendable).self] == nil }
        #expect(try await router.open("/value").destination as? Bool == true)
        let error = await #expect(throws: RoutingError.self) {
            _ = try await router.open("/old", as: (any Sendable).self)
        }
        #expect(error.map { "\($0)".hasPrefix("'/old' leads to nothing, not to ") } == true)
    }

    @Test(
        "The settings of an interceptor are kept in a request that it redirects or restarts, and in URLs that a request opens"
    )
    func handedValues() async throws {
        let router = try router(
            """
            interceptors: { login: { url: "/in/:how", use: login } }
            routes:
              - { url: /out, handler: who }
              - { url: "/in/open", handler: outer }
            """
        ) {
            $0.interceptor("login") { request, next in
                var changed = request
                changed[User.self] = User(name: "ann")
                changed.parameters["set"] = "by login"
                changed.payload = "payload"
                return switch request.captures["how"] {
                case "redirect": try await next.redirect(changed, to: "/out?set=by-url")
                case "restart": try await next.restart(changed, with: "/out", parameters: ["set": "last"])
                case "forget": try await next.redirect(to: "/out")
                case "remove": try await next.redirect(changed, to: "/out", removing: ["set"])
                default: try await next(changed)
                }
            }
            $0.handler("outer") { try await $0.open("/out").destination as? String }
            $0.handler("who") { request in
                "\(request[User.self]?.name ?? "nobody") \(request["set"] ?? "-") \(request.payload ?? "-")"
            }
        }
        #expect(try await router.open("/in/redirect", as: String.self) == "ann by login payload")
        #expect(try await router.open("/in/restart", as: String.self) == "ann last payload")
        #expect(try await router.open("/in/forget", as: String.self) == "nobody - -")
        #expect(try await router.open("/in/remove", as: String.self) == "ann - payload")
        #expect(try await router.open("/in/open").destination as? String == "ann - -")
        #expect(try await router.open("/out", as: String.self) == "nobody - -")
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
