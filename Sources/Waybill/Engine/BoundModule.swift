import WaybillManifest
import WaybillSyntax

/// A module of the manifests with its factory.
package final class BoundModule: Sendable {
    package let id: String
    let made: TypeName
    /// As the manifest declares it.
    package let declaration: Module
    package let lane: Lane?
    /// The route whose `with:` is laid over the module's; `nil` for the module itself.
    package let configuringRoute: String?
    let configurations: [ConfigurationConformance]
    package let factory: BoundFactory
    /// The conversions to the types that the factory was registered to provide.
    let conversions: [Conversion]
    /// `nil` for transient modules.
    package let instance: SharedInstance?
    /// The limit of modules that make each other, above which it counts as an endless recursion.
    package let recursionLimit: Int

    init(
        _ declaration: Module, made: TypeName, factory: BoundFactory, instance: SharedInstance?, lane: Lane?,
        configuringRoute: String? = nil, configurations: [ConfigurationConformance], conversions: [Conversion] = [],
        recursionLimit: Int
    ) {
        id = declaration.id.value
        self.declaration = declaration
        self.lane = lane
        self.configuringRoute = configuringRoute
        self.configurations = configurations
        self.conversions = conversions
        self.made = made
        self.factory = factory
        self.instance = instance
        self.recursionLimit = recursionLimit
    }

    /// Returns the conversion of what it makes to a type: the registered one, else a cast.
    package func conversion<P>(to type: P.Type) -> TypedConversion<P> {
        conversions.lazy.compactMap { $0 as? TypedConversion<P> }.first ?? TypedConversion(casting: CastConversion())
    }

    package func convert<P>(_ made: Made, by conversion: TypedConversion<P>) throws(RoutingError) -> P {
        do throws(Misfit) {
            return try conversion.convert(made.value)
        } catch {
            throw .adapterMismatch(protocol: TypeName(P.self).description, module: id, made: self.made.description)
        }
    }

    func catching<R>(_ body: () throws -> R) throws(RoutingError) -> R {
        do { return try body() } catch { throw makeError(error) }
    }

    /// Wraps an error of a caller's preparation.
    package func preparationError(_ error: any Error) -> RoutingError {
        .preparationFailed(module: id, underlying: error)
    }

    /// Wraps an error of a factory or a hook.
    func makeError(_ error: any Error) -> RoutingError {
        switch error {
        case RoutingError.dependencyCycle(let path): .dependencyCycle(path)
        case RoutingError.missingParameters(let names, let module): .missingParameters(names, module: module)
        case let missing as MissingParameters: .missingParameters(missing.names, module: id)
        case is NotSynchronous: .asynchronous(module: id)
        default: .makeFailed(module: id, underlying: error)
        }
    }
}
