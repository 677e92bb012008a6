import Synchronization
import Testing
import Waybill
import WaybillOracle
import WaybillProofs
import WaybillSyntax
import WaybillTable

@testable import WaybillManifest
@testable import WaybillRules

/// The steps of a request, in types that are independent of the engine and of the walk of the manifest.
private struct Way: Equatable {
    var end: String
    var parameters: [String: String] = [:]
    /// The interceptors with registered code that ran, in order.
    var interceptors: [String] = []
    var hops: [Hop] = []
}

@Suite("The engine and explain")
struct AgreementProperties {
    @Test("They agree about generated manifests and requests", arguments: PropertySeeds.blocks(5_000))
    func agree(seeds: Range<UInt64>) async throws {
        for seed in seeds {
            let subject = try Subject(seed: seed)
            for request in subject.requests {
                let way = await subject.engine(request)
                #expect(
                    way == subject.walk(request, in: subject.routed), "seed \(seed)\n\(subject.manifest)\n\(request)")
                #expect(
                    subject.canOpen(request) == subject.leadsToRoute(request),
                    "seed \(seed)\n\(subject.manifest)\n\(request)")
            }
        }
    }

    @Test("They differ if the walk is changed", arguments: WalkMutation.allCases)
    func mutation(_ mutation: WalkMutation) async throws {
        for seed in 1...UInt64(3_000) {
            let subject = try Subject(seed: seed)
            for request in subject.requests {
                let changed = MutatedRoutes(base: subject.routed, start: request.url, mutation: mutation)
                let wrong = subject.walk(
                    request, in: changed, maximumHops: mutation == .shorterHopLimit ? 7 : 8,
                    dropsCarried: mutation == .parametersOfTheLastURL)
                if await subject.engine(request) != wrong { return }
            }
        }
        Issue.record("no generated request shows \(mutation)")
    }
}

// MARK: Both sides

/// One generated set, with a router for it.
private struct Subject {
    let manifest: String
    let requests: [AgreementRequest]
    let routed: RoutedSet
    private let router: Router

    /// Nothing is checked: redirects may loop, and proofs take most of the time.
    init(seed: UInt64) throws {
        var generator = AgreementGenerator(seed: seed)
        manifest = generator.manifest()
        requests = (0..<8).map { _ in generator.request() }
        let reading = SetReading(
            files: ManifestFiles(texts: [("Routes.yaml", "waybill: 1\n" + manifest)]), environment: Environment([:]),
            cache: nil)
        try #require(reading.diagnostics.allSatisfy { $0.severity < .error }, "\(reading.diagnostics)\n\(manifest)")
        routed = RoutedSet(ManifestSet.merging(reading.manifests).set)
        var registry = Registry()
        for name in ["served", "lost", "lostT"] { registry.handler(name) { $0.parameters.all } }
        for number in 0..<4 {
            let id = "i\(number)"
            registry.interceptor("pass\(number)") { request, next in
                (request.payload as? Ran)?.ids.withLock { $0.append(id) }
                return try await next(request)
            }
        }
        let compilation = Compilation(reading, routed.set, explainedTable: routed.table)
        router = try Router(compilation: compilation, registry: registry)
    }

    func engine(_ request: AgreementRequest) async -> Way {
        let ran = Ran()
        // The law assumes a method only for tools.
        let method = request.method ?? (try? RouteURL(request.url))?.assumedMethod
        var way: Way
        do {
            let outcome = try await open(request, method: method, payload: ran)
            var end = outcome.isFallback ? "fallback \(outcome.handlerName ?? "")" : "route \(outcome.routeID ?? "")"
            if let redirect = outcome.redirect { end += " to \(redirect.location) with \(redirect.status)" }
            way = Way(end: end, parameters: outcome.parameters.all, hops: outcome.hops)
        } catch {
            way = Way(end: Self.words(error))
        }
        way.interceptors = ran.ids.withLock { $0 }
        return way
    }

    private func open(_ request: AgreementRequest, method: String?, payload: Ran) async throws -> Outcome {
        guard let view = view(of: request) else {
            return try await router.open(request.url, method: method, payload: payload)
        }
        return try await view.open(request.url, method: method, payload: payload)
    }

    private func view(of request: AgreementRequest) -> RouterView? {
        request.tags.map { router[Set($0.map(RouteTag.init(rawValue:)))] }
    }

    func canOpen(_ request: AgreementRequest) -> Bool {
        view(of: request)?.canOpen(request.url, method: request.method)
            ?? router.canOpen(request.url, method: request.method)
    }

