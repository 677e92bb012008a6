public import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// The calls of a service with a URL. The benchmarks and the count of instructions both measure them.
public enum RouterCall: String, CaseIterable, Sendable {
    case canOpen
    case resolve
    /// An open of a handler that returns a constant.
    case open

    /// Makes the call for each URL.
    ///
    /// - Returns: The number of calls that found a route.
    @inline(never)
    public func make(
        for urls: [String], method: String? = nil, passes: Int, of router: Router
    ) async throws -> Int {
        var found = 0
        for _ in 0..<passes {
            switch self {
            case .canOpen: for url in urls { found &+= router.canOpen(url, method: method) ? 1 : 0 }
            case .resolve: for url in urls { found &+= try router.resolve(url, method: method).routeID == nil ? 0 : 1 }
            case .open:
                for url in urls { found &+= try await router.open(url, method: method).destination == nil ? 0 : 1 }
            }
        }
        return found
    }
}

extension Workload {
    /// A router with these routes: each has the handler `constant`, and each interceptor calls the next one.
    public func router(
        _ register: (inout Registry) -> Void = { $0.handler("constant") { _ in 1 } }
    ) throws -> Router {
        var files: [(String, String)] = []
        for (index, file) in manifestsOfRoutes.enumerated() { files.append(("Routes/\(index).yaml", file)) }
        if !interceptors.isEmpty {
            let lines = interceptors.map { "  \($0.id): { url: \"\($0.patterns[0].text)\", use: pass }\n" }
            files.append(("Routes/interceptors.yaml", "waybill: 1\ninterceptors:\n" + lines.joined()))
        }
        var registry = Registry()
        register(&registry)
        registry.interceptor("pass") { request, next in try await next(request) }
        return try Router(
            compilation: .compile(files: ManifestFiles(texts: files), purpose: .load), registry: registry)
    }

    /// Manifests of a thousand routes each.
    private var manifestsOfRoutes: [String] {
        stride(from: 0, to: routes.count, by: 1_000).map { start in
            let lines = routes[start..<min(start + 1_000, routes.count)].map { route in
                let methods = route.methods.isEmpty ? "" : ", methods: [\(route.methods.joined(separator: ", "))]"
                return "  - { url: \"\(route.patterns[0].text)\"\(methods), handler: constant }\n"
            }
            return "waybill: 1\nroutes:\n" + lines.joined()
        }
    }
}
