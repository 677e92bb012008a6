import Waybill

/// The actions of a factory for performing, removing and adopting its modules. Its closures take the product and its
/// `MakeContext` with erased types, which are always the registered types.
struct FactoryActions: FactoryPerforming {
    typealias Action = @Sendable (_ made: Any, _ context: any Sendable) async throws -> Void

    var action: Action?
    var removal: Action?
    var removalRefusal: @Sendable (Any) -> String? = { _ in nil }
    var adopts: @Sendable (Any) -> Bool = { _ in true }

    var performs: Bool { action != nil }
    var performer: any ModulePerformer { Performer() }

    static func erased<T, C>(_ body: @escaping @Sendable (T, MakeContext<C>) async throws -> Void) -> Action {
        { made, context in
            guard let product = made as? T, let typed = context as? MakeContext<C> else { return }
            try await body(product, typed)
        }
    }
}

extension BoundFactory {
    var actions: FactoryActions { performing as? FactoryActions ?? FactoryActions() }
}
