public import Waybill

extension Router {
    /// A router in which one registered interceptor gets every open, with its configuration, and `handler` answers what it
    /// passes on: to test the interceptor alone.
    ///
    /// ```swift
    /// let router = try Router(interceptor: "token", with: "token: s3cret", registry: registry) { _ in "passed on" }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: What a manifest says in `with:`, as YAML; `nil` for an interceptor that takes none.
    ///   - environment: The values for `${NAME}` in the configuration.
    ///   - handler: Answers every request that is passed on. It reads what the interceptor has set.
    /// - Throws: `ManifestErrors` if no such interceptor is registered, or if the configuration does not fit.
    public convenience init<Result: Sendable>(
        interceptor name: String, with configuration: String? = nil, registry: Registry,
        environment: [String: String] = [:], options: RouterOptions = RouterOptions(),
        handler: @escaping @Sendable (RouteRequest) async throws -> Result
    ) throws(ManifestErrors) {
        try self.init(
            interceptor: name, with: configuration, timeout: nil, registry: registry, environment: environment,
            options: options, handler: handler)
    }

    /// - Parameter timeout: How long the interceptor may take to decide.
    convenience init<Result: Sendable>(
        interceptor name: String, with configuration: String?, timeout: Duration?, registry: Registry,
        environment: [String: String] = [:], options: RouterOptions = RouterOptions(),
        handler: @escaping @Sendable (RouteRequest) async throws -> Result
    ) throws(ManifestErrors) {
        let handlerName = "the handler of the test"
        var registry = registry
        registry.handler(handlerName, handler)
        var lines = ["interceptors:", "  tested:", "    url: /**", "    use: \(name.quoted)"]
        if let timeout { lines.append("    timeout: \(Int(timeout / .milliseconds(1)))ms") }
        if let configuration {
            lines.append("    with:")
            lines += configuration.split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }
        }
        lines.append("routes: [{ url: /**, handler: \(handlerName.quoted) }]")
        try self.init(
            manifests: ["Manifest.yaml": "waybill: 1\n" + lines.joined(separator: "\n")], registry: registry,
            environment: environment, options: options)
    }
}

extension String {
    /// The text as a YAML scalar, for any content.
    fileprivate var quoted: String { "'\(replacing("'", with: "''"))'" }
}
