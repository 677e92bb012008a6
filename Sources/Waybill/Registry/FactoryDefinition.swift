import Synchronization
import WaybillManifest

/// A registered factory, with its types erased: what binding asks it.
@usableFromInline
class FactoryEntry: @unchecked Sendable {  // the one subclass keeps what changes in a Mutex
    let site: RegistrationSite
    /// The type of what it makes.
    let made: TypeName
    let isClass: Bool
    let isSendable: Bool
    let takesConfiguration: Bool

    init(site: RegistrationSite, made: TypeName, isClass: Bool, isSendable: Bool, takesConfiguration: Bool) {
        self.site = site
        self.made = made
        self.isClass = isClass
        self.isSendable = isSendable
        self.takesConfiguration = takesConfiguration
    }

    var conformances: [Conformance] { [] }
    var configurations: [ConfigurationConformance] { [] }
    var isAsynchronous: Bool { false }

    /// Decodes the configuration, once for each module and each route that overlays one.
    func bind(_ source: ConfigurationSource) throws(Unbindable) -> BoundFactory {
        throw Unbindable(diagnostics: [])
    }
}

/// A registered factory, and what was said about it since.
@usableFromInline
final class FactoryDefinition<T, C: Decodable & Sendable>: FactoryEntry, @unchecked Sendable {  // as its superclass
    @usableFromInline
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

    /// What a bound factory runs.
    struct Parts: Sendable {
        var body: Body
        /// Gives the configuration to the factory, in one closure that the compiler has specialised.
        var direct: Direct<T, C>?
        /// Says whether what is made is `Sendable`, which only the registration knows.
        var box: @Sendable (T) -> Made
        var preparing: [Hook] = []
        var finishing: [Hook] = []
        var constructors: [String: Constructor] = [:]
        var action: (@Sendable (T, MakeContext<C>) async throws -> Void)?
        var removal: (@Sendable (T, MakeContext<C>) async throws -> Void)?
        var removalRefusal: (@Sendable (T) -> String?)?
        var retirement: (@Sendable (T) async -> Void)?
        var adopts: (@Sendable (T) -> Bool)?
        var events: [String: [@Sendable ((any Sendable)?, MakeContext<C>) async throws -> Void]] = [:]
        /// Those that must be given before anything is made.
        var parameters: [(name: String, isGiven: @Sendable (C) -> Bool)] = []
        /// `preparing`, then `finishing`.
        var hooks: [Hook] { preparing + finishing }

        var isAsynchronous: Bool {
            if case .asynchronous = body { return true }
            return hooks.contains(where: \.isAsynchronous)
        }
    }

    private struct State {
        var parts: Parts
        var conformances: [Conformance] = []
        var configurations: [ConfigurationConformance] = []
    }

    private let state: Mutex<State>

    init(
        _ body: Body, direct: Direct<T, C>?, box: @escaping @Sendable (T) -> Made, site: RegistrationSite,
        isSendable: Bool
    ) {
        state = Mutex(State(parts: Parts(body: body, direct: direct, box: box)))
        super.init(
            site: site, made: TypeName(T.self), isClass: T.self is AnyClass, isSendable: isSendable,
            takesConfiguration: C.self != NoConfiguration.self)
    }

    override var conformances: [Conformance] { state.withLock { $0.conformances } }
    override var configurations: [ConfigurationConformance] { state.withLock { $0.configurations } }
    override var isAsynchronous: Bool { state.withLock { $0.parts.isAsynchronous } }

    override func bind(_ source: ConfigurationSource) throws(Unbindable) -> BoundFactory {
        bound(try source.decode(C.self))
    }

    func bound(_ configuration: C) -> BoundFactory { ConfiguredFactory(configuration, state.withLock { $0.parts }) }

    func add(_ conformance: Conformance) { state.withLock { $0.conformances.append(conformance) } }

    func add(_ conformance: ConfigurationConformance) { state.withLock { $0.configurations.append(conformance) } }

    func change(_ body: (inout Parts) -> Void) { state.withLock { body(&$0.parts) } }
}

/// Makes, without hooks. A struct around the closure, for a closure that stands in an optional is called through thunks.
@usableFromInline
struct Producer<T>: Sendable {
    @usableFromInline let make: @Sendable (MakeScope) throws -> T

    @usableFromInline
    init(_ make: @escaping @Sendable (MakeScope) throws -> T) { self.make = make }
}

/// Gives a configuration to a factory.
@usableFromInline
struct Direct<T, C>: Sendable {
    let configure: @Sendable (C) -> Producer<T>

    @usableFromInline
    init(_ configure: @escaping @Sendable (C) -> Producer<T>) { self.configure = configure }
}

/// One type that the things a factory makes can be had as.
struct Conformance: Sendable {
    var type: TypeName
    var conversion: Conversion
    /// The short way for what needs neither hooks nor a lock; `nil` where the factory is not of the stated type.
    var maker: @Sendable (BoundFactory) -> Maker?
}

/// A configuration protocol that callers can configure a factory through.
struct ConfigurationConformance: Sendable {
    var type: TypeName
    var changer: Changer
}
