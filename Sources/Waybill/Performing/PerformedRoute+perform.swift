import WaybillManifest

extension PerformedRoute {
    /// The way of every perform. In this order: refusals, making, the callers' preparations, the module's hooks, `willPerform`,
    /// showing, the new state, `didPerform`, the handlers: those of the route, then those of the call.
    @discardableResult
    func perform(_ order: PerformOrder) async throws -> any Sendable {
        let generation = order.request?.generation ?? router.generation
        var (before, module): (RouteState?, BoundModule?) = (nil, nil)
        do {
            let found = try target.find(generation)
            module = found.module
            let kind = found.module.declaration.kind
            before = try begin(.routing) { $0.refusalToPerform(order.action == .prepare ? .service : kind) }
            let destination = try await PerformingStack.within(found.module) {
                try await self.inLane(of: found.module, order) {
                    try await self.carryOut(order, found, generation)
                }
            }
            await succeed(order, destination)
            return destination
        } catch {
            if let before { rollBack(to: before, error) } else { note(error) }
            await fail(order, error, module)
            throw error
        }
    }

    /// Opens have taken the lane already.
    private func inLane<R: Sendable>(
        of module: BoundModule, _ order: PerformOrder, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        guard let lane = module.lane, order.request == nil else { return try await body() }
        return try await lane.run(body)
    }

    private func carryOut(
        _ order: PerformOrder, _ found: RouteTarget.Found, _ generation: Generation
    ) async throws -> any Sendable {
        let plan = try await order.plan(found, generation, router.runtime)
        let (made, destination) = try await prepared(order, plan)
        let event = { (phase: RouteEvent.Phase, shown: Shown?) in
            self.event(phase, plan.module, destination, order.request, shown?.presentation, order.origin)
        }
        let observers = router.runtime.observers
        let planned = plan.presentation.map { Shown($0.presentation, way: ()) }
        if order.action != .adopt { observers.notify(event(.willPerform, planned ?? order.shown), isMake: plan.isMake) }
        let shown = try await act(order, plan, made, destination)
        commit { record in
            record.destination = Held(
                destination,
                retaining: order.configuration.retainsDestination || standing.retainsDestination)
            record.made = Held(made, retaining: order.configuration.retainsDestination || standing.retainsDestination)
            record.module = plan.module
            record.shown = shown
            record.presenterName = order.path.customName
            record.userInfo = standing.userInfo.merging(order.configuration.userInfo) { _, new in new }
            record.removal = standing.removal.overlaid(by: order.configuration.removal)
            record.request = order.request
            record.move(to: .routed)
        }
        observers.notify(event(.didPerform, shown), isMake: plan.isMake)
        return destination
    }

    /// Makes, or takes what was made elsewhere, and prepares it: the callers first, then the module's own hooks.
    private func prepared(
        _ order: PerformOrder, _ plan: PerformPlan
    ) async throws -> (made: any Sendable, destination: any Sendable) {
        let (module, scope) = (plan.module, MakeScope(plan.generation, for: order.request))
        var made = try await made(order, plan, scope)
        var destination = try plan.found.convert(made)
        for prepare in standing.preparations + order.configuration.preparations { try await prepare(&destination) }
        let isWhole = module.factory.absorb(destination).map { made = $0 } != nil
        if module.instance == nil { try await module.finish(&made, scope, plan.found.change) }
        guard case .sendable(let value) = made else { throw RoutingError.notSendable(module: module.id) }
        return (value, isWhole ? try plan.found.convert(made) : destination)
    }

    private func made(
        _ order: PerformOrder, _ plan: PerformPlan, _ scope: MakeScope
    ) async throws(RoutingError) -> Made {
        let module = plan.module
        guard let existing = order.existing else {
            return try await plan.generation.makeBare(module, scope, plan.found.change)
        }
        guard let made = module.factory.absorb(existing) else {
            throw .adapterMismatch(protocol: target.name, module: module.id, made: "\(type(of: existing))")
        }
        guard order.action != .adopt || module.factory.adopts(existing) else {
            throw .refused(.notAdopted(module: module.id))
        }
        return made
    }

    /// Shows it, or does what the module was registered to do.
    private func act(
        _ order: PerformOrder, _ plan: PerformPlan, _ made: any Sendable, _ destination: any Sendable
    ) async throws -> Shown? {
        guard let presenter = plan.presenter, let presentation = plan.presentation else {
            if !plan.isMake, order.action == .perform || order.action == .performOn {
                try await plan.module.factory.perform(made, MakeScope(plan.generation, for: order.request))
            }
            return order.shown
        }
        return try await presenter.present(try await wrapped(made, presentation.path), presentation)
    }

    private func wrapped(_ made: any Sendable, _ path: PresentationPath) async throws -> any Sendable {
        var content = made
        for wrap in path.wrappers {
            let container = try await wrap(content)
            let contents = await (container as? any DestinationContainer)?.contents ?? []
            guard contents.contains(where: { ($0 as AnyObject) === (content as AnyObject) }) else {
                throw RoutingError.refused(.invalidContainer)
            }
            content = container
        }
        return content
    }

    func event(
        _ phase: RouteEvent.Phase, _ module: BoundModule, _ destination: any Sendable, _ request: RouteRequest?,
        _ presentation: Presentation?, _ origin: RouteEvent.Origin
    ) -> RouteEvent {
        module.event(
            phase, destination, route: RouteHandle(self), request: request, presentation: presentation, origin: origin)
    }

    private func succeed(_ order: PerformOrder, _ destination: any Sendable) async {
        for configuration in [standing, order.configuration] {
            await configuration.success?(destination)
            await configuration.completion?(.success(destination))
        }
    }

    /// The one way of everything that goes wrong, refusals too: each handler once.
    private func fail(_ order: PerformOrder, _ error: any Error, _ module: BoundModule?) async {
        for configuration in [standing, order.configuration] {
            await configuration.failure?(error)
            await configuration.completion?(.failure(error))
        }
        // What fails within an open is told as the open's failure.
        if order.request == nil { report(order.action, error, module) }
    }

    func report(_ action: RouteAction, _ error: any Error, _ module: BoundModule?) {
        router.runtime.report(
            RouteFailure(
                action: action, error: error, target: target.name, moduleID: module?.id,
                kind: module?.declaration.kind))
    }
}

/// The modules that are being performed around us, the outermost first: a recursion without end is found before it is felt.
enum PerformingStack {
    @TaskLocal private static var modules: [String] = []

    static func within<R>(
        _ module: BoundModule, _ body: () async throws -> R
    ) async throws -> R {
        if modules.count >= module.recursionLimit, let last = modules.lastIndex(of: module.id) {
            throw RoutingError.dependencyCycle(modules[last...] + [module.id])
        }
        return try await $modules.withValue(modules + [module.id]) { try await body() }
    }
}
