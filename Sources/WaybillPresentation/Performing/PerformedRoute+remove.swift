import Waybill

extension PerformedRoute {
    /// Runs the steps of every removal, in this order: refusals, preparing, `willRemove`, removing, the new state,
    /// `didRemove`, the handlers.
    func remove(_ configuration: RemoveConfiguration<any Sendable>) async throws {
        let before = current
        let removal = before.removal.overlaid(by: configuration)
        var state: RouteState?
        do {
            state = try begin(.removing) { $0.refusalToRemove() }
            let record = current
            try await inLane(of: record.module) { try await self.takeAway(record, removal) }
        } catch {
            if let state { rollBack(to: state, error) } else { keep(error) }
            await removal.failure?(error)
            await removal.completion?(.failure(error))
            report(.remove, error, before.module)
            throw error
        }
        await removal.success?()
        await removal.completion?(.success(()))
    }

    private func takeAway(_ record: Record, _ removal: RemoveConfiguration<any Sendable>) async throws {
        guard let module = record.module, let destination = record.destination.value else {
            throw RouteRefusal.destinationGone
        }
        let takeAway = try await action(for: record, of: module)
        do { try await removal.preparation?(destination) } catch { throw module.preparationError(error) }
        performer.notify(event(.willRemove, record, module, destination, .engine))
        try await takeAway()
        commit { $0.clear() }
        performer.notify(event(.didRemove, record, module, destination, .engine))
        watchForLeak(of: destination, from: module)
    }

    /// Returns what takes the object away: its presenter, else the `removes` of the module's factory.
    private func action(
        for record: Record, of module: BoundModule
    ) async throws(RouteRefusal) -> @Sendable () async throws -> Void {
        if let shown = record.shown, let presenter = performer.presenter(named: record.presenterName) {
            if let reason = await presenter.refusal(ofRemoving: shown) { throw .impossible(reason) }
            return { try await presenter.remove(shown) }
        }
        guard let removal = module.factory.actions.removal else {
            throw .noPresenter(record.presenterName ?? record.shown?.presentation.rawValue ?? "default")
        }
        // A class is held weakly, so it may be gone where an adapter made the destination of it.
        guard let product = record.made.value else { throw .destinationGone }
        let scope = MakeScope(snapshots.generation, for: record.request?.request(in: snapshots))
        let context = module.factory.anyContext(scope, record.change)
        return { try await removal(product, context) }
    }

    private func event(
        _ phase: RouteEvent.Phase, _ record: Record, _ module: BoundModule, _ destination: any Sendable,
        _ origin: RouteEvent.Origin
    ) -> RouteEvent {
        RouteEvent(
            phase, of: module, destination, route: RouteHandle(self), request: record.request?.request(in: snapshots),
            presentation: record.shown?.presentation, origin: origin)
    }

    private func watchForLeak(of destination: any Sendable, from module: BoundModule) {
        for check in performer.leakChecks { check.watch(destination, of: module, clock: runtime.options.clock) }
    }

    /// Records that the host's system removed the presented view.
    func recordRemoval() {
        guard let record = removeExternally(), let module = record.module, let destination = record.destination.value
        else { return }
        performer.notify(event(.didRemove, record, module, destination, .external))
        watchForLeak(of: destination, from: module)
    }
}
