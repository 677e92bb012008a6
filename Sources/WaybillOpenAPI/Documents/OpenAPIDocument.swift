package import WaybillSyntax
package import WaybillTable

/// An OpenAPI document, as far as it is about routes.
package struct OpenAPIDocument: Sendable {
    /// The document, and the local files that it refers to.
    package var files: [SourceFile]
    /// O005: its own problems.
    package var diagnostics: [Diagnostic]
    /// Whether it was read to its end. Otherwise nothing can be said about its operations.
    package var isRead = true
    /// In the order of the document.
    package var operations: [Operation] = []
    /// The servers, those of paths and operations included, without repetitions. Never empty.
    package var servers: [Server] = [Server(host: nil, path: "")]
    /// Those of the document alone.
    package var ownServers: [Server] = []
    /// The number of requests that the service sends.
    package var webhooks = 0
    /// The names of its security schemes.
    package var schemes: [String] = []
    package var root: YAMLNode?
    /// The contents of its files that are YAML, the document first.
    var roots: [YAMLNode] = []
    /// The mapping of all paths, if there is one.
    package var paths: YAMLNode?
    /// The version, such as `3.1.0`.
    package var version = "3.1.0"
    /// Whether an operation can have any method, as since 3.2.
    var hasEveryMethod: Bool { version.hasPrefix("3.2") }

    /// One method of one path.
    package struct Operation: Sendable {
        package var method: String
        /// What it shares with the other operations of its path.
        package let item: Path
        /// The place of the method.
        package var span: SourceSpan
        package var id: Located<String>?
        package var summary: String?
        package var tags: [String] = []
        package var isDeprecated = false
        /// By capture of the template.
        package var parameters: [String: Parameter] = [:]
        /// The number of the path item whose parameters are all that it has; `nil` if it has its own.
        var sharedItem: Int?
        /// Those that are not in the path, and are the business of the handler.
        var otherParameters: [OtherParameter] = []
        /// What the document requires, and the handler checks: `query parameter 'q'`.
        package var checkedByHandler: [String] { otherParameters.filter(\.isRequired).map(\.title) }
        /// Whether it or its path has servers, of which routes know nothing.
        var hasOwnServers = false
        var hasCallbacks = false
        /// The mapping of its answers by status.
        var answers: YAMLNode?
        /// Whether one of its answers is a redirect.
        var hasRedirect: Bool {
            answers?.entries.contains { $0.key.utf8.first == UInt8(ascii: "3") } ?? false
        }
        /// The alternatives, each of which fulfills the security. Empty if the operation needs none.
        package var security: [Requirement] = []
        /// Whether a request without any security is allowed, too.
        package var hasOptionalSecurity = false

        package var path: Located<String> { item.path }
        package var template: PathTemplate { item.template }
        package var pattern: Pattern { item.pattern }

        package var title: String { "\(method) \(path.value)" }
    }

    /// A path, which its operations share.
    package final class Path: Sendable {
        package let path: Located<String>
        package let template: PathTemplate
        /// The pattern of the path, without a base path.
        package let pattern: Pattern
        /// The place of its value.
        let item: SourceSpan

        init(_ path: Located<String>, _ template: PathTemplate, _ pattern: Pattern, _ item: SourceSpan) {
            self.path = path
            self.item = item
            self.template = template
            self.pattern = pattern
        }
    }

    /// A parameter of the query, a header or a cookie.
    struct OtherParameter: Sendable {
        var place: String
        var name: String
        var isRequired: Bool

        /// `query parameter 'q'`.
        var title: String { "\(place) parameter '\(name)'" }
    }

    /// A path parameter.
    package struct Parameter: Sendable {
        package var name: String
        package var values: ValueSet
        /// The place of its schema, or of the parameter.
        package var span: SourceSpan
        /// Its place in the list of parameters; `nil` if it is in none, or is one of several that are one capture.
        var item: SourceSpan?
        package var example: String?
    }

    /// Schemes that are needed together, with their scopes.
    package typealias Requirement = [String: [String]]

    /// The host and the path of a server's URL.
    package struct Server: Sendable, Hashable {
        /// `nil` for a relative URL.
        package var host: String?
        /// Without a slash at its end: `/v1`, or empty.
        package var path: String
    }
}

/// The values that a schema allows in a path.
package struct ValueSet: Sendable, Hashable {
    /// All of them must hold. Without one, every value is allowed.
    package var constraints: [ParameterConstraint] = []

    package init(_ constraints: [ParameterConstraint] = []) { self.constraints = constraints }

    /// Returns the automaton of the values; `nil` if every value is allowed.
    ///
    /// - Parameter caseSensitive: Whether the values of a list are compared with case.
    package func automaton(caseSensitive: Bool) -> Automaton? {
        constraints.reduce(nil) { all, constraint in
            guard let next = try? Automaton(constraint, caseSensitive: caseSensitive) else { return all }
            return all.map { $0.intersection(next) } ?? next
        }
    }

    /// The one constraint with the same values, or the one that says most; and whether it says everything.
    package func single(caseSensitive: Bool) -> (constraint: ParameterConstraint?, isExact: Bool) {
        guard constraints.count > 1, let whole = automaton(caseSensitive: caseSensitive) else {
            return (constraints.first, true)
        }
        let exact = constraints.first { (try? Automaton($0, caseSensitive: caseSensitive)) == whole }
        return (exact ?? constraints.first, exact != nil)
    }
}
