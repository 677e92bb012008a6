package import WaybillTable

/// A set of views: optionally the plain one, and the views that have none of some tags, and at least one of each of
/// some sets of tags. The universe of tags is infinite: there is always a tag that no set names.
package struct ViewSet: Sendable, Hashable {
    /// Whether it contains the plain open.
    package let isPlain: Bool
    /// `nil` if it contains no view with tags.
    package let tagged: Tagged?

    package struct Tagged: Sendable, Hashable {
        /// Tags that a view must not have.
        package private(set) var excluded: Set<String> = []
        /// A view must have one tag of each set. The sets are not empty, contain no excluded tag, and none contains
        /// another.
        package private(set) var hits: [Set<String>] = []

        fileprivate static let all = Tagged(excluded: [], hits: [])
    }

    /// The plain open and every view of tags.
    static let all = ViewSet(isPlain: true, tagged: .all)

    /// The views that see an entry with these tags.
    init(seeing tags: Set<String>) {
        self.init(isPlain: true, tagged: Tagged.all.hitting(tags))
    }

    /// The views with one tag and without others; without a required tag, the plain open is included.
    init(with tag: String?, without others: Set<String>) {
        let rest = Tagged.all.excluding(others)
        self.init(isPlain: tag == nil, tagged: tag.map { rest?.hitting([$0]) } ?? rest)
    }

    private init(isPlain: Bool, tagged: Tagged?) {
        self.isPlain = isPlain
        self.tagged = tagged
    }

    /// An empty set is `nil` below, so that no value is ever empty.
    private init?(nonEmpty isPlain: Bool, _ tagged: Tagged?) {
        guard isPlain || tagged != nil else { return nil }
        self.init(isPlain: isPlain, tagged: tagged)
    }

    func intersection(_ other: ViewSet) -> ViewSet? {
        if other == .all { return self }
        var shared: Tagged?
        if let tagged, let others = other.tagged { shared = tagged.intersection(others) }
        return ViewSet(nonEmpty: isPlain && other.isPlain, shared)
    }

    /// Returns the views that are not in the other set, in disjoint parts.
    package func subtracting(_ other: ViewSet) -> [ViewSet] {
        if other == .all { return [] }
        var parts: [Tagged?] = tagged.map { own in other.tagged.map(own.subtracting) ?? [own] } ?? []
        let keepsPlain = isPlain && !other.isPlain
        if keepsPlain && parts.isEmpty { parts = [nil] }
        return parts.enumerated().compactMap { ViewSet(nonEmpty: keepsPlain && $0 == 0, $1) }
    }

    package func contains(_ view: TagView) -> Bool {
        guard let tags = view.tags else { return isPlain }
        guard let tagged, !tags.isEmpty else { return false }
        return tagged.excluded.isDisjoint(with: tags) && tagged.hits.allSatisfy { !$0.isDisjoint(with: tags) }
    }

    /// A member: the plain open, or a view of few tags.
    var sample: TagView {
        guard !isPlain, let tagged else { return .everything }
        var tags: Set<String> = []
        for hit in tagged.hits where tags.isDisjoint(with: hit) { hit.min().map { _ = tags.insert($0) } }
        if tags.isEmpty {
            var tag = "other"
            while tagged.excluded.contains(tag) { tag += "-x" }
            tags = [tag]
        }
        return TagView(tags)
    }
}

extension ViewSet.Tagged {
    /// Returns the views that also have one of these tags.
    fileprivate func hitting(_ tags: Set<String>) -> Self? {
        let left = tags.subtracting(excluded)
        if left.isEmpty { return nil }
        if hits.contains(where: { $0.isSubset(of: left) }) { return self }
        var copy = self
        copy.hits = hits.filter { !left.isSubset(of: $0) } + [left]
        return copy
    }

    /// Returns the views without these tags.
    fileprivate func excluding(_ tags: Set<String>) -> Self? {
        var copy = Self(excluded: excluded.union(tags), hits: [])
        for hit in hits {
            guard let constrained = copy.hitting(hit) else { return nil }
            copy = constrained
        }
        return copy
    }

    fileprivate func intersection(_ other: Self) -> Self? {
        other.hits.reduce(excluding(other.excluded)) { $0?.hitting($1) }
    }

    /// Returns the views that violate a condition of the other, divided by the first violated one.
    fileprivate func subtracting(_ other: Self) -> [Self] {
        var parts: [Self] = []
        var shared = self
        for tag in other.excluded.sorted() {
            if let part = shared.hitting([tag]) { parts.append(part) }
            guard let rest = shared.excluding([tag]) else { return parts }
            shared = rest
        }
        for hit in other.hits {
            if let part = shared.excluding(hit) { parts.append(part) }
            guard let rest = shared.hitting(hit) else { return parts }
            shared = rest
        }
        return parts
    }
}
