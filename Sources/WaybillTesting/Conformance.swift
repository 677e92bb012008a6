public import Waybill

/// Checks for interceptors and adapters of your own. Each returns the problems in words, and an empty array if there
/// are none.
///
///     #expect(await Conformance.check(interceptor: gate, passing: ["/a?token=1"], stopping: ["/a"]).isEmpty)
public enum Conformance {
    /// Opens URLs through one interceptor, and checks that it calls `next` exactly once and passes on only what it
    /// should.
    /// - Parameters:
    ///   - passing: URLs that it must pass on.
    ///   - stopping: URLs that it must reject, answer or redirect.
    public static func check(
        interceptor: @escaping InterceptorBody, passing: [String], stopping: [String] = []
    ) async -> [String] {
        var problems: [String] = []
        let manifest = """
            interceptors: { subject: { url: "/**", use: subject } }
            routes: [{ url: "/**", handler: reached }]
            """
        let router: Router
        do {
            router = try Router(manifest: manifest) {
                $0.interceptor("subject", interceptor)
                $0.handler("reached") { _ in Reached() }
            }
        } catch { return ["\(error)"] }
        for url in passing {
            do {
                let outcome = try await router.open(url)
                if outcome.destination as? Reached == nil || !outcome.hops.isEmpty {
                    problems.append("\(url): it does not pass on")
                }
            } catch { problems.append("\(url): it does not pass on: \(error)") }
        }
        for url in stopping {
            guard let outcome = try? await router.open(url) else { continue }
            if outcome.destination is Reached, outcome.hops.isEmpty { problems.append("\(url): it passes on") }
        }
        return problems
    }

    private struct Reached: Sendable {}

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
