import Hummingbird
import Logging
import ServiceLifecycle

/// The common parts of both apps.
protocol ShopApp {
    associatedtype App: ApplicationProtocol
    static func make(metrics: @escaping @Sendable () -> String, logger: Logger) async throws -> App
}

struct ShopContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var user = "nobody"

    init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

/// The app's own authentication.
struct UserMiddleware: RouterMiddleware {
    typealias Context = ShopContext

    @concurrent
    func handle(
        _ request: Request, context: ShopContext, next: @concurrent (Request, ShopContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.user = request.headers[.authorization] ?? "nobody"
        var response = try await next(request, context)
        response.headers[.server] = "shop"
        return response
    }
}

struct Order: ResponseCodable, Equatable { var article: String }

/// A service of the app.
struct Warehouse: Service {
    func run() async throws { try? await gracefulShutdown() }
}
