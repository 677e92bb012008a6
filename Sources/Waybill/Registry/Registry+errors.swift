public import WaybillManifest

extension Registry {
    /// Registers a function that is called once for each failure, before the caller gets the error. If a perform fails,
    /// its failure handlers are called first.
    ///
    /// It runs in the task or on the thread of the call, and delays it. Calls may be concurrent.
    /// - Parameter kind: Only failures of modules of this kind; `nil` for all failures, also those without a module.
    public mutating func onError(
        of kind: Module.Kind? = nil, _ body: @escaping @Sendable (RouteFailure) -> Void
    ) {
        errorSinks.append { failure in
            if kind == nil || failure.kind == kind { body(failure) }
        }
    }
}
