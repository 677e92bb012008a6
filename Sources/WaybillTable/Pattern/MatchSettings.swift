/// The comparison of paths, for a whole table (`settings:` in a manifest).
public struct MatchSettings: Sendable, Hashable {
    /// Whether `/Notes` and `/notes` are different paths. Only the case of ASCII letters can be ignored.
    public var isCaseSensitive: Bool
    public var trailingSlash: TrailingSlash

    /// The meaning of one `/` at the end of a path.
    public enum TrailingSlash: String, Sendable, Hashable, CaseIterable {
        /// One trailing `/` of URL and pattern is dropped.
        case ignore
        /// A trailing `/` must be on both sides or on none. A catch-all takes it with what it takes.
        case strict
    }

    public init(isCaseSensitive: Bool = true, trailingSlash: TrailingSlash = .ignore) {
        self.isCaseSensitive = isCaseSensitive
        self.trailingSlash = trailingSlash
    }
}

extension MatchSettings {
    /// Returns whether a URL must have a trailing slash to match a pattern; `nil` if that does not matter, because the
    /// settings ignore it, or the pattern ends with `**` (law 2).
    package func slash(of pattern: Pattern) -> Bool? {
        trailingSlash == .strict && pattern.catchAll == nil ? pattern.hasTrailingSlash : nil
    }
}
