import WaybillTable

/// A set of paths: one set for each of the first segments, and whether more segments may follow.
struct PathSet: Sendable, Equatable {
    private(set) var segments: [TextSet]
    /// Whether any number of further segments may follow, also empty ones: `**`.
    private(set) var hasCatchAll: Bool
    /// Whether a `/` ends the path, if the table distinguishes it; else `nil`.
    let endsInSlash: Bool?
    /// Whether the first segment may be the authority of a scheme.
    let hasAuthority: Bool

    /// Returns `nil` if no URL has such a path: an empty segment must be followed by a `/`, and `/` alone ends in none.
    private init?(
        _ segments: [TextSet], hasCatchAll: Bool, like other: PathSet, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        self = other
        self.segments = segments
        self.hasCatchAll = hasCatchAll
        if try !trim(&work) { return nil }
    }

    init(segments: [TextSet], hasCatchAll: Bool, endsInSlash: Bool?, hasAuthority: Bool) {
        self.segments = segments
        self.hasCatchAll = hasCatchAll
        self.endsInSlash = endsInSlash
        self.hasAuthority = hasAuthority
    }

    /// Removes paths that no URL can have.
    private mutating func trim(_ work: inout ProofWork) throws(WorkBudget.Exhausted) -> Bool {
        guard !hasCatchAll, let endsInSlash else { return true }
        guard let last = segments.last else { return !endsInSlash }
        guard !endsInSlash, last.contains([]) else { return true }
        let whole = TextSet.matching(hasAuthority && segments.count == 1 ? .authority : .segment)
        guard let trimmed = try last.intersection(whole, &work) else { return false }
        segments[segments.count - 1] = trimmed
        return true
    }

    // MARK: Algebra

    func intersection(_ other: PathSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> PathSet? {
        if self == other { return self }
        guard endsInSlash == other.endsInSlash else { return nil }
        let count = max(segments.count, other.segments.count)
        guard (hasCatchAll || segments.count == count) && (other.hasCatchAll || other.segments.count == count) else {
            return nil
        }
        var shared: [TextSet] = []
        for (own, others) in zip(padded(to: count), other.padded(to: count)) {
            guard let segment = try own.intersection(others, &work) else { return nil }
            shared.append(segment)
        }
        return try PathSet(shared, hasCatchAll: hasCatchAll && other.hasCatchAll, like: self, &work)
    }

    /// Returns the paths that are not in the other set, in disjoint parts.
    func subtracting(_ other: PathSet, _ work: inout ProofWork) throws(WorkBudget.Exhausted) -> [PathSet] {
        if self == other { return [] }
        let count = other.segments.count
        guard endsInSlash == other.endsInSlash,
            hasCatchAll || segments.count == count
                || (other.hasCatchAll && segments.count > count)
        else { return [self] }
        if !other.hasCatchAll && segments.count > count { return [self] }
        var parts: [PathSet] = []
        // Shorter paths, one set for each length, and longer ones, if the other has none.
        if hasCatchAll {
            for length in segments.count..<max(count, segments.count) {
                if let part = try PathSet(padded(to: length), hasCatchAll: false, like: self, &work) {
                    parts.append(part)
                }
            }
            if !other.hasCatchAll {
                if let part = try PathSet(padded(to: count + 1), hasCatchAll: true, like: self, &work) {
                    parts.append(part)
                }
            }
        }
        let common = try PathSet(
            padded(to: max(count, segments.count)), hasCatchAll: hasCatchAll && other.hasCatchAll, like: self, &work)
        return parts + (try common?.withoutSegments(of: other, &work) ?? [])
    }

    /// Returns the paths whose first segments agree with the other set up to the first that does not.
    private func withoutSegments(
        of other: PathSet, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) -> [PathSet] {
        var parts: [PathSet] = []
        var shared = segments
        for (index, segment) in other.segments.enumerated() {
            if let rest = try segments[index].subtracting(segment, &work) {
                var part = shared
                part[index] = rest
                if let part = try PathSet(part, hasCatchAll: hasCatchAll, like: self, &work) { parts.append(part) }
            }
            guard let both = try segments[index].intersection(segment, &work) else { return parts }
            shared[index] = both
        }
        return parts
    }

    /// Returns the paths with exactly this number of segments, if more are allowed here.
    func ending(after count: Int) -> PathSet {
        PathSet(segments: padded(to: count), hasCatchAll: false, endsInSlash: endsInSlash, hasAuthority: hasAuthority)
    }

    private func padded(to count: Int) -> [TextSet] {
        var padded = segments
        while padded.count < count {
            padded.append(.matching(hasAuthority && padded.isEmpty ? .anyAuthority : .anySegment))
        }
        return padded
    }
}

// MARK: Patterns

extension PathSet {
    /// Returns the paths of a pattern; `nil` if there are none.
    init?(
        of pattern: Pattern, _ constraints: [String: Automaton], _ settings: MatchSettings, endsInSlash: Bool?,
        hasAuthority: Bool, _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        var segments: [TextSet] = []
        for (index, segment) in pattern.segments.enumerated() {
            let any = hasAuthority && index == 0 ? Automaton.authority : .segment
            guard let set = try TextSet(segment, constraints, settings, any, &work) else { return nil }
            segments.append(set)
        }
        let all = PathSet(
            segments: segments, hasCatchAll: pattern.catchAll != nil, endsInSlash: endsInSlash,
            hasAuthority: hasAuthority)
        guard let paths = try PathSet(segments, hasCatchAll: all.hasCatchAll, like: all, &work) else { return nil }
        self = paths
    }
}

extension TextSet {
    /// Returns what a segment of a pattern accepts; `nil` if that is nothing.
    fileprivate init?(
        _ segment: Pattern.Segment, _ constraints: [String: Automaton], _ settings: MatchSettings, _ any: Automaton,
        _ work: inout ProofWork
    ) throws(WorkBudget.Exhausted) {
        let folding = !settings.isCaseSensitive
        switch segment {
        case .literal(let bytes):
            // Without a letter nothing is folded, and the literal stays a single text.
            let folds = folding && bytes.contains(where: ASCII.isLetter)
            self = .literal(folding ? ASCII.lowercased(bytes) : Array(bytes), folding: folds)
        case .any: self = .matching(any)
        case .capture(let capture):
            guard capture.isAffix || constraints[capture.name] != nil else {
                self = .matching(any)
                return
            }
            let value = try TextSet.matching(.authority)
                .intersection(.matching(constraints[capture.name] ?? .authority), &work)
            guard let value else { return nil }
            let whole = try work.memo.surrounding(
                value.automaton(&work), with: capture.prefix, capture.suffix, folding: folding, &work.budget)
            guard let set = try TextSet.matching(whole).intersection(.matching(any), &work) else { return nil }
            self = set
        }
    }
}
