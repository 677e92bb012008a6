import Foundation
public import WaybillTable

/// What is measured: routes and interceptors with URLs that reach them. Every call gives the same.
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

    /// The same URLs with more in the table.
    public func adding(routes: [RouteDefinition] = [], interceptors: [InterceptorDefinition] = []) -> Workload {
        Workload(
            name: name, routes: self.routes + routes, interceptors: self.interceptors + interceptors, urls: urls)
    }
}
