import WaybillManifest
import WaybillTable

/// Makes the URLs of one route, and checks that they lead there.
///
/// Generated code makes it, and calls it from the functions of `Routes`; see <doc:RouteBuilders>. A URL leads to the
/// route if the lookup of a router finds the route, with the given values as captures, in the manifests from which the
/// code was generated, for a request with one of the route's methods (without a method if the route names none).
/// Interceptors are not considered: one that redirects may lead a request elsewhere.
///
/// It is a value type, safe to use from any thread. Making one compiles a table of the route and its rivals. Making a
/// URL is linear in its length.
public struct RouteURLs: Sendable {
    private let route: DeclaredRoute
    private let builder: URLBuilder

    /// - Parameters:
    ///   - rivals: The routes that take precedence for some URLs of the route's first pattern.
    ///   - isCaseSensitive: `settings: { case_sensitive: … }` of the manifests.
    ///   - hasStrictSlashes: Whether the manifests have `settings: { trailing_slash: strict }`.
    public init(
        _ route: DeclaredRoute, rivals: [DeclaredRoute] = [], isCaseSensitive: Bool = true,
        hasStrictSlashes: Bool = false
    ) {
        let settings = MatchSettings(
            isCaseSensitive: isCaseSensitive, trailingSlash: hasStrictSlashes ? .strict : .ignore)
        self.route = route
        builder = URLBuilder(
            route.definition(settings), rivals: rivals.map { $0.definition(settings) }, settings)
    }

    /// The URL with the values, for routes for which it is proven that every value of the parameters' types leads
    /// there.
    ///
    /// - Parameters:
    ///   - values: For each capture and wildcard of the first pattern, in its order; for `**` the segments, joined by
    ///     `/`.
    ///   - scheme: For patterns that begin with `//`.
    ///   - query: Names and values, in this order. A NUL becomes U+FFFD, because no URL has one.
    public func provenURL(
        _ values: [String], scheme: NetworkScheme = .https, query: [(name: String, value: String)] = []
    ) -> String {
        builder.text(URLValues(values, scheme: scheme.rawValue)) + Self.text(of: query)
    }

    /// The URL with the values, if it leads to the route.
    ///
    /// - Parameters:
    ///   - values: As for ``provenURL(_:scheme:query:)``.
    ///   - subdomain: The text for `*` in a host `*.example.com`: one or more labels.
    /// - Throws: ``UnroutableURL`` with the value for which no URL leads to the route, and the reason.
    public func url(
        _ values: [String], scheme: NetworkScheme = .https, subdomain: String = "",
        query: [(name: String, value: String)] = []
    ) throws(UnroutableURL) -> String {
        do throws(URLRefusal) {
            let values = URLValues(values, scheme: scheme.rawValue, subdomain: subdomain)
            return try builder.url(values) + Self.text(of: query)
        } catch {
            throw UnroutableURL(error, of: route)
        }
    }

    private static func text(of query: [(name: String, value: String)]) -> String {
        if query.isEmpty { return "" }
        func escaped(_ text: String) -> String { PercentCoding.encode(Array(text.utf8)[...]) }
        return "?" + query.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }
}

/// A scheme whose authority is a host.
public enum NetworkScheme: String, Sendable, CaseIterable {
    /// HTTP without encryption.
    case http
    /// HTTP over TLS. The default.
    case https
    /// A WebSocket without encryption.
    case ws
    /// A WebSocket over TLS.
    case wss
}

/// The given values have no URL that leads to the route.
public struct UnroutableURL: Error, Sendable, Hashable, CustomStringConvertible {
    /// The id of the route.
    public let route: String
    /// The parameter of the function whose value is rejected; `nil` if the combination of several values is.
    public let parameter: String?
    /// The rejected value; `nil` if the combination of several values is rejected.
    public let value: String?
    /// The URL with the values, which does not lead to the route.
    public let url: String
    /// Why no URL with the values leads to the route.
    public let reason: Reason

    /// The reason why values have no URL that leads to the route.
    public enum Reason: Sendable, Hashable {
        /// A segment of a path is never empty.
        case empty
        /// No URL contains a NUL.
        case nul
        /// `.` and `..` are removed from paths.
        case dots
        /// `params:` rejects the value, for the given reason.
        case constraint(String)
        /// The value is not a valid part of a host name.
        case notAHost
        /// Another route takes precedence, or another pattern of the same route with other captures: its id.
        case leadsTo(route: String)
        /// No route has this URL.
        case unmatched
    }

    init(_ refusal: URLRefusal, of route: DeclaredRoute) {
        self.route = route.id
        parameter = refusal.label
        value = refusal.value
        url = refusal.url
        reason =
            switch refusal.cause {
            case .empty: .empty
            case .nul: .nul
            case .dots: .dots
            case .constraint: .constraint(refusal.label.flatMap { route.constraints[$0]?.summary } ?? "")
            case .notAHost: .notAHost
            case .leads(let other): .leadsTo(route: other)
            case .unmatched: .unmatched
            }
    }

    public var description: String {
        let subject = parameter.map { "\($0) '\(value ?? "")'" } ?? "these values"
        return "route '\(route)' has no URL for \(subject): \(explanation)"
    }

    private var explanation: String {
        switch reason {
        case .empty: "a segment of a path must not be empty"
        case .nul: "a URL cannot contain a NUL"
        case .dots: "'.' and '..' are removed from a path"
        case .constraint(let text): "its 'params' take \(text)"
        case .notAHost: "it is not a part of a host's name"
        case .leadsTo(let other): "'\(url)' leads to route '\(other)'"
        case .unmatched: "'\(url)' does not match it"
        }
    }
}
