import Testing
import Waybill
import WaybillTesting

@Suite("Testing a router")
struct InMemoryTests {
    @Test("A client returns the result of an open, also a failure")
    func client() async throws {
        let router = try Router(manifest: "routes: [{ id: show, url: \"/notes/:id\", handler: show }]") {
            $0.handler("show") { request in request["id"] ?? "" }
        }
        await router.test { client in
            let found = await client.open("/notes/7")
            #expect(found.route == "show" && found.parameters == ["id": "7"])
            #expect(found.destination(as: String.self) == "7")
            let lost = await client.open("/nothing")
            #expect(lost.isUnmatched && lost.rejection == nil)
        }
    }

    @Test("A client returns the interceptor of the manifests that rejected")
    func rejection() async throws {
        let manifest = """
            interceptors: { closed: { url: /admin/**, reject: no entry } }
            routes: [{ url: /admin/users, handler: users }]
            """
        try await Router(manifest: manifest) { $0.handler("users") { _ in 1 } }.test { client in
            let refused = await client.open("/admin/users")
            #expect(refused.rejection == "closed" && !refused.isUnmatched)
        }
    }

    @Test("One interceptor is tested alone, with its configuration, and a handler reads what it sets")
    func interceptor() async throws {
        struct User: Sendable { var name: String }
        struct Users: Decodable { var known: [String] }
        var registry = Registry()
        registry.interceptor("login", configuration: Users.self) { request, next, users in
            var request = request
            guard let name = request["user"], users.known.contains(name) else { return try next.answer(with: nil) }
            request[User.self] = User(name: name)
            return try await next(request)
        }
        let router = try Router(interceptor: "login", with: "known: [ann]", registry: registry) { request in
            request[User.self]?.name
        }
        await router.test { client in
            #expect(await client.open("/?user=ann").destination(as: String.self) == "ann")
            #expect(await client.open("/?user=bob").destination(as: String.self) == nil)
        }
        let error = #expect(throws: ManifestErrors.self) {
            try Router(interceptor: "logni", registry: registry) { _ in 1 }
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("did you mean 'login'?"))
    }
}
