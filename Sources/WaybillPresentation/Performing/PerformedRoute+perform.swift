import Waybill
import WaybillManifest

extension PerformedRoute {
    /// The steps of every perform, in this order: refusals, making, the callers' preparations, the module's hooks,
    /// `willPerform`, presenting, the new state, `didPerform`, the handlers: those of the route, then those of the
    /// call.
    @discardableResult
    func perform(_ order: PerformOrder) async throws -> any Sendable {
        let generation = order.request?.generation ?? snapshots.generation
        var before: RouteState?
        var module: BoundModule?
        do {
            let found = try target.find(generation)
            module = found.module
            let kind = found.module.declaration.kind
            before = try begin(.routing) { $0.refusalToPerform(order.action == .prepare ? .service : kind) }
            let destination = try await PerformingStack.within(found.module) {
                // An open holds the lane already.
                try await self.inLane(of: order.request == nil ? found.module : nil) {
                    try await self.carryOut(order, found, generation)
                }
            }
            await succeed(order, destination)
            return destination
        } catch {
            if let before { rollBack(to: before, error) } else { keep(error) }
            await fail(order, error, module)
            throw error
        }
    }

    func inLane<R: Sendable>(
        of module: BoundModule?, _ body: @Sendable () async throws -> R
    ) async throws -> R {
        guard let lane = module?.lane else { return try await body() }
        return try await lane.run(body)
    }

    private func carryOut(
        _ order: PerformOrder, _ found: RouteTarget.Found, _ generation: Generation
    ) async throws -> any Sendable {
        let plan = try await order.plan(found, generation, performer)
        let (made, destination) = try await prepared(order, plan)
        let event = { (phase: RouteEvent.Phase, presentation: Presentation?) in
            RouteEvent(
                phase, of: plan.module, destination, route: RouteHandle(self), request: order.request,
                presentation: presentation, origin: order.origin)
        }
        if order.action != .adopt {
            let planned = plan.presentation?.presentation ?? order.shown?.presentation
            performer.notify(event(.willPerform, planned), isMake: plan.isMake)
        }
        let shown = try await act(order, plan, made, destination)
        commit(order, plan, made, destination, shown)
        performer.notify(event(.didPerform, shown?.presentation), isMake: plan.isMake)
        return destination
    }

    private func commit(
        _ order: PerformOrder, _ plan: PerformPlan, _ made: any Sendable, _ destination: any Sendable, _ shown: Shown?
    ) {
        let retains = order.configuration.retainsDestination || standing.retainsDestination
        commit { record in
            record.destination = Held(destination, retaining: retains)
            record.made = Held(made, retaining: retains)
            record.module = plan.module
            record.shown = shown
            record.presenterName = order.path.customName
            record.userInfo = standing.userInfo.merging(order.configuration.userInfo) { _, new in new }
            record.removal = standing.removal.overlaid(by: order.configuration.removal)
            record.request = order.request.map(PastRequest.init)
            record.move(to: .routed)
        }
    }

    /// Makes, or takes what was made elsewhere, and prepares it: the callers first, then the module's own hooks.
    private func prepared(
        _ order: PerformOrder, _ plan: PerformPlan
    ) async throws -> (made: any Sendable, destination: any Sendable) {
        let module = plan.module
        let scope = MakeScope(plan.generation, for: order.request)
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
    ) async throws -> Made {
        let module = plan.module
        guard let existing = order.existing else {
            return try await plan.generation.makeBare(module, scope, plan.found.change)
        }
        guard let made = module.factory.absorb(existing) else {
            throw RoutingError.adapterMismatch(
                protocol: target.name, module: module.id, made: "\(type(of: existing))")
        }
        guard order.action != .adopt || module.factory.actions.adopts(existing) else {
            throw RouteRefusal.notAdopted(module: module.id)
        }
        return made
    }

    /// Presents it, or does what the factory registered instead.
    private func act(
        _ order: PerformOrder, _ plan: PerformPlan, _ made: any Sendable, _ destination: any Sendable
    ) async throws -> Shown? {
        guard let presenter = plan.presenter, let presentation = plan.presentation else {
            if !plan.isMake, order.action == .perform || order.action == .performOn {
                let factory = plan.module.factory
                let scope = MakeScope(plan.generation, for: order.request)
                try await factory.actions.action?(made, factory.anyContext(scope))
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
                throw RouteRefusal.invalidContainer
            }
            content = container
        }
        return content
    }

    private func succeed(_ order: PerformOrder, _ destination: any Sendable) async {
        for configuration in [standing, order.configuration] {
            await configuration.success?(destination)
            await configuration.completion?(.success(destination))
        }
    }

    /// Handles every failure, refusals too: each handler runs once.
    private func fail(_ order: PerformOrder, _ error: any Error, _ module: BoundModule?) async {
        for configuration in [standing, order.configuration] {
            await configuration.failure?(error)
            await configuration.completion?(.failure(error))
        }
        // A failure within an open is reported as the open's failure.
        if order.request == nil { report(order.action, error, module) }
    }
}

/// The modules that the current task is performing, the outermost first: an endless recursion is found before it
/// overflows the stack.
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
