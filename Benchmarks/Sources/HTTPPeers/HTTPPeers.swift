import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Waybill
import WaybillHummingbird
import WaybillTable
import Workloads

/// One of three servers with the same routes, handlers and middleware; `Scripts/http.sh` puts load on all.
///
/// - `HTTPPeers waybill ROUTES PORT`: from manifests, by `WaybillResponder`.
/// - `HTTPPeers middleware ROUTES PORT`: from manifests, by `WaybillMiddleware` in hummingbird's own router.
/// - `HTTPPeers hummingbird ROUTES PORT`: by hummingbird's own router.
/// - `HTTPPeers calls-waybill ROUTES PASSES`, `calls-middleware` and `calls-hummingbird`: makes requests of the
///   server's responder and nothing else, without a connection, so that their instructions can be counted.
/// - `HTTPPeers calls-observed ROUTES PASSES` and `calls-counted`: the same with metrics, and with counts of requests
///   by route.
/// - `HTTPPeers paths ROUTES`: prints paths that the `GET` routes serve.
@main
enum HTTPPeers {
    /// Waits on its own thread: valgrind does not follow a main thread that ends before the process does.
    static func main() {
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await run() } catch { fail("\(error)") }
            end.signal()
        }
        end.wait()
    }

    private static func run() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3, let count = Int(arguments[2]) else { return fail() }
        let workload = try Workload.http(count)
        switch (arguments[1], arguments.count == 4 ? Int(arguments[3]) : nil) {
        case ("paths", nil): print(workload.urls.joined(separator: "\n"))
        case ("waybill", let port?): try await serve(ours(workload), port)
        case ("middleware", let port?): try await serve(mounted(workload).buildResponder(), port)
        case ("hummingbird", let port?): try await serve(plainRouter(workload).buildResponder(), port)
        case ("calls-waybill", let passes?): try await call(ours(workload), workload.urls, passes)
        case ("calls-observed", let passes?):
            try await call(ours(workload, [.metrics()]), workload.urls, passes)
        case ("calls-counted", let passes?):
            try await call(ours(workload, [.metrics(counts: RequestCounts())]), workload.urls, passes)
        case ("calls-middleware", let passes?):
            try await call(mounted(workload).buildResponder(), workload.urls, passes)
        case ("calls-hummingbird", let passes?):
            try await call(plainRouter(workload).buildResponder(), workload.urls, passes)
        default: fail()
        }
    }

    private static func ours(
        _ workload: Workload, _ observers: [RequestObserver] = []
    ) throws -> some HTTPResponder<BasicRequestContext> {
        try WaybillBehindMiddleware(router: routed(workload), observers)
    }

    private static func mounted(_ workload: Workload) throws -> Hummingbird.Router<BasicRequestContext> {
        let router = Hummingbird.Router(context: BasicRequestContext.self)
        router.add(middleware: FrameOptions())
        router.add(middleware: try WaybillMiddleware(routed(workload)))
        router.get("/own") { _, _ in "a route of the app's own" }
        return router
    }

    private static func routed(_ workload: Workload) throws -> Waybill.Router {
        try workload.router { $0.handler("constant") { _ in "ok" } }
    }

    private static func call(
        _ responder: some HTTPResponder<BasicRequestContext>, _ paths: [String], _ passes: Int
    ) async throws {
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "peer"))
        let requests = paths.map { path in
            let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:8080", path: path)
            return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        }
        var served = 0
        for _ in 0..<passes {
            for request in requests {
                let response = try await responder.respond(to: request, context: BasicRequestContext(source: source))
                served += response.status == .ok ? 1 : 0
            }
        }
        // Errors are answered in less time.
        guard served == passes * requests.count else {
            return fail("\(served) of \(passes * requests.count) requests were served")
        }
        print(served)
    }

    private static func serve(_ responder: some HTTPResponder<BasicRequestContext>, _ port: Int) async throws {
        var logger = Logger(label: "peer")
        logger.logLevel = .error
        let application = Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.run()
    }

    private static func plainRouter(_ workload: Workload) -> Hummingbird.Router<BasicRequestContext> {
        let router = Hummingbird.Router(context: BasicRequestContext.self)
        router.add(middleware: FrameOptions())
        for route in workload.routes {
            let method = HTTPRequest.Method(rawValue: route.methods.first ?? "GET") ?? .get
            router.on(RouterPath(route.patterns[0].text), method: method) { _, _ in "ok" }
        }
        return router
    }

    private static func fail(_ message: String = "see its source for how to use it") {
        FileHandle.standardError.write(Data("HTTPPeers: \(message)\n".utf8))
        exit(2)
    }
}

/// A typical middleware: it sets a header of the response.
struct FrameOptions<Context: RequestContext>: RouterMiddleware {
    // As hummingbird declares it: there, async functions leave their caller's executor.
    @concurrent
    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}

/// `WaybillResponder` after that middleware.
struct WaybillBehindMiddleware: HTTPResponder {
    private let responder: WaybillResponder<BasicRequestContext>
    private let middleware = FrameOptions<BasicRequestContext>()

    init(router: Waybill.Router, _ observers: [RequestObserver]) throws {
        responder = try WaybillResponder(router: router, observers: observers)
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        try await middleware.handle(request, context: context) { try await responder.respond(to: $0, context: $1) }
    }
}

extension Workload {
    /// The 130 GitHub routes, or the given number of routes of a large API.
    fileprivate static func http(_ count: Int) throws -> Workload {
        guard count > 130 else {
            var workload = try gitHub()
            for index in workload.routes.indices { workload.routes[index].methods = ["GET"] }
            return workload
        }
        var routes = try apiRoutes(count)
        for index in routes.indices { routes[index].constraints = [:] }
        let urls = apiURLs(of: routes, count: routes.count).filter { $0.method == "GET" }.map(\.url)
        return Workload(name: "\(count) routes", routes: routes, urls: urls)
    }
}
