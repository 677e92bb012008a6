public import Waybill

/// Checks for interceptors and adapters of your own. Each returns the problems in words, and an empty array if there
/// are none.
///
///     #expect(await Conformance.check(interceptor: gate, passing: ["/a?token=1"], stopping: ["/a"]).isEmpty)
public enum Conformance {
    /// Opens URLs through one interceptor, and checks that it decides exactly once and passes on only what it should.
    ///
    /// An interceptor that calls `next` twice does not pass, even if it hides the error, nor does one that throws after it has
    /// passed on, or that does not decide in time.
    /// - Parameters:
    ///   - passing: URLs that it must pass on.
    ///   - stopping: URLs that it must reject, answer or redirect.
    ///   - isRefusal: Whether the interceptor throws this error to reject; any other error is a problem. Without it,
    ///     `RoutingError.rejected` is the only one.
    ///   - limit: How long the interceptor may take to decide.
    public static func check(
        interceptor: @escaping InterceptorBody, passing: [String], stopping: [String] = [],
        refusing isRefusal: (any Error) -> Bool = { ($0 as? RoutingError)?.isRejection ?? false },
        within limit: Duration = .seconds(10)
    ) async -> [String] {
        var registry = Registry()
        registry.interceptor("subject", interceptor)
        return await check(
            interceptor: "subject", registry: registry, passing: passing, stopping: stopping, refusing: isRefusal,
            within: limit)
    }

    /// The same for a registered interceptor.
    ///
    ///     let problems = await Conformance.check(
    ///         interceptor: "limit", with: "perMinute: 5", registry: registry, passing: ["/a"])
    ///
    /// - Parameter configuration: What a manifest says in `with:`, as YAML; `nil` for an interceptor that takes none.
    public static func check(
        interceptor name: String, with configuration: String? = nil, registry: Registry, passing: [String],
        stopping: [String] = [],
        refusing isRefusal: (any Error) -> Bool = { ($0 as? RoutingError)?.isRejection ?? false },
        within limit: Duration = .seconds(10)
    ) async -> [String] {
        guard !passing.isEmpty || !stopping.isEmpty else { return ["there are no URLs to check"] }
        let trials: InterceptorTrials
        do throws(ManifestErrors) {
            trials = try InterceptorTrials(name, configuration, registry, limit)
        } catch { return ["\(error)"] }
        var problems: [String] = []
        for url in passing {
            if let problem = await trials.open(url).problemOfPassing { problems.append("\(url): \(problem)") }
        }
        for url in stopping {
            guard let problem = await trials.open(url).problemOfStopping(isRefusal) else { continue }
            problems.append("\(url): \(problem)")
        }
        return problems
    }

    /// Adapts what `make` makes, and checks that `isSame` finds the original in the adapted object, and that two
    /// adapted objects are independent of each other.
    public static func check<Provided, Required>(
        adapter: (Provided) -> Required, of make: () -> Provided, keeps isSame: (Provided, Required) -> Bool
    ) -> [String] {
        var problems: [String] = []
        let first = make()
        let second = make()
        let adaptedFirst = adapter(first)
        let adaptedSecond = adapter(second)
        if !isSame(first, adaptedFirst) { problems.append("the adapted object is not the same as the original") }
        if !isSame(second, adaptedSecond) { problems.append("a second adapted object is not the same as its original") }
        if !isSame(first, adaptedFirst) { problems.append("adapting another object changed the first") }
        return problems
    }
}

extension RoutingError {
    @usableFromInline
    var isRejection: Bool {
        guard case .rejected = self else { return false }
        return true
    }
}
