extension Router {
    /// Reports an event of the application to every module that registered for it with `on`, one after another, in the
    /// order of the modules' ids.
    /// - Throws: The first error of a module, after all modules were called.
    public func report(_ event: String, _ payload: (any Sendable)? = nil) async throws {
        let generation = generation
        var failure: (any Error)?
        for info in generation.modules {
            do {
                try await info.module.factory.handle(event, payload, MakeScope(generation))
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
