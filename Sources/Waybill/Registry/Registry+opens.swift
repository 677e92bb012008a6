extension Registry {
    /// Registers an observer of opens: it is told each open that has ended, whatever it led to and however it ended, and cannot
    /// change it.
    ///
    /// It runs in the task of the open, and delays it; without observers, opens cost nothing more. Observers run in the order of
    /// their registration.
    ///
    ///     registry.observeOpens { open in log(open.routeTemplate ?? "none", open.duration) }
    public mutating func observeOpens(_ body: @escaping @Sendable (OpenEvent) -> Void) {
        openObservers.append(body)
    }
}
