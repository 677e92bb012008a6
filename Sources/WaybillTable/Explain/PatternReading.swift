/// The reasons why one pattern does not match one URL: computed slowly, in words.
struct PatternReading {
    struct Failure {
        var words: String
        /// Whether a person might expect a match, because only a detail differs.
        var isNear: Bool
    }

    private let pattern: Pattern
    private let constraints: [String: Automaton]
    private let settings: MatchSettings

    init(_ pattern: Pattern, _ constraints: [String: Automaton], _ settings: MatchSettings) {
        self.pattern = pattern
        self.constraints = constraints
        self.settings = settings
    }

    /// Returns why the pattern does not match, or `nil` if it does.
    func failure(on url: RouteURL) -> Failure? {
        if let failure = headFailure(on: url) { return failure }
        let segments = url.segments
        let own = pattern.segments.count
        let given = segments.count
        guard pattern.catchAll == nil ? own == given : own <= given else {
            let noun = own == 1 ? "segment" : "segments"
            return Failure(words: "its pattern has \(own) \(noun), the URL \(given)", isNear: false)
        }
        var near: Failure?
        for (index, (segment, text)) in zip(pattern.segments, segments).enumerated() {
            guard let failure = failure(of: segment, text[...], index + 1) else { continue }
            guard failure.isNear else { return failure }
            near = near ?? failure
        }
        if let near { return near }
        guard let slash = settings.slash(of: pattern), slash != url.hasTrailingSlash else { return nil }
        return Failure(words: "only one of the two ends with '/'", isNear: true)
    }

    private func headFailure(on url: RouteURL) -> Failure? {
        if let scheme = pattern.scheme, scheme != url.scheme {
            return Failure(words: "its scheme is '\(scheme)'", isNear: false)
        }
        if !fits(host: url.host) { return Failure(words: "it has another host", isNear: false) }
        if let port = pattern.port, port != url.effectivePort {
            return Failure(words: "its port is \(port)", isNear: true)
        }
        return nil
    }

    private func fits(host: String?) -> Bool {
        switch pattern.host {
        case .any: true
        case .literal(let name): host == name
        case .suffix(let suffix): host.map { $0.hasSuffix(suffix) && $0.utf8.count > suffix.utf8.count } ?? false
        }
    }

    private func failure(of segment: Pattern.Segment, _ given: ArraySlice<UInt8>, _ number: Int) -> Failure? {
        let text = String(decoding: given, as: UTF8.self)
        switch segment {
        case .any: return given.isEmpty ? Failure(words: "segment \(number) is empty", isNear: false) : nil
        case .literal(let bytes):
            if isEqual(bytes, given) { return nil }
            let isNear = ASCII.lowercased(bytes) == ASCII.lowercased(given)
            let own = String(decoding: bytes, as: UTF8.self)
            return Failure(words: "segment \(number) is '\(own)', not '\(text)'", isNear: isNear)
        case .capture(let capture):
            guard given.count > capture.prefix.count + capture.suffix.count,
                isEqual(capture.prefix, given.prefix(capture.prefix.count)),
                isEqual(capture.suffix, given.suffix(capture.suffix.count))
            else { return Failure(words: "segment \(number) does not fit '\(text)'", isNear: false) }
            let value = given.dropFirst(capture.prefix.count).dropLast(capture.suffix.count)
            guard let automaton = constraints[capture.name], !automaton.matches(value) else { return nil }
            let shown = String(decoding: value, as: UTF8.self)
            return Failure(words: "parameter '\(capture.name)' does not accept '\(shown)'", isNear: true)
        }
    }

    private func isEqual(_ own: some Sequence<UInt8>, _ given: ArraySlice<UInt8>) -> Bool {
        settings.isCaseSensitive
            ? own.elementsEqual(given)
            : own.elementsEqual(given, by: { ASCII.lowercased($0) == ASCII.lowercased($1) })
    }
}
