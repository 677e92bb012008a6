import WaybillManifest
import WaybillTable

extension RoutedSet {
    /// Returns the interceptors of a view that may end the chain before an interceptor runs.
    ///
    /// - Parameter interceptor: `nil` for those that may end it before a route.
    func terminating(before interceptor: Int?, in view: TagView) -> [Int] {
        set.terminatingInterceptors.filter { index in
            let other = table.interceptors[index]
            let isBefore = interceptor.map { other.runs(before: table.interceptors[$0]) } ?? true
            return isBefore && (other.appliesEverywhere || view.shows(other.tags))
        }
    }
}
