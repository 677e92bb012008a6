import Synchronization
import WaybillManifest
import WaybillRules

/// A registered factory with erased types, for binding.
protocol FactoryEntry: AnyObject, Sendable {
    var site: RegistryDescription.Site { get }
    /// The type of what it makes.
    var made: TypeName { get }
    var isClass: Bool { get }
    /// Whether that is a protocol that was not stated, but inferred by the compiler from the use of the products.
    var isGuessed: Bool { get }
    var isSendable: Bool { get }
    /// The type into which `with:` is decoded; `nil` if it takes no configuration.
    var configuration: ConfigurationType? { get }
    var conformances: TypeIndex<Conformance> { get }
    var configurations: TypeIndex<ConfigurationConformance> { get }
    var performing: (any FactoryPerforming)? { get }
    var isAsynchronous: Bool { get }
    var runs: Bool { get }
    /// Whether only its closure can ask for other modules, synchronously while it makes, or later by a stored context.
    var hasOnlyClosure: Bool { get }

    /// Decodes the configuration, once for each module and for each route that overlays one.
    func bind(_ source: ConfigurationSource) throws(Unbindable) -> BoundFactory
}

/// A registered factory with the hooks and conformances that were added since.
package final class FactoryDefinition<T, C: Decodable & Sendable>: FactoryEntry {
    enum Body: Sendable {
        case synchronous(@Sendable (MakeContext<C>) throws -> T)
        case asynchronous(@Sendable (MakeContext<C>) async throws -> T)
    }

    enum Hook: Sendable {
        case synchronous(@Sendable (inout T, MakeContext<C>) throws -> Void)
        case asynchronous(@Sendable (inout T, MakeContext<C>) async throws -> Void)

        var isAsynchronous: Bool {
            if case .asynchronous = self { true } else { false }
        }
    }

    typealias Constructor = @Sendable (any Sendable, MakeContext<C>) throws -> T

    /// The closures of a bound factory.
    package struct Parts: Sendable {
        var body: Body
        /// Boxes a product. Only the registration knows whether it is `Sendable`.
        var box: @Sendable (T) -> Made
        var preparing: [Hook] = []
        var finishing: [Hook] = []
        var constructors: [String: Constructor] = [:]
        var retirement: (@Sendable (T) async -> Void)?
        var lifecycle: (@Sendable (T) async throws -> Void)?
        var events: [String: [@Sendable ((any Sendable)?, MakeContext<C>) async throws -> Void]] = [:]
        /// Parameters that must be set before anything is made.
        var parameters: [(name: String, isGiven: @Sendable (C) -> Bool)] = []
        /// The registration of `WaybillPresentation`.
        package var performing: (any FactoryPerforming)?
        var hasOnlyClosure: Bool {
            !hasHooks && !isAsynchronous && constructors.isEmpty && events.isEmpty && performing == nil
        }

        var hasHooks: Bool { !preparing.isEmpty || !finishing.isEmpty }

        /// The hooks `preparing`, then `finishing`.
        var hooks: [Hook] { preparing + finishing }

        var isAsynchronous: Bool {
            if case .asynchronous = body { return true }
            // A key path to a member of a generic type would be created at each call.
            return hooks.contains { $0.isAsynchronous }
        }
    }

    private struct State {
        var parts: Parts
        var conformances = TypeIndex<Conformance>()
        var configurations = TypeIndex<ConfigurationConformance>()
    }

    let site: RegistryDescription.Site
    let made = TypeName(T.self)
    let isClass = T.self is AnyClass
    let isGuessed: Bool
    let isSendable: Bool
    private let state: Mutex<State>

    init(
        _ body: Body, box: @escaping @Sendable (T) -> Made, site: RegistryDescription.Site,
        isSendable: Bool, isStated: Bool
    ) {
        self.site = site
        isGuessed = !isStated && TypeName.isProtocol(T.self)
        self.isSendable = isSendable
        state = Mutex(State(parts: Parts(body: body, box: box)))
    }

    var configuration: ConfigurationType? { C.self == NoConfiguration.self ? nil : C.self }
    var conformances: TypeIndex<Conformance> { state.withLock { $0.conformances } }
    var configurations: TypeIndex<ConfigurationConformance> { state.withLock { $0.configurations } }
    var performing: (any FactoryPerforming)? { state.withLock { $0.parts.performing } }
    var isAsynchronous: Bool { state.withLock { $0.parts.isAsynchronous } }
    var runs: Bool { state.withLock { $0.parts.lifecycle != nil } }
    var hasOnlyClosure: Bool { state.withLock { $0.parts.hasOnlyClosure } }

    func bind(_ source: ConfigurationSource) throws(Unbindable) -> BoundFactory {
        bound(try source.decode(C.self))
    }

    func bound(_ configuration: C) -> BoundFactory { ConfiguredFactory(configuration, state.withLock { $0.parts }) }

    func add(_ conformance: Conformance) {
        state.withLock { $0.conformances.add(conformance, for: conformance.type.names) }
    }

    func add(_ conformance: ConfigurationConformance) {
        state.withLock { $0.configurations.add(conformance, for: conformance.type.names) }
    }

    package func change(_ body: (inout Parts) -> Void) { state.withLock { body(&$0.parts) } }
}

/// Passes a configuration to a factory.
/// One type that a factory's products provide.
struct Conformance: Sendable {
    var type: TypeName
    var conversion: Conversion
}
