import WaybillTable

/// The routing law as a program that only has to be correct: it tries every route for every request.
struct Oracle {
    typealias Bytes = OracleText.Bytes

    /// A route or an interceptor with its pattern as text.
    struct Entry {
        var id: String
        var patterns: [OraclePattern]
        /// By capture, an index into ``OracleConstraint/all``.
        var constraints: [String: Int] = [:]
        var methods: [String] = []
        /// The priority of a route, the order of an interceptor.
        var rank = 0
        var tags: Set<String> = []
        var isEverywhere = false
    }

    /// One matching pattern of an entry.
    struct Match {
        var entry: Entry
        var pattern: OraclePattern
        /// The values, in the order of the pattern's names.
        var values: [Bytes]
    }

    /// Everything that matches a URL, with any method and in any view.
    struct Matches {
        var routes: [Match]
        /// Each with its first matching pattern.
        var interceptors: [Match]
    }

    var settings: MatchSettings
    var routes: [Entry] = []
    var interceptors: [Entry] = []

    // MARK: Answers

    func matches(_ url: OracleURL) -> Matches {
        Matches(
            routes: routes.flatMap { matches(of: $0, url) },
            interceptors: interceptors.compactMap { matches(of: $0, url).first })
    }

    /// Laws 4, 5 and 8: the matches before which no other match comes.
    ///
    /// More than one route remains only for a conflict that should have been reported.
    func served(_ url: OracleURL, method: String?, view: Set<String>?) -> [Match] {
        served(matches(url), method: method, view: view)
    }

    func served(_ matches: Matches, method: String?, view: Set<String>?) -> [Match] {
        let all = matches.routes.filter { isVisible($0.entry, in: view) }
        let answering = all.filter { answers($0, method, among: all) }
        return answering.filter { match in !answering.contains { comesBefore($0, match) } }
    }

    /// Whether routes in a view have a URL, with whatever methods.
    func hasURL(_ matches: Matches, view: Set<String>?) -> Bool {
        matches.routes.contains { isVisible($0.entry, in: view) }
    }

    /// Laws 8 and 9: ascending order, ties by id, each once.
    func running(_ matches: Matches, method: String?, view: Set<String>?) -> [Match] {
        ordered(matches.interceptors.filter { $0.entry.isEverywhere || isVisible($0.entry, in: view) }, method)
    }

    /// Law 9: the interceptors that run during a redirect, whatever the view.
    func everywhere(_ matches: Matches, method: String?) -> [Match] {
        ordered(matches.interceptors.filter(\.entry.isEverywhere), method)
    }

    /// The methods that the visible routes of a URL name; `HEAD` comes with `GET`.
    func allowed(_ matches: Matches, view: Set<String>?) -> [String] {
        let named = Set(matches.routes.filter { isVisible($0.entry, in: view) }.flatMap(\.entry.methods))
        return named.union(named.contains("GET") ? ["HEAD"] : []).sorted()
    }

    private func ordered(_ matches: [Match], _ method: String?) -> [Match] {
        matches
            .filter { names($0.entry, method) || (method == "HEAD" && names($0.entry, "GET")) }
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

    /// `GET` answers `HEAD` too, unless a route of the same rank names `HEAD`.
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
            values(pattern, entry, url).map { Match(entry: entry, pattern: pattern, values: $0) }
        }
    }

    private func values(_ pattern: OraclePattern, _ entry: Entry, _ url: OracleURL) -> [Bytes]? {
        guard isHeadMatched(pattern, url), pattern.endsInRest || pattern.segments.count == url.segments.count else {
            return nil
        }
        guard
            settings.trailingSlash == .ignore || pattern.endsInRest || pattern.hasTrailingSlash == url.hasTrailingSlash
        else { return nil }
        var values: [Bytes] = []
        for (place, segment) in pattern.segments.enumerated() {
            if case .rest(let name) = segment {
                return name == nil ? values : values + [rest(url, from: place)]
            }
            guard place < url.segments.count, capture(segment, url.segments[place], entry, into: &values) else {
                return nil
            }
        }
        return values
    }

    /// The value of a catch-all, which keeps the slash under `strict`.
    private func rest(_ url: OracleURL, from place: Int) -> Bytes {
        let taken = url.segments[place...]
        let keepsSlash = settings.trailingSlash == .strict && url.hasTrailingSlash && !taken.isEmpty
        return Bytes(taken.joined(separator: [0x2F])) + (keepsSlash ? [0x2F] : [])
    }

    private func isHeadMatched(_ pattern: OraclePattern, _ url: OracleURL) -> Bool {
        if let scheme = pattern.scheme, scheme != url.scheme { return false }
        if let port = pattern.port, port != url.effectivePort { return false }
        switch pattern.host {
        case .notGiven: return true
        case .literal(let host): return url.host == host
        case .wildcard(let suffix):
            guard let host = url.host else { return false }
            return host.count > suffix.count && host.suffix(suffix.count) == suffix[...]
        }
    }

    private func capture(
        _ segment: OraclePattern.Segment, _ value: Bytes, _ entry: Entry, into values: inout [Bytes]
    ) -> Bool {
        switch segment {
        case .literal(let literal): return isSame(literal, value[...])
        case .star: return !value.isEmpty
        case .rest: return false
        case .capture(let name, let prefix, let suffix):
            guard value.count > prefix.count + suffix.count, isSame(prefix, value.prefix(prefix.count)),
                isSame(suffix, value.suffix(suffix.count))
            else { return false }
            let caught = Bytes(value[prefix.count..<value.count - suffix.count])
            values.append(caught)
            guard let constraint = entry.constraints[name] else { return true }
            return OracleConstraint.all[constraint].accepts(
                String(decoding: caught, as: UTF8.self), settings.isCaseSensitive)
        }
    }

    private func isSame(_ literal: Bytes, _ value: Bytes.SubSequence) -> Bool {
        literal.count == value.count
            && OracleText.isSame(literal, Array(value), caseSensitive: settings.isCaseSensitive)
    }
}
