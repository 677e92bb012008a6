import Foundation
public import WaybillTable

/// A workload: routes and interceptors with URLs that match them. It is the same in every run.
public struct Workload: Sendable {
    public var name: String
    public var routes: [RouteDefinition]
    public var interceptors: [InterceptorDefinition]
    public var urls: [String]

    public init(
        name: String, routes: [RouteDefinition], interceptors: [InterceptorDefinition] = [], urls: [String]
    ) {
        self.name = name
        self.routes = routes
        self.interceptors = interceptors
        self.urls = urls
    }

    public var table: RoutingTable { RoutingTable(routes: routes, interceptors: interceptors) }

    /// The same URLs with a larger table.
    public func adding(routes: [RouteDefinition] = [], interceptors: [InterceptorDefinition] = []) -> Workload {
        Workload(
            name: name, routes: self.routes + routes, interceptors: self.interceptors + interceptors, urls: urls)
    }
}
