import Synchronization
import Waybill
import WaybillManifest

extension PerformedRoute {
    /// Runs the steps of every perform, in this order: refusals, making, the callers' preparations, the module's hooks,
    /// `willPerform`, presenting, the new state, `didPerform`, the handlers: those of the route, then those of the
    /// call.
    func perform(
        _ order: PerformOrder
    ) async throws -> (destination: any Sendable, performance: Performance) {
        let generation = order.request?.generation ?? snapshots.generation
        var before: RouteState?
        var module: BoundModule?
        do {
            let found = try order.module.map { .whole($0) } ?? target.find(generation)
            module = found.module
            let kind = found.module.declaration.kind
            before = try begin(.routing) { order.refusal(by: $0, kind) }
            let performed = try await PerformingStack.within(found.module) {
                // An open already holds the lane.
                try await self.inLane(of: order.request == nil ? found.module : nil) {
                    try await self.carryOut(order, found, generation)
                }
            }
            await succeed(order, performed.destination)
            return performed
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
    ) async throws -> (destination: any Sendable, performance: Performance) {
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
        let performance = commit(order, plan, made, destination, shown)
        performer.notify(event(.didPerform, shown?.presentation), isMake: plan.isMake)
        return (destination, performance)
    }

    private func commit(
        _ order: PerformOrder, _ plan: PerformPlan, _ made: any Sendable, _ destination: any Sendable, _ shown: Shown?
    ) -> Performance {
        let retains = order.configuration.retainsDestination || baseConfiguration.retainsDestination
        let before = current
        // A presented view stays presented when it is prepared again.
        let isPresented = order.action == .prepare && before.shown != nil && before.destination.value != nil
        if !isPresented { handOver(before) }
        let performance = (isPresented ? before.performance : nil) ?? Performance()
        commit { record in
            record.destination = Held(destination, retaining: retains)
            // A value is kept, and with it the product that its adapter copied, which the removal needs.
            record.made = Held(made, retaining: retains || !(type(of: destination) is AnyClass))
            record.move(to: .routed)
            let userInfo = isPresented ? record.userInfo : baseConfiguration.userInfo
            let removal = isPresented ? record.removal : baseConfiguration.removal
            record.userInfo = userInfo.merging(order.configuration.userInfo) { _, new in new }
            record.removal = removal.overlaid(by: order.configuration.removal)
            if isPresented { return }
            record.performance = performance
            record.module = plan.module
            record.change = plan.found.change
            record.shown = shown
            record.presenterName = order.path.customName
            record.request = order.request.map(PastRequest.init)
        }
        return performance
    }

    /// Makes or takes the object, and prepares it: the callers first, then the module's own hooks. An adapter gets the
    /// finished object, so for adapters the callers come after the hooks.
    private func prepared(
        _ order: PerformOrder, _ plan: PerformPlan
    ) async throws -> (made: any Sendable, destination: any Sendable) {
        let module = plan.module
        let scope = MakeScope(plan.generation, for: order.request)
        var made = try await made(order, plan, scope)
        var destination = try plan.found.convert(made)
        // A shared instance was finished when it was made.
        let isWrapped = module.instance == nil && module.wrapsFinished(destination)
        var isWhole = false
        if !isWrapped {
            try await prepare(&destination, order, module)
            isWhole = module.factory.absorb(destination).map { made = $0 } != nil
        }
        if module.instance == nil { try await module.finish(&made, scope, plan.found.change) }
        if isWhole || isWrapped { destination = try plan.found.convert(made) }
        if isWrapped { try await prepare(&destination, order, module) }
        guard case .sendable(let value) = made else { throw RoutingError.notSendable(module: module.id) }
        return (value, destination)
    }

    private func prepare(
        _ destination: inout any Sendable, _ order: PerformOrder, _ module: BoundModule
    ) async throws(RoutingError) {
        for prepare in baseConfiguration.preparations + order.configuration.preparations {
            do { try await prepare(&destination) } catch { throw module.preparationError(error) }
        }
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

    /// Presents the object, or runs the action of the factory instead.
    private func act(
        _ order: PerformOrder, _ plan: PerformPlan, _ made: any Sendable, _ destination: any Sendable
    ) async throws -> Shown? {
        guard let presenter = plan.presenter, let presentation = plan.presentation else {
            if !plan.isMake, order.action == .perform || order.action == .performOn {
                let factory = plan.module.factory
                let scope = MakeScope(plan.generation, for: order.request)
                try await factory.actions.action?(made, factory.anyContext(scope, plan.found.change))
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
        for configuration in [baseConfiguration, order.configuration] {
            await configuration.success?(destination)
            await configuration.completion?(.success(destination))
        }
    }

    /// Handles every failure, also refusals: each handler runs once.
    private func fail(_ order: PerformOrder, _ error: any Error, _ module: BoundModule?) async {
        for configuration in [baseConfiguration, order.configuration] {
            await configuration.failure?(error)
            await configuration.completion?(.failure(error))
        }
        // A failure within an open is reported as the open's failure.
        if order.request == nil { report(order.action, error, module) }
    }
}

extension PerformOrder {
    /// Returns why it is refused now. A presented view may be prepared again; another object would be confused with it.
    fileprivate func refusal(by record: PerformedRoute.Record, _ kind: Module.Kind) -> RouteRefusal? {
        let preparesPresented = action == .prepare && existing.map(record.destination.holds) == true
        return record.refusalToPerform(preparesPresented ? .service : kind)
    }
}

/// The performs that the current one is part of, the outermost first, to detect an endless recursion before it
/// overflows the stack.
///
/// A `Task { }` inherits them as every task-local value, and may outlive them: those that have ended do not count.
enum PerformingStack {
    private final class Perform: Sendable {
        let module: String
        private let isOver = Atomic(false)

        init(of module: String) { self.module = module }

        var isRunning: Bool { !isOver.load(ordering: .relaxed) }
        func end() { isOver.store(true, ordering: .relaxed) }
    }

    @TaskLocal private static var performs: [Perform] = []

    static func within<R>(
        _ module: BoundModule, _ body: () async throws -> R
    ) async throws -> R {
        let outer = performs.filter(\.isRunning)
        if outer.count >= module.recursionLimit, let last = outer.lastIndex(where: { $0.module == module.id }) {
            throw RoutingError.dependencyCycle(outer[last...].map(\.module) + [module.id])
        }
        let perform = Perform(of: module.id)
        defer { perform.end() }
        return try await $performs.withValue(outer + [perform]) { try await body() }
    }
}
