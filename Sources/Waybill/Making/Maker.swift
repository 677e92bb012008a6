/// Makes something of a type that only its subclass knows.
@usableFromInline
class Maker: @unchecked Sendable {}  // has no state; the one subclass is final and holds a Sendable constant

/// Makes a `P` with one call: no boxes, no casts.
@usableFromInline
final class TypedMaker<P>: Maker, @unchecked Sendable {  // its closure is
    @usableFromInline let make: @Sendable (MakeScope) throws -> P

    init(_ make: @escaping @Sendable (MakeScope) throws -> P) {
        self.make = make
    }
}
