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
        let presenter = record.shown.flatMap { _ in performer.presenter(named: record.presenterName) }
        if let presenter, let shown = record.shown, let reason = await presenter.refusal(ofRemoving: shown) {
            throw RouteRefusal.impossible(reason)
        }
        do { try await removal.preparation?(destination) } catch { throw module.preparationError(error) }
        performer.notify(event(.willRemove, record, module, destination, .engine))
        if let presenter, let shown = record.shown {
            try await presenter.remove(shown)
        } else {
            let scope = MakeScope(snapshots.generation, for: record.request?.request(in: snapshots))
            let context = module.factory.anyContext(scope)
            try await module.factory.actions.removal?(record.made.value ?? destination, context)
        }
        commit { $0.clear() }
        performer.notify(event(.didRemove, record, module, destination, .engine))
        watchForLeak(of: destination, from: module)
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
