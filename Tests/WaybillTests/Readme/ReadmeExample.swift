import Hummingbird
import Testing
import Waybill
import WaybillHummingbird

// The code of README.md, compiled. The lines between the two marks are the README's, word for word.

protocol TimeService: Sendable { func seconds() -> Int }
struct SystemTime: TimeService { func seconds() -> Int { 42 } }
struct Token: Decodable, Sendable { var token: String }

enum ReadmeExample {
    static func run(_ folder: String) async throws -> (note: (any Sendable)?, seconds: Int) {
        // README: begin
        var registry = Registry()
        registry.register("time") { _ in SystemTime() }.provides { $0 as any TimeService }
        registry.handler("showNote") { request in "note \(request["id"] ?? "")" }
        registry.interceptor("token", configuration: Token.self) { request, next, expected in
            let shown = try request.http.headers[.authorization]  // compared in constant time
            guard BearerToken(expected.token).matches(shown) else { throw HTTPError(.unauthorized) }
            return try await next(request)
        }
        let router = try Waybill.Router(manifests: folder, registry: registry)
        let outcome = try await router.open("/old/42")  // showNote answers "note 42"
        let time = try router.make(Routable<any TimeService>())  // typed, synchronous, one for all
        // README: end
        return (outcome.destination, time.seconds())
    }
}
