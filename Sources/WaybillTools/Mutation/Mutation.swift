public import WaybillManifest

/// One small mistake that somebody might make in a set: what tests are there to notice.
///
/// Indices are those of the ``ManifestSet``.
public struct Mutation: Sendable, Hashable {
    public var kind: Kind
    /// Where the manifest says what is otherwise.
    public var span: SourceSpan

    public enum Kind: Sendable, Hashable {
        /// The interceptor does not run for requests that the route serves.
        case interceptor(Int, route: Int)
        /// The route has the priority with the other sign.
        case priority(route: Int)
        /// The interceptor has the order with the other sign.
        case order(interceptor: Int)
        /// A tag is gone; of a route also one of its module's.
        case tag(Owner, String)
        /// The interceptor does no longer apply everywhere.
        case everywhere(interceptor: Int)
        /// A literal of a pattern is another one.
        case literal(Owner, pattern: Int, segment: Int)
        /// A pattern without literals stands below one.
        case pattern(Owner, Int)
        /// A capture takes any value.
        case capture(Owner, String)
        /// One of several methods is no longer answered.
        case method(Owner, String)
        /// The `redirect` or `rewrite` leads elsewhere.
        case target(Owner)
        /// There is no fallback; the one of a tag, if one is given.
        case fallback(tag: String?)
    }

    public enum Owner: Sendable, Hashable {
        case route(Int)
        case interceptor(Int)
    }
}

extension Mutation.Kind {
    /// A word for programs.
    public var word: String {
        switch self {
        case .interceptor: "interceptor"
        case .priority: "priority"
        case .order: "order"
        case .tag: "tag"
        case .everywhere: "everywhere"
        case .literal: "literal"
        case .pattern: "pattern"
        case .capture: "capture"
        case .method: "method"
        case .target: "target"
        case .fallback: "fallback"
        }
    }

    /// The order of mutations of one place.
    fileprivate var rank: [Int] {
        switch self {
        case .interceptor(let interceptor, let route): [0, interceptor, route]
        case .priority: [1]
        case .order: [2]
        case .everywhere: [3]
        case .tag: [4]
        case .literal(_, let pattern, let segment): [5, pattern, segment]
        case .pattern(_, let pattern): [6, pattern]
        case .capture: [7]
        case .method: [8]
        case .target: [9]
        case .fallback: [10]
        }
    }
}

extension [Mutation] {
    /// By file and place.
    func sortedByPlace() -> [Mutation] {
        sorted { left, right in
            left.span == right.span
                ? left.kind.rank.lexicographicallyPrecedes(right.kind.rank) : left.span < right.span
        }
    }
}
