import WaybillManifest

/// One call of perform.
struct PerformOrder: Sendable {
    var action = RouteAction.perform
    var path = PresentationPath.default
    /// What was made elsewhere.
    var existing: (any Sendable)?
    var configuration = PerformConfiguration<any Sendable>()
    /// The open that it is part of.
    var request: RouteRequest?
    /// How it was shown, for what is taken over.
    var shown: Shown?

    var origin: RouteEvent.Origin { action == .adopt ? .external : .engine }
}

/// What a perform goes by, checked before anything is made.
struct PerformPlan: Sendable {
    let generation: Generation
    let found: RouteTarget.Found
    /// How it will be shown; `nil` for what is not.
    let presentation: PresentationRequest?
    let presenter: (any Presenter)?

    var module: BoundModule { found.module }
    /// Whether something is made and nothing else.
    let isMake: Bool
}

extension PerformOrder {
    /// Decides how something is shown, and refuses what cannot be.
    func plan(
        _ found: RouteTarget.Found, _ generation: Generation, _ runtime: Runtime
    ) async throws(RoutingError) -> PerformPlan {
        let module = found.module
        guard action == .perform || action == .performOn, module.declaration.kind == .view else {
            guard path.presentation == nil || path.presentation == .make else { throw unsupported(module) }
            return PerformPlan(
                generation: generation, found: found, presentation: nil, presenter: nil,
                isMake: path.presentation == .make)
        }
        let allowed = module.declaration.present.compactMap { Presentation(rawValue: $0.value) }
        let presentation = path.presentation ?? allowed.first ?? .show
        guard allowed.isEmpty || presentation == .make || allowed.contains(presentation) else {
            throw unsupported(module)
        }
        guard presentation != .make, !module.factory.performs else {
            return PerformPlan(
                generation: generation, found: found, presentation: nil, presenter: nil,
                isMake: presentation == .make)
        }
        guard !path.isSourceGone else { throw .refused(.sourceGone) }
        guard let presenter = runtime.presenters[path.customName ?? Registry.mainPresenter] else {
            throw .refused(.noPresenter(path.customName ?? presentation.rawValue))
        }
        let request = PresentationRequest(presentation, path: path, moduleID: module.id)
        if let reason = await presenter.refusal(of: request) { throw .refused(.impossible(reason)) }
        return PerformPlan(
            generation: generation, found: found, presentation: request, presenter: presenter, isMake: false)
    }

    private func unsupported(_ module: BoundModule) -> RoutingError {
        .refused(
            .unsupportedPresentation(
                path.name, module: module.id, allowed: module.declaration.present.map(\.value)))
    }
}
