/// A module of the manifests with its factory.
final class BoundModule: Sendable {
    let id: String
    let made: TypeName
    let factory: BoundFactory
    /// `nil` for transient modules.
    let instance: SharedInstance?
    /// Whether an instance made for an earlier generation still serves.
    let meaning: ModuleMeaning
    /// How deep modules may make each other before it is taken for a recursion without end.
    let recursionLimit: Int

    init(
        id: String, made: TypeName, factory: BoundFactory, instance: SharedInstance?, meaning: ModuleMeaning,
        recursionLimit: Int
    ) {
        self.id = id
        self.made = made
        self.factory = factory
        self.instance = instance
        self.meaning = meaning
        self.recursionLimit = recursionLimit
    }

    func convert<P>(_ made: Made, by conversion: TypedConversion<P>) throws(RoutingError) -> P {
        do throws(Misfit) {
            return try conversion.convert(made.value)
        } catch {
            throw .adapterMismatch(protocol: TypeName(P.self).description, module: id, made: self.made.description)
        }
    }

    func catching<R>(_ body: () throws -> R) throws(RoutingError) -> R {
        do { return try body() } catch { throw makeError(error) }
    }

    /// What a factory or a hook threw, as callers see it.
    func makeError(_ error: any Error) -> RoutingError {
        switch error {
        case RoutingError.dependencyCycle(let path): .dependencyCycle(path)
        case is NotSynchronous: .asynchronous(module: id)
        default: .makeFailed(module: id, underlying: error)
        }
    }
}
