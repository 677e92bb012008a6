/// A factory whose types are all known.
final class ConfiguredFactory<T, C: Decodable & Sendable>: BoundFactory, @unchecked Sendable {  // holds constants
    let configuration: C
    private let definition: FactoryDefinition<T, C>.Parts

    init(_ configuration: C, _ definition: FactoryDefinition<T, C>.Parts) {
        self.configuration = configuration
        self.definition = definition
    }

    override var hasHooks: Bool { definition.hasHooks }
    override var isAsynchronous: Bool { definition.isAsynchronous }

    override func make(_ scope: MakeScope, _ change: ConfigurationChange?) throws -> Made {
        if let constructor = change?.constructor {
            return definition.box(try construct(constructor, context(scope, change)))
        }
        guard case .synchronous(let body) = definition.body else { throw NotSynchronous() }
        return definition.box(try body(completeContext(scope, change)))
    }

    override func makeAsynchronously(_ scope: MakeScope, _ change: ConfigurationChange?) async throws -> Made {
        guard case .asynchronous(let body) = definition.body, change?.constructor == nil else {
            return try make(scope, change)
        }
        return definition.box(try await body(completeContext(scope, change)))
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

    override var performing: (any FactoryPerforming)? { definition.performing }
    override var retires: Bool { definition.retirement != nil }

    override func retire(_ made: Any) async {
        if let retirement = definition.retirement, let product = made as? T { await retirement(product) }
    }

    override var runs: Bool { definition.lifecycle != nil }

    override func run(_ made: Any) async throws {
        if let lifecycle = definition.lifecycle, let product = made as? T { try await lifecycle(product) }
    }

    override func handle(_ event: String, _ payload: (any Sendable)?, _ scope: MakeScope) async throws {
        for body in definition.events[event] ?? [] { try await body(payload, context(scope, nil)) }
    }

    override func anyContext(_ scope: MakeScope, _ change: ConfigurationChange?) -> any Sendable {
        context(scope, change)
    }
    override var anyConfiguration: any Sendable { configuration }
    override func configuration(_ changed: Any) -> (any Sendable)? { changed as? C }

    /// Returns the context of the factory, with every required parameter.
    private func completeContext(_ scope: MakeScope, _ change: ConfigurationChange?) throws -> MakeContext<C> {
        let context = context(scope, change)
        let missing = definition.parameters.filter { !$0.isGiven(context.configuration) }.map(\.name)
        guard missing.isEmpty else { throw MissingParameters(names: missing) }
        return context
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

struct UnknownConstructor: Error, CustomStringConvertible {
    var name: String
    var known: [String]

    var description: String {
        "it has no constructor '\(name)'"
            + (known.isEmpty ? "" : "; it has \(known.map { "'\($0)'" }.joined(separator: ", "))")
    }
}
