/// A table, or the definitions from which it is built: both have patterns with constraints.
package protocol DefinedRoutes {
    var settings: MatchSettings { get }
    var routes: [RouteDefinition] { get }
}

extension RankedDefinitions: DefinedRoutes {}
extension RoutingTable: DefinedRoutes {}

extension DefinedRoutes {
    package func pattern(at place: RoutePlace) -> Pattern { routes[place.route].patterns[place.pattern] }
}
