import WaybillTable

/// The routing law as a program that only has to be right: it looks at every route for every request.
struct Oracle {
    typealias Bytes = OracleText.Bytes

    /// A route or an interceptor as a person reads it.
    struct Entry {
        var id: String
        var patterns: [OraclePattern]
        /// By capture, an index into ``OracleNarrowing/all``.
        var narrowings: [String: Int] = [:]
        var methods: [String] = []
        /// The priority of a route, the order of an interceptor.
        var rank = 0
        var tags: Set<String> = []
        var isEverywhere = false
    }

    /// One pattern of an entry that matches.
    struct Match {
        var entry: Entry
        var pattern: OraclePattern
        var captures: [String: String]
    }

    var settings: MatchSettings
    var routes: [Entry] = []
    var interceptors: [Entry] = []

    // MARK: Answers

    /// Laws 4, 5 and 8: what is left when every match that another one comes before is gone.
    ///
    /// More than one route is left only where a conflict was to be reported.
    func served(_ url: OracleURL, method: String?, view: Set<String>?) -> [Match] {
        let all = routes.filter { isVisible($0, in: view) }.flatMap { matches(of: $0, url) }
        let answering = all.filter { answers($0, method, among: all) }
        return answering.filter { match in !answering.contains { comesBefore($0, match) } }
    }

    /// Laws 8 and 9: ascending order, ties by id, each once.
    func running(_ url: OracleURL, method: String?, view: Set<String>?) -> [Match] {
        interceptors
            .filter { $0.isEverywhere || isVisible($0, in: view) }
            .filter { names($0, method) || (method == "HEAD" && names($0, "GET")) }
            .compactMap { matches(of: $0, url).first }
            .sorted { ($0.entry.rank, $0.entry.id) < ($1.entry.rank, $1.entry.id) }
    }

    // MARK: Law 8 and law 4

    private func isVisible(_ entry: Entry, in view: Set<String>?) -> Bool {
        guard let view else { return true }
        return entry.tags.contains(where: view.contains)
    }

    private func names(_ entry: Entry, _ method: String?) -> Bool {
        entry.methods.isEmpty || method.map(entry.methods.contains) == true
    }

    /// `GET` answers `HEAD` too where no route of its rank names `HEAD`.
    private func answers(_ match: Match, _ method: String?, among all: [Match]) -> Bool {
        if names(match.entry, method) { return true }
        guard method == "HEAD", match.entry.methods.contains("GET") else { return false }
        return !all.contains { $0.entry.methods.contains("HEAD") && isOfOneRank($0, match) }
    }

    private func isOfOneRank(_ one: Match, _ other: Match) -> Bool {
        !comesBefore(one, other) && !comesBefore(other, one)
    }

    // MARK: Law 2 and 3

    func matches(of entry: Entry, _ url: OracleURL) -> [Match] {
        entry.patterns.compactMap { pattern in
            captures(pattern, entry, url).map { Match(entry: entry, pattern: pattern, captures: $0) }
        }
    }

    private func captures(_ pattern: OraclePattern, _ entry: Entry, _ url: OracleURL) -> [String: String]? {
        guard isHeadMatched(pattern, url) else { return nil }
        guard settings.trailingSlash == .ignore || pattern.hasTrailingSlash == url.hasTrailingSlash else { return nil }
        var captures: [String: String] = [:]
        var rest = url.segments[...]
        for segment in pattern.segments {
            if case .rest(let name) = segment {
                if let name { captures[name] = text(Bytes(rest.joined(separator: [0x2F]))) }
                return captures
            }
            guard let value = rest.popFirst(), capture(segment, value, entry, into: &captures) else { return nil }
        }
        return rest.isEmpty ? captures : nil
    }

    private func isHeadMatched(_ pattern: OraclePattern, _ url: OracleURL) -> Bool {
        if let scheme = pattern.scheme, scheme != url.scheme { return false }
        if let port = pattern.port, port != url.port { return false }
        switch pattern.host {
        case .notGiven: return true
        case .literal(let host): return url.host == host
        case .wildcard(let suffix):
            guard let host = url.host else { return false }
            return host.count > suffix.count && host.suffix(suffix.count) == suffix[...]
        }
    }

    private func capture(
        _ segment: OraclePattern.Segment, _ value: Bytes, _ entry: Entry, into captures: inout [String: String]
    ) -> Bool {
        switch segment {
        case .literal(let literal):
            return OracleText.isSame(literal, value, caseSensitive: settings.isCaseSensitive)
        case .star: return !value.isEmpty
        case .rest: return false
        case .capture(let name, let prefix, let suffix):
            guard value.count > prefix.count + suffix.count, isSame(prefix, value.prefix(prefix.count)),
                isSame(suffix, value.suffix(suffix.count))
            else { return false }
            let caught = text(Bytes(value.dropFirst(prefix.count).dropLast(suffix.count)))
            captures[name] = caught
            return entry.narrowings[name].map { OracleNarrowing.all[$0].accepts(caught, settings.isCaseSensitive) }
                ?? true
        }
    }

    private func isSame(_ literal: Bytes, _ value: Bytes.SubSequence) -> Bool {
        OracleText.isSame(literal, Array(value), caseSensitive: settings.isCaseSensitive)
    }

    private func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
}
