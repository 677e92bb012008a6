/// Turns what a factory made into what a caller asked for.
///
/// A class and not a protocol, because a cast to a subclass is fast, and every `make` does one.
package class Conversion: @unchecked Sendable {  // has no state; the subclasses are final and hold Sendable constants
    /// The result's type, where it is known before a caller asks.
    let type: TypeName?

    fileprivate init(to type: TypeName?) { self.type = type }

    func convertAny(_ made: Any) throws(Misfit) -> Any { made }
}

/// A conversion to a type that the compiler knew at the registration.
package final class TypedConversion<P>: Conversion, @unchecked Sendable {  // its closure is Sendable
    let convert: @Sendable (Any) throws(Misfit) -> P

    init(to type: TypeName? = nil, _ convert: @escaping @Sendable (Any) throws(Misfit) -> P) {
        self.convert = convert
        super.init(to: type)
    }

    /// A cast, after `base`.
    convenience init(casting base: Conversion) {
        self.init { (made) throws(Misfit) in
            guard let value = try base.convertAny(made) as? P else { throw Misfit() }
            return value
        }
    }

    override func convertAny(_ made: Any) throws(Misfit) -> Any { try convert(made) }
}

/// Leaves the cast to the caller, who knows the type. Adapters without code and composed protocols convert like this.
final class CastConversion: Conversion, @unchecked Sendable {  // holds another conversion, a constant
    /// What runs first; `nil` casts the made object itself.
    private let base: Conversion?

    /// - Parameter base: What runs first. Of a cast after a cast one is enough, so that no chain of adapters without code
    ///   is too deep.
    init(after base: Conversion? = nil) {
        self.base = (base as? CastConversion).map(\.base) ?? base
        super.init(to: nil)
    }

    override func convertAny(_ made: Any) throws(Misfit) -> Any {
        if let base { try base.convertAny(made) } else { made }
    }
}

/// The value does not have the type that the conversion takes.
struct Misfit: Error {}
