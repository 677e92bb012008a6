import WaybillTable

/// Law 5 for pairs of matches.
extension Oracle {
    /// Whether one match comes before another: the first sentence of the law that orders the two decides.
    func comesBefore(_ one: Match, _ other: Match) -> Bool {
        let verdicts = [
            smaller(-one.entry.rank, -other.entry.rank),
            given(one.pattern.scheme != nil, other.pattern.scheme != nil),
            host(one.pattern.host, other.pattern.host),
            given(one.pattern.port != nil, other.pattern.port != nil),
            path(one, other),
            given(!one.entry.methods.isEmpty, !other.entry.methods.isEmpty),
            given(isPart(one, of: other), isPart(other, of: one)),
        ]
        return verdicts.compactMap(\.self).first ?? false
    }

    private func smaller(_ one: Int, _ other: Int) -> Bool? {
        one == other ? nil : one < other
    }

    /// A given part comes before a missing one.
    private func given(_ one: Bool, _ other: Bool) -> Bool? {
        one == other ? nil : one
    }

    /// Literal, wildcard (longer suffix first), missing.
    private func host(_ one: OraclePattern.Host, _ other: OraclePattern.Host) -> Bool? {
        switch (one, other) {
        case (.wildcard(let suffix), .wildcard(let otherSuffix)): smaller(-suffix.count, -otherSuffix.count)
        default: smaller(place(one), place(other))
        }
    }

    private func place(_ host: OraclePattern.Host) -> Int {
        switch host {
        case .literal: 1
        case .wildcard: 2
        case .notGiven: 3
        }
    }

    /// Segment by segment from the left; a pattern that ends comes before one whose rest is `**`.
    private func path(_ one: Match, _ other: Match) -> Bool? {
        let (left, right) = (one.pattern.segments, other.pattern.segments)
        for index in 0..<min(left.count, right.count) {
            if let verdict = segment(left[index], one, right[index], other) { return verdict }
        }
        if left.count == right.count { return nil }
        return left.count < right.count
    }

    private func segment(
        _ left: OraclePattern.Segment, _ one: Match, _ right: OraclePattern.Segment, _ other: Match
    ) -> Bool? {
        if let verdict = smaller(place(left, one), place(right, other)) { return verdict }
        guard case .capture(let name, let prefix, let suffix) = left,
            case .capture(let otherName, let otherPrefix, let otherSuffix) = right
        else { return nil }
        return smaller(-(prefix.count + suffix.count), -(otherPrefix.count + otherSuffix.count))
            ?? smaller(-prefix.count, -otherPrefix.count)
            ?? given(one.entry.constraints[name] != nil, other.entry.constraints[otherName] != nil)
    }

    /// Literal, affix, constrained capture, capture, `*`, `**`.
    private func place(_ segment: OraclePattern.Segment, _ match: Match) -> Int {
        switch segment {
        case .literal: 1
        case .capture(_, let prefix, let suffix) where !prefix.isEmpty || !suffix.isEmpty: 2
        case .capture(let name, _, _): match.entry.constraints[name] != nil ? 3 : 4
        case .star: 5
        case .rest: 6
        }
    }

    /// Whether all requests of one are requests of the other, if nothing else separates the two and they share a request.
    private func isPart(_ one: Match, of other: Match) -> Bool {
        let methods = other.entry.methods + (other.entry.methods.contains("GET") ? ["HEAD"] : [])
        guard one.entry.methods.allSatisfy(methods.contains) else { return false }
        let isScheme = one.pattern.scheme.map { !OracleText.isNetwork($0) } ?? true
        return zip(one.pattern.segments, other.pattern.segments).enumerated().allSatisfy { index, pair in
            guard case .capture(let name, let prefix, let suffix) = pair.0,
                case .capture(let otherName, _, _) = pair.1,
                let own = one.entry.constraints[name], let others = other.entry.constraints[otherName]
            else { return true }
            let isAuthority = index == 0 && one.pattern.host == .notGiven && isScheme
            let hasDots = isAuthority || !prefix.isEmpty || !suffix.isEmpty
            func isPart(_ one: Int, of other: Int) -> Bool {
                OracleConstraint.isPart(one, of: other, caseSensitive: settings.isCaseSensitive, hasDots: hasDots)
            }
            let isNumberOrUUID = isPart(own, of: OracleConstraint.int) || isPart(own, of: OracleConstraint.uuid)
            return isPart(own, of: others) || isNumberOrUUID && isPart(OracleConstraint.slug, of: others)
        }
    }
}
