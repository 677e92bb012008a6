/// A factory with its configuration decoded.
///
/// Classes and not closures, so that a caller who knows the types pays for one virtual call and no boxes.
class BoundFactory: @unchecked Sendable {  // the subclasses are final and hold Sendable constants
    /// Whether there is something to run between making and handing over.
    var hasHooks: Bool { false }
    var isAsynchronous: Bool { false }

    func make(_ scope: MakeScope, _ change: ConfigurationChange?) throws -> Made {
        throw NotSynchronous()
    }

    func makeAsynchronously(_ scope: MakeScope, _ change: ConfigurationChange?) async throws -> Made {
        try make(scope, change)
    }

    /// Runs the module's own hooks, in the order of their registration: first all that prepare, then all that finish.
    func prepare(_ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?) throws {}

    func prepareAsynchronously(
        _ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?
    ) async throws {
        try prepare(&made, scope, change)
    }

    /// What somebody prepared as another type, back as what the factory makes; `nil` behind an adapter.
    func absorb(_ prepared: Any) -> Made? { nil }

    // MARK: What else was registered

    var performs: Bool { false }
    var removes: Bool { false }
    func perform(_ made: Any, _ scope: MakeScope) async throws {}
    func remove(_ made: Any, _ scope: MakeScope) async throws {}
    func refusalToRemove(_ made: Any) -> String? { nil }
    var retires: Bool { false }
    func retire(_ made: Any) async {}
    func adopts(_ existing: Any) -> Bool { false }
    func handle(_ event: String, _ payload: (any Sendable)?, _ scope: MakeScope) async throws {}

    // MARK: Its configuration

    var anyConfiguration: any Sendable { NoConfiguration() }
    /// A changed configuration as the type that the factory takes.
    func configuration(_ changed: Any) -> (any Sendable)? { nil }
    func missingParameters(of configuration: any Sendable) -> [String] { [] }
}

/// A factory whose product's type is known.
class FactoryOf<T>: BoundFactory, @unchecked Sendable {  // as its superclass
    /// Makes, without hooks; `nil` where it must be awaited.
    var direct: Producer<T>? { nil }
}

/// A factory whose types are all known.
final class ConfiguredFactory<T, C: Decodable & Sendable>: FactoryOf<T>, @unchecked Sendable {  // holds constants
    let configuration: C
    private let definition: FactoryDefinition<T, C>.Parts

    init(_ configuration: C, _ definition: FactoryDefinition<T, C>.Parts) {
        self.configuration = configuration
        self.definition = definition
    }

    override var hasHooks: Bool { !definition.hooks.isEmpty }
    override var isAsynchronous: Bool { definition.isAsynchronous }

    override var direct: Producer<T>? { definition.direct?.configure(configuration) }

    override func make(_ scope: MakeScope, _ change: ConfigurationChange?) throws -> Made {
        let context = context(scope, change)
        guard let constructor = change?.constructor else {
            guard case .synchronous(let body) = definition.body else { throw NotSynchronous() }
            return definition.box(try body(context))
        }
        return definition.box(try construct(constructor, context))
    }

    override func makeAsynchronously(_ scope: MakeScope, _ change: ConfigurationChange?) async throws -> Made {
        guard case .asynchronous(let body) = definition.body, change?.constructor == nil else {
            return try make(scope, change)
        }
        return definition.box(try await body(context(scope, change)))
    }

    override func prepare(_ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?) throws {
        guard hasHooks, var product = made.value as? T else { return }
        let context = context(scope, change)
        for hook in definition.hooks {
            guard case .synchronous(let body) = hook else { throw NotSynchronous() }
            try body(&product, context)
        }
        made = definition.box(product)
    }

    override func prepareAsynchronously(
        _ made: inout Made, _ scope: MakeScope, _ change: ConfigurationChange?
    ) async throws {
        guard hasHooks, var product = made.value as? T else { return }
        let context = context(scope, change)
        for hook in definition.hooks {
            switch hook {
            case .synchronous(let body): try body(&product, context)
            case .asynchronous(let body): try await body(&product, context)
            }
        }
        made = definition.box(product)
    }

    override func absorb(_ prepared: Any) -> Made? {
        (prepared as? T).map(definition.box)
    }

    override var performs: Bool { definition.action != nil }
    override var removes: Bool { definition.removal != nil }

    override func perform(_ made: Any, _ scope: MakeScope) async throws {
        guard let action = definition.action, let product = made as? T else { return }
        try await action(product, context(scope, nil))
    }

    override func remove(_ made: Any, _ scope: MakeScope) async throws {
        guard let removal = definition.removal, let product = made as? T else { return }
        try await removal(product, context(scope, nil))
    }

    override var retires: Bool { definition.retirement != nil }

    override func retire(_ made: Any) async {
        if let retirement = definition.retirement, let product = made as? T { await retirement(product) }
    }

    override func refusalToRemove(_ made: Any) -> String? {
        (made as? T).flatMap { product in definition.removalRefusal?(product) }
    }

    override func adopts(_ existing: Any) -> Bool {
        guard let product = existing as? T else { return false }
        return definition.adopts?(product) ?? true
    }

    override func handle(_ event: String, _ payload: (any Sendable)?, _ scope: MakeScope) async throws {
        for body in definition.events[event] ?? [] { try await body(payload, context(scope, nil)) }
    }

    override var anyConfiguration: any Sendable { configuration }
    override func configuration(_ changed: Any) -> (any Sendable)? { changed as? C }

    override func missingParameters(of configuration: any Sendable) -> [String] {
        guard let configuration = configuration as? C else { return [] }
        return definition.parameters.filter { !$0.isGiven(configuration) }.map(\.name)
    }

    private func context(_ scope: MakeScope, _ change: ConfigurationChange?) -> MakeContext<C> {
        MakeContext(configuration: change?.configuration as? C ?? configuration, scope: scope)
    }

    private func construct(
        _ constructor: (name: String, argument: any Sendable), _ context: MakeContext<C>
    ) throws -> T {
        guard let body = definition.constructors[constructor.name] else {
            throw UnknownConstructor(name: constructor.name, known: definition.constructors.keys.sorted())
        }
        return try body(constructor.argument, context)
    }
}

/// A factory, or a hook, that must be awaited was reached by a caller who cannot.
struct NotSynchronous: Error {}

struct UnknownConstructor: Error, CustomStringConvertible {
    var name: String
    var known: [String]

    var description: String {
        "it has no constructor '\(name)'"
            + (known.isEmpty ? "" : "; it has \(known.map { "'\($0)'" }.joined(separator: ", "))")
    }
}
