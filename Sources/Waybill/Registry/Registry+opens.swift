extension Registry {
    /// Registers an observer of opens. It is called for each open that has ended, whatever its result, and cannot
    /// change it.
    ///
    /// It runs in the task of the open, and delays it. Observers run in the order of their registration.
    ///
    ///     registry.observeOpens { open in log(open.routeTemplate ?? "none", open.duration) }
    public mutating func observeOpens(_ body: @escaping @Sendable (OpenEvent) -> Void) {
        openObservers.append(body)
    }
}