    /// Whether a route matches, and the redirects of routes lead to one that is none.
    func leadsToRoute(_ request: AgreementRequest) -> Bool {
        if request.tags?.isEmpty == true { return false }
        let walked = WalkedRequest(method: request.method, view: request.tags.map { TagView($0) } ?? .everything)
        var url = request.url
        for _ in 0...WalkedRequest.maximumHops {
            guard let match = try? routed.match(url, for: walked, .ofView), let place = match.route else {
                return false
            }
            guard case .forward(let target) = routed.destination(ofRoute: place.route) else { return true }
            guard let next = target.target(for: match.captures(by: routed.pattern(at: place))) else { return false }
            url = next
        }
        return false
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case RoutingError.invalidURL: "invalid"
        case RoutingError.unmatched(_, let methods): "unmatched \(methods)"
        case RoutingError.redirectUnmatched(_, let origin): "lost by \(origin)"
        case RoutingError.redirectLoop: "loop"
        case RoutingError.rejected(let id, _, _): "rejected by \(id)"
        default: "\(error)"
        }
    }

    /// - Parameter dropsCarried: Whether parameters of earlier URLs are left out.
    func walk(
        _ request: AgreementRequest, in routes: some WalkedRoutes, maximumHops: Int = 8, dropsCarried: Bool = false
    ) -> Way {
        let trace = routes.trace(
            request.url, method: request.method, tags: request.tags ?? [], maximumHops: maximumHops)
        let explanation = routed.explanation(of: trace, askedFor: request.url)
        var way = Way(end: "unmatched")
        way.interceptors = trace.interceptors.filter { routed.set.interceptors[$0].runsCode }.map {
            routed.set.interceptors[$0].id.value
        }
        switch trace.end {
        case .reached: way.end = "route \(explanation.route?.id ?? "")"
        case .redirectToClient(let location, let status):
            way.end = "route \(explanation.route?.id ?? "") to \(location) with \(status.rawValue)"
        case .unmatched:
            way.end = explanation.fallback.map { "fallback \($0.name)" } ?? "unmatched \(explanation.allowedMethods)"
        case .redirectUnmatched: way.end = "lost by \(trace.hops.last.map(origin) ?? .route(""))"
        case .rejected: way.end = "rejected by \(explanation.rejection?.by ?? "")"
        case .loop: way.end = "loop"
        case .invalid: way.end = "invalid"
        }
        if way.end.hasPrefix("route") || way.end.hasPrefix("fallback") {
            way.parameters = dropsCarried ? trace.parameters : trace.carriedParameters
            way.hops = trace.hops.map { Hop(by: origin($0), to: $0.to) }
        }
        return way
    }

    private func origin(_ hop: WalkHop) -> Hop.Origin {
        switch hop.by {
        case .interceptor(let number): .interceptor(routed.set.interceptors[number].id.value)
        case .route(let number): .route(routed.set.routes[number].id.value)
        }
    }
}

/// The interceptors that ran for one open.
private final class Ran: Sendable {
    let ids = Mutex<[String]>([])
}

extension Interceptor {
    fileprivate var runsCode: Bool { if case .use = action { true } else { false } }
}

extension Fallback.Target {
    fileprivate var name: String {
        switch self {
        case .module(let name), .handler(let name): name.value
        }
    }
}

// MARK: Changed walks

/// One defect in an implementation of law 9.
enum WalkMutation: CaseIterable {
    case methodDecidedAtEachHop, gateSkippedOnRedirect, everyInterceptorOnRedirect, viewForgottenOnHop, shorterHopLimit
    case parametersOfTheLastURL
}

/// A set that answers a walk with one defect.
private struct MutatedRoutes: WalkedRoutes {
    let base: RoutedSet
    /// The URL that the request starts at.
    let start: String
    let mutation: WalkMutation

    func match(
        _ url: String, for request: WalkedRequest, _ interceptors: WalkedInterceptors
    ) throws(InvalidURL) -> RequestMatch {
        var request = request
        var interceptors = interceptors
        let isHop = url != start
        switch mutation {
        case .methodDecidedAtEachHop where isHop:
            request = WalkedRequest(method: try RouteURL(url).assumedMethod, view: request.view)
        case .viewForgottenOnHop where isHop: request = WalkedRequest(method: request.method, view: .everything)
        case .everyInterceptorOnRedirect: interceptors = .ofView
        default: break
        }
        var match = try base.match(url, for: request, interceptors)
        if mutation == .gateSkippedOnRedirect, interceptors == .everywhere { match.interceptors = [] }
        return match
    }

    func captures(ofInterceptor number: Int, at url: RouteURL, for request: WalkedRequest) -> Captures {
        base.captures(ofInterceptor: number, at: url, for: request)
    }

    func pattern(at place: RoutePlace) -> Pattern { base.pattern(at: place) }

    func action(ofInterceptor number: Int) -> WalkedAction { base.action(ofInterceptor: number) }

    func destination(ofRoute number: Int) -> WalkedDestination { base.destination(ofRoute: number) }

    func allowedMethods(at url: RouteURL, for request: WalkedRequest) -> [String] {
        base.allowedMethods(at: url, for: request)
    }
}
