/// Turns what a factory made into what a caller asked for.
///
/// A class and not a protocol, because casting to a subclass is the fast kind of cast, and every `make` does one.
class Conversion: @unchecked Sendable {  // has no state; the subclasses are final and hold Sendable constants
    /// The result's type, where it is known before somebody asks.
    var type: TypeName? { nil }

    func convertAny(_ made: Any) throws(Misfit) -> Any { made }
}

/// A conversion to a type that the compiler knew when it was registered.
final class TypedConversion<P>: Conversion, @unchecked Sendable {  // its closure is
    let convert: @Sendable (Any) throws(Misfit) -> P

    init(_ convert: @escaping @Sendable (Any) throws(Misfit) -> P) {
        self.convert = convert
    }

    /// A conversion by a cast, `base` first.
    convenience init(casting base: Conversion) {
        self.init { (made) throws(Misfit) in
            guard let value = try base.convertAny(made) as? P else { throw Misfit() }
            return value
        }
    }

    override var type: TypeName? { TypeName(P.self) }

    override func convertAny(_ made: Any) throws(Misfit) -> Any { try convert(made) }
}

/// Leaves the cast to whoever asks, for then the type is known: identity adapters and composed protocols need no code.
final class CastConversion: Conversion, @unchecked Sendable {  // holds another conversion, for good
    /// What comes first: `nil` casts the made object itself.
    let base: Conversion?

    init(base: Conversion? = nil) {
        self.base = base
    }

    override func convertAny(_ made: Any) throws(Misfit) -> Any {
        if let base { try base.convertAny(made) } else { made }
    }
}

/// The value is not of the type that the conversion takes.
struct Misfit: Error {}
