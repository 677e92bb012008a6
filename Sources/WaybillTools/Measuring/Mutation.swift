import WaybillManifest
public import WaybillSyntax

/// One small change of a set, as a person might make by mistake. The changed set is the mutant.
///
/// Indices are those of the ``/WaybillManifest/ManifestSet``.
public struct Mutation: Sendable, Hashable {
    public var kind: Kind
    /// The place of the change in the manifest.
    public var span: SourceSpan

    /// The kinds of changes, with what they change.
    public enum Kind: Sendable, Hashable {
        /// The interceptor does not run for requests that the route serves.
        case interceptor(Int, route: Int)
        /// The route has the priority with the other sign.
        case priority(route: Int)
        /// The interceptor has the order with the other sign.
        case order(interceptor: Int)
        /// A tag is removed; for a route also one of its module's.
        case tag(Owner, String)
        /// The interceptor applies only in views of its tags.
        case everywhere(interceptor: Int)
        /// A literal of a pattern is changed.
        case literal(Owner, pattern: Int, segment: Int)
        /// A pattern without literals gets one at the start.
        case pattern(Owner, Int)
        /// A capture loses its constraint.
        case capture(Owner, String)
        /// One of several methods is removed.
        case method(Owner, String)
        /// The `forward`, `redirect` or `rewrite` leads elsewhere.
        case target(Owner)
        /// A redirect has another status.
        case status(route: Int)
        /// The fallback is removed: the one of the tag, if a tag is given.
        case fallback(tag: String?)
        /// The fallback leaves requests with the wrong method.
        case otherMethods
    }

    /// The route or the interceptor that is changed, as an index.
    public enum Owner: Sendable, Hashable {
        case route(Int)
        case interceptor(Int)
    }
}

extension Mutation.Kind {
    /// The name in the JSON report.
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
        case .status: "status"
        case .fallback: "fallback"
        case .otherMethods: "other-methods"
        }
    }

    /// Orders the mutations of one place.
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
        case .status: [10]
        case .fallback: [11]
        case .otherMethods: [12]
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
