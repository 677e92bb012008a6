extension RoutingTable {
    /// Always `nil`: the table is compiled from the start.
    package func amended(by change: ListChange<RouteDefinition>) -> RoutingTable? { nil }
}
