import Waybill
import WaybillManifest
import WaybillSyntax

/// One call of perform.
struct PerformOrder: Sendable {
    var action = RouteAction.perform
    var path = PresentationPath.default
    /// The object that was made elsewhere.
    var existing: (any Sendable)?
    var configuration = PerformConfiguration<any Sendable>()
    /// The open of which it is a part.
    var request: RouteRequest?
    /// The module that this open has found.
    var module: BoundModule?
    /// The presentation of an adopted object.
    var shown: Shown?

    var origin: RouteEvent.Origin { action == .adopt ? .external : .engine }
}

/// A checked perform, before anything is made.
struct PerformPlan: Sendable {
    let generation: Generation
    let found: RouteTarget.Found
    /// The presentation of the view; `nil` if nothing is presented.
    var presentation: PresentationRequest?
    var presenter: (any Presenter)?
    /// Whether something is only made.
    let isMake: Bool

    var module: BoundModule { found.module }
}

extension PerformOrder {
    /// Decides the presentation, and refuses what is not possible.
    ///
    /// - Throws: A ``RouteRefusal``.
    func plan(
        _ found: RouteTarget.Found, _ generation: Generation, _ performer: Performer
    ) async throws(RouteRefusal) -> PerformPlan {
        guard action == .perform || action == .performOn, found.module.declaration.kind == .view else {
            let isMake = path.presentation == .make
            guard path.presentation == nil || isMake else { throw unsupported(found.module) }
            return PerformPlan(generation: generation, found: found, isMake: isMake)
        }
        let presentation = try presentation(of: found.module)
        let isMake = presentation == .make
        var plan = PerformPlan(generation: generation, found: found, isMake: isMake)
        guard !isMake, !found.module.factory.actions.performs else { return plan }
        let request = PresentationRequest(presentation, path: path, moduleID: found.module.id)
        plan.presenter = try await presenter(for: request, performer)
        plan.presentation = request
        return plan
    }

    private func presentation(of module: BoundModule) throws(RouteRefusal) -> Presentation {
        let allowed = module.declaration.present.compactMap { Presentation(rawValue: $0.value) }
        let presentation = path.presentation ?? allowed.first ?? .show
        guard allowed.isEmpty || presentation == .make || allowed.contains(presentation) else {
            throw unsupported(module)
        }
        return presentation
    }

    private func presenter(
        for request: PresentationRequest, _ performer: Performer
    ) async throws(RouteRefusal) -> any Presenter {
        guard !path.isSourceGone else { throw .sourceGone }
        guard let presenter = performer.presenter(named: path.customName) else {
            throw .noPresenter(path.customName ?? request.presentation.rawValue)
        }
        if let reason = await presenter.refusal(of: request) { throw .impossible(reason) }
        return presenter
    }

    private func unsupported(_ module: BoundModule) -> RouteRefusal {
        .unsupportedPresentation(path.name, module: module.id, allowed: module.declaration.present.map(\.value))
    }
}
