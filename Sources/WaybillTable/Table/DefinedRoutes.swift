/// A table, and what it is built from: either tells what a pattern of a route is about.
package protocol DefinedRoutes {
    var settings: MatchSettings { get }
    var routes: [RouteDefinition] { get }
}

extension RankedDefinitions: DefinedRoutes {}
extension RoutingTable: DefinedRoutes {}

extension DefinedRoutes {
    package func pattern(at place: RoutePlace) -> Pattern { routes[place.route].patterns[place.pattern] }
}
