public import WaybillManifest

extension Registry {
    /// Registers a function that is called once for each failure, after the error was thrown to the caller's handlers.
    ///
    /// - Parameter kind: Only failures of modules of this kind; `nil` for all failures, also those without a module.
    public mutating func onError(
        of kind: Module.Kind? = nil, _ body: @escaping @Sendable (RouteFailure) -> Void
    ) {
        errorSinks.append { failure in
            if kind == nil || failure.kind == kind { body(failure) }
        }
    }
}
