import WaybillManifest
package import WaybillTable

/// A route as the manifests declared it when code was generated from them.
///
/// Generated code creates it; see <doc:RouteBuilders>. It does not depend on a router: manifests that a service loads
/// later may be different.
public struct DeclaredRoute: Sendable {
    /// The id of the route.
    public let id: String
    package let patterns: [Pattern]
    /// By the name of a capture.
    package let constraints: [String: ParameterConstraint]
    let methods: [String]
    let priority: Int

    /// - Parameters:
    ///   - urls: Patterns, as in manifests. URLs are built for the first one.
    ///   - params: The constraints of captures, by name.
    ///   - methods: Empty for every request.
    public init(
        id: String, urls: [String], params: [String: Constraint] = [:], methods: [String] = [], priority: Int = 0
    ) {
        self.id = id
        // The generator has already parsed the patterns.
        patterns = urls.compactMap { try? Pattern($0) }
        constraints = params.mapValues(\.constraint)
        self.methods = methods
        self.priority = priority
    }

    /// The constraint of a capture.
    public struct Constraint: Sendable {
        let constraint: ParameterConstraint

        /// The values of `int` in a manifest.
        public static let int = Constraint(constraint: .int)
        /// The values of `uint` in a manifest.
        public static let uint = Constraint(constraint: .uint)
        /// The values of `hex` in a manifest.
        public static let hex = Constraint(constraint: .hex)
        /// The values of `uuid` in a manifest.
        public static let uuid = Constraint(constraint: .uuid)
        /// The values of `filename` in a manifest.
        public static let filename = Constraint(constraint: .filename)
        /// The values of `ulid` in a manifest.
        public static let ulid = Constraint(constraint: .ulid)
        /// The values of `slug` in a manifest.
        public static let slug = Constraint(constraint: .slug)
        /// The values of `alpha` in a manifest.
        public static let alpha = Constraint(constraint: .alpha)
        /// The values of `date` in a manifest.
        public static let date = Constraint(constraint: .date)

        /// One of these values.
        public static func oneOf(_ values: [String]) -> Constraint { Constraint(constraint: .oneOf(values)) }
        /// The values that match a regular expression, written as between the slashes in a manifest.
        public static func regex(_ text: String) -> Constraint { Constraint(constraint: .regex(text)) }
    }

    /// The names of all captures, each with whether every pattern has it.
    var captures: [(name: String, isRequired: Bool)] { patterns.captures }

    func definition(_ settings: MatchSettings) -> RouteDefinition {
        RouteDefinition(
            id: id, patterns: patterns,
            constraints: constraints.compactMapValues { try? Automaton($0, caseSensitive: settings.isCaseSensitive) },
            methods: methods, priority: priority)
    }
}
