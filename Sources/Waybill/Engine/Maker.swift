/// Makes an object of a type that only its subclass knows.
@usableFromInline
class Maker: @unchecked Sendable {}  // has no state; the one subclass is final and holds a Sendable constant

/// Makes a `P` with one call, without boxes and casts.
@usableFromInline
final class TypedMaker<P>: Maker, @unchecked Sendable {  // its closure is Sendable
    @usableFromInline let make: @Sendable (MakeScope) throws -> P

    init(_ make: @escaping @Sendable (MakeScope) throws -> P) {
        self.make = make
    }
}

/// Makes without hooks. A struct around the closure, because a closure in an optional is called through thunks.
@usableFromInline
struct Producer<T>: Sendable {
    @usableFromInline let make: @Sendable (MakeScope) throws -> T

    @usableFromInline
    init(_ make: @escaping @Sendable (MakeScope) throws -> T) { self.make = make }
}

/// A transient module without hooks, and the maker that makes it with one call.
@safe final class DirectProvider: @unchecked Sendable {  // constants; the unmanaged ones point to the other two
    let module: BoundModule
    let maker: Maker
    /// The same module, for callers that need no reference of their own.
    @unsafe let lentModule: Unmanaged<BoundModule>  // `module` retains it
    @unsafe let lentMaker: Unmanaged<Maker>  // `maker` retains it

    init(_ module: BoundModule, _ maker: Maker) {
        self.module = module
        self.maker = maker
        unsafe lentModule = Unmanaged.passUnretained(module)  // `module` retains it as long as this object lives
        unsafe lentMaker = Unmanaged.passUnretained(maker)  // `maker` retains it as long as this object lives
    }

    func maker<P>(of type: P.Type) -> TypedMaker<P> {
        unsafe unsafeDowncast(maker, to: TypedMaker<P>.self)  // the table's keys are the types of its makers
    }
}
