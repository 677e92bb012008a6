/// The context of a make: its generation and its open.
@usableFromInline
package struct MakeScope: Sendable {
    @usableFromInline let generation: Generation
    @usableFromInline let opening: OpeningScope?

    @inlinable
    init(_ generation: Generation) {
        self.generation = generation
        opening = nil
    }

    package init(_ generation: Generation, for request: RouteRequest?) {
        self.generation = generation
        opening = request.map(OpeningScope.init)
    }
}

/// A request on the heap, so that a scope without a request has two words.
@usableFromInline
final class OpeningScope: Sendable {
    let request: RouteRequest

    init(_ request: RouteRequest) {
        self.request = request
    }
}

/// The product of a factory. The two cases preserve whether the compiler knew it to be `Sendable`.
@usableFromInline
package enum Made {
    case sendable(any Sendable)
    case local(Any)

    package var value: Any {
        switch self {
        case .sendable(let value): value
        case .local(let value): value
        }
    }
}
