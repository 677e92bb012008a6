/// Converts what a factory made to what a caller asked for.
///
/// It is a class and not a protocol, because a cast to a subclass is fast, and every `make` needs one.
package class Conversion: @unchecked Sendable {  // has no state; the subclasses are final and hold Sendable constants
    /// The result's type, if it is known before a caller asks.
    let type: TypeName?

    fileprivate init(to type: TypeName?) { self.type = type }

    func convertAny(_ made: Any) throws(Misfit) -> Any { made }
}

/// A conversion to a type that was known at compile time.
package final class TypedConversion<P>: Conversion, @unchecked Sendable {  // its closure is Sendable
    let convert: @Sendable (Any) throws(Misfit) -> P

    init(to type: TypeName? = nil, _ convert: @escaping @Sendable (Any) throws(Misfit) -> P) {
        self.convert = convert
        super.init(to: type)
    }

    /// Creates a cast, after `base`.
    convenience init(casting base: Conversion) {
        self.init { (made) throws(Misfit) in
            guard let value = try base.convertAny(made) as? P else { throw Misfit() }
            return value
        }
    }

    override func convertAny(_ made: Any) throws(Misfit) -> Any { try convert(made) }
}

/// Leaves the cast to the caller, who knows the type. Used by adapters without code and composed protocols.
final class CastConversion: Conversion, @unchecked Sendable {  // holds another conversion, a constant
    /// The conversion before the cast; `nil` to cast the made object itself.
    private let base: Conversion?

    /// - Parameter base: The conversion before the cast. A cast after a cast is merged with it, so that a long chain of
    ///   adapters without code is not nested.
    init(after base: Conversion? = nil) {
        self.base = (base as? CastConversion).map(\.base) ?? base
        super.init(to: nil)
    }

    override func convertAny(_ made: Any) throws(Misfit) -> Any {
        if let base { try base.convertAny(made) } else { made }
    }
}

/// The value does not have the type that the conversion needs.
struct Misfit: Error {}
