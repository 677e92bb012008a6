extension PerformedRoute {
    /// The way of every removal. In this order: refusals, preparing, `willRemove`, taking away, the new state, `didRemove`, the
    /// handlers.
    func remove(_ configuration: RemoveConfiguration<any Sendable>) async throws {
        let before = current
        let removal = before.removal.overlaid(by: configuration)
        var state: RouteState?
        do {
            state = try begin(.removing) { $0.refusalToRemove() }
            try await takeAway(current, removal)
        } catch {
            if let state { rollBack(to: state, error) } else { note(error) }
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
            throw RoutingError.refused(.destinationGone)
        }
        let presenter = record.shown.flatMap { _ in self.presenter(of: record) }
        if let presenter, let shown = record.shown, let reason = await presenter.refusal(ofRemoving: shown) {
            throw RoutingError.refused(.impossible(reason))
        }
        try await removal.preparation?(destination)
        let observers = router.runtime.observers
        let event = { (phase: RouteEvent.Phase) in
            self.event(phase, module, destination, record.request, record.shown?.presentation, .engine)
        }
        observers.notify(event(.willRemove))
        if let presenter, let shown = record.shown {
            try await presenter.remove(shown)
        } else {
            try await module.factory.remove(
                record.made.value ?? destination, MakeScope(router.generation, for: record.request))
        }
        commit { $0.clear() }
        observers.notify(event(.didRemove))
        router.watchForLeak(of: destination, from: module)
    }

    private func presenter(of record: Record) -> (any Presenter)? {
        router.runtime.presenters[record.presenterName ?? Registry.mainPresenter]
    }

    /// Takes note that the host's system removed what was shown.
    func noteRemoved() {
        guard let record = removeExternally(), let module = record.module, let destination = record.destination.value
        else { return }
        router.runtime.observers.notify(
            event(.didRemove, module, destination, record.request, record.shown?.presentation, .external))
        router.watchForLeak(of: destination, from: module)
    }
}
