public import Waybill

/// Actions for performing and removing a module.
extension FactoryRegistration {
    /// Registers the action of performing, which replaces a presenter. Opening a route to the module performs it too.
    @discardableResult
    public func performs(
        _ body: @escaping @Sendable (T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        changeActions { $0.action = FactoryActions.erased(body) }
    }

    /// Registers the action of removing, which replaces a presenter. A service without it cannot be removed.
    ///
    /// - Parameter refusal: Returns why it cannot be removed now; `nil` if it can. Changes nothing.
    @discardableResult
    public func removes(
        unless refusal: @escaping @Sendable (T) -> String? = { _ in nil },
        _ body: @escaping @Sendable (T, MakeContext<Configuration>) async throws -> Void
    ) -> Self {
        changeActions {
            $0.removal = FactoryActions.erased(body)
            $0.removalRefusal = { made in (made as? T).flatMap(refusal) }
        }
    }

    /// Registers whether the module adopts objects that were made elsewhere. By default, it does.
    @discardableResult
    public func adopts(_ decide: @escaping @Sendable (T) -> Bool) -> Self {
        changeActions { $0.adopts = { existing in (existing as? T).map(decide) ?? false } }
    }

    private func changeActions(_ change: (inout FactoryActions) -> Void) -> Self {
        definition.change { parts in
            var actions = parts.performing as? FactoryActions ?? FactoryActions()
            change(&actions)
            parts.performing = actions
        }
        return self
    }
}
