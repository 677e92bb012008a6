public import Waybill

/// Suites for those who write presenters, interceptors and adapters of their own. Each returns what is wrong, in words; nothing
/// is wrong where it returns nothing.
///
///     #expect(await Conformance.check(presenter: MyPresenter(), showing: { Screen() }, by: [.push, .present]).isEmpty)
public enum Conformance {
    /// Shows and removes by each presentation, twice, and looks whether everything resolves and leads back.
    public static func check(
        presenter: any Presenter, showing make: @Sendable () -> any Sendable, by presentations: [Presentation]
    ) async -> [String] {
        var problems: [String] = []
        for presentation in presentations {
            let request = PresentationRequest(
                presentation, path: PresentationPath(presentation), moduleID: "conformance")
            for round in 1...2 {
                let name = "\(presentation.rawValue), round \(round)"
                if let reason = await presenter.refusal(of: request) {
                    problems.append("\(name): refuses what it should show: \(reason)")
                    continue
                }
                do {
                    let shown = try await presenter.present(make(), request)
                    if let reason = await presenter.refusal(ofRemoving: shown) {
                        problems.append("\(name): refuses to remove what it has just shown: \(reason)")
                    }
                    try await presenter.remove(shown)
                    if await presenter.refusal(ofRemoving: shown) == nil {
                        problems.append("\(name): would remove the same thing again")
                    }
                } catch { problems.append("\(name): \(error)") }
            }
        }
        return problems
    }

    /// Opens through one interceptor, and looks whether it decides exactly once and lets through what it should.
    /// - Parameters:
    ///   - passing: URLs that it passes on.
    ///   - stopping: URLs that it rejects, answers, or sends elsewhere.
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

    /// Adapts what `make` makes, and looks whether `isSame` finds in the adapted what was in the original; and whether two
    /// adapted things are independent of each other.
    public static func check<Provided, Required>(
        adapter: (Provided) -> Required, of make: () -> Provided, keeps isSame: (Provided, Required) -> Bool
    ) -> [String] {
        var problems: [String] = []
        let (first, second) = (make(), make())
        let (adaptedFirst, adaptedSecond) = (adapter(first), adapter(second))
        if !isSame(first, adaptedFirst) { problems.append("the adapted thing is not the same as the original") }
        if !isSame(second, adaptedSecond) { problems.append("a second adapted thing is not the same as its original") }
        if !isSame(first, adaptedFirst) { problems.append("adapting another thing changed the first") }
        return problems
    }
}
