package import WaybillManifest

/// Where the values for `${NAME}` in `with:` come from. They may change while a service runs.
package struct VariableSource: Sendable {
    /// Returns the values of one moment. Each attempt asks once, so a generation never mixes two moments.
    let snapshot: @Sendable () -> Environment
    /// Calls the function once it would notice a change, because values may have changed before, and after each change, until the
    /// task is cancelled. Calls without a change cost nothing but a comparison of the values in use.
    let follow: @Sendable (_ changed: @escaping @Sendable () async -> Void) async -> Void

    /// Values that never change.
    package init(_ values: [String: String]) {
        self.init(snapshot: { Environment(values) }, follow: { _ in })
    }

    package init(
        snapshot: @escaping @Sendable () -> Environment,
        follow: @escaping @Sendable (_ changed: @escaping @Sendable () async -> Void) async -> Void
    ) {
        (self.snapshot, self.follow) = (snapshot, follow)
    }
}
