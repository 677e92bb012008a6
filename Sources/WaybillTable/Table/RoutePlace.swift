/// One pattern of one route.
public struct RoutePlace: Sendable, Hashable, BitwiseCopyable {
    // Four bytes each, because there is one for each pattern in many lists. Tables have no room for more.
    @usableFromInline var routeNumber: UInt32
    @usableFromInline var patternNumber: UInt32

    /// Index into ``RoutingTable/routes``.
    @inlinable public var route: Int {
        get { Int(routeNumber) }
        set { routeNumber = UInt32(clamping: newValue) }
    }

    /// Index into that route's patterns.
    @inlinable public var pattern: Int {
        get { Int(patternNumber) }
        set { patternNumber = UInt32(clamping: newValue) }
    }

    public init(route: Int, pattern: Int) {
        routeNumber = UInt32(clamping: route)
        patternNumber = UInt32(clamping: pattern)
    }
}

/// One pattern of one interceptor.
package struct InterceptorPlace: Sendable, Hashable {
    /// Index into ``RoutingTable/interceptors``.
    package var interceptor: Int
    /// Index into that interceptor's patterns.
    package var pattern: Int

    package init(interceptor: Int, pattern: Int) {
        self.interceptor = interceptor
        self.pattern = pattern
    }
}

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
