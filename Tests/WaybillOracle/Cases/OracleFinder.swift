import Synchronization
import WaybillTable

/// Looks URLs up as a service does: from their bytes, with one `Lookup` for all.
final class OracleFinder: Sendable {
    private let shared = Mutex(Lookup())

    /// The route with its captures and the interceptors; `nil` for a text that is not a URL.
    func find(
        _ text: String, method: String?, view: Set<String>?, in table: RoutingTable
    ) -> (route: [OracleAnswer.Hit], interceptors: [String])? {
        shared.withLock { lookup in
            let bytes = Array(text.utf8)
            table.find(
                bytes.span, in: table.scope(method: method, view: view.map(TagView.init) ?? .everything), &lookup)
            if lookup.isInvalid { return nil }
            let interceptors = (0..<lookup.interceptorCount).map { table.interceptors[lookup.interceptor(at: $0)].id }
            guard let index = lookup.route else { return ([], interceptors) }
            let (route, matched) = (table.routes[index], lookup.isVerbatim ? bytes : lookup.decoded)
            let values = (0..<lookup.captureCount).map { Array(matched[lookup.capture(at: $0)]) }
            let names = route.patterns[lookup.pattern].captureNames
            return ([OracleAnswer.Hit(id: route.id, names: names, values: values)], interceptors)
        }
    }
}
