/// Checks a presenter of your own against the contract of ``Presenter``. It returns the problems in words, and an empty
/// array if there are none.
///
///     #expect(await PresenterConformance.check(MyPresenter(), showing: { Screen() }, by: [.push, .present]).isEmpty)
public enum PresenterConformance {
    /// Presents and removes by each presentation, twice, and checks that everything returns and that what was presented
    /// is removed.
    public static func check(
        _ presenter: any Presenter, showing make: @Sendable () -> any Sendable, by presentations: [Presentation]
    ) async -> [String] {
        var problems: [String] = []
        for presentation in presentations {
            let request = PresentationRequest(
                presentation, path: PresentationPath(presentation), moduleID: "conformance")
            for round in 1...2 {
                let found = await check(presenter, showing: make(), request)
                problems += found.map { "\(presentation.rawValue), round \(round): \($0)" }
            }
        }
        return problems
    }

    private static func check(
        _ presenter: any Presenter, showing view: any Sendable, _ request: PresentationRequest
    ) async -> [String] {
        if let reason = await presenter.refusal(of: request) { return ["refuses what it should present: \(reason)"] }
        var problems: [String] = []
        do {
            let shown = try await presenter.present(view, request)
            if let reason = await presenter.refusal(ofRemoving: shown) {
                problems.append("refuses to remove what it has just presented: \(reason)")
            }
            try await presenter.remove(shown)
            if await presenter.refusal(ofRemoving: shown) == nil {
                problems.append("would remove the same view again")
            }
        } catch { problems.append("\(error)") }
        return problems
    }
}
