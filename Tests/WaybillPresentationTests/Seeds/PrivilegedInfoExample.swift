import Synchronization
import Waybill
import WaybillPresentation
import WaybillTable

// The example of Routing's README: a login before privileged information, a log, links from outside.

final class Session: Sendable {
    private let signedIn = Mutex(false)
    var isSignedIn: Bool { signedIn.withLock { $0 } }
    func signIn() { signedIn.withLock { $0 = true } }
}

/// A view that knows which URL to open after it.
final class InfoScreen: Sendable {
    let name: String
    let callback: String?

    init(_ name: String, callback: String? = nil) { (self.name, self.callback) = (name, callback) }

    /// The action of the login's button.
    func finish(_ session: Session, _ router: Router) async throws {
        session.signIn()
        if let callback { _ = try await router["Views"].open(callback) }
    }
}

final class CancelBar: DestinationContainer {
    let contents: [any Sendable]
    init(_ content: any Sendable) { contents = [content] }
}

enum PrivilegedInfoExample {
    // seed: 25 lines (maps and proxies)
    static let manifest = """
        modules:
          login: { kind: view, tags: [Views], present: [present, push] }
          privileged-info: { kind: view, tags: [Views], present: [push, present] }
        interceptors:
          log: { url: "/**", use: log, tags: [Views, Logs], order: -1 }
          require-login: { url: "/*/privilegedinfo", use: requireLogin, tags: [Views] }
        routes:
          - { url: routingexample://present/login, module: login, present: present }
          - { url: routingexample://push/privilegedinfo, module: privileged-info }
        """

    static func register(into registry: inout Registry, _ session: Session, log: @escaping @Sendable (String) -> Void) {
        registry.register("login") { context in InfoScreen("login", callback: context.request?["callback"]) }
        registry.register("privileged-info") { _ in InfoScreen("privileged info") }
        registry.interceptor("requireLogin") { request, next in
            if session.isSignedIn { return try await next(request) }
            let login = "routingexample://present/login"
            return try await next.redirect(to: login, parameters: ["callback": request.url.text])
        }
        registry.interceptor("log") { request, next in
            log("opened: \(request.url.text) with \(request.parameters.all.count) parameters")
            return try await next(request)
        }
    }
    // end
}
