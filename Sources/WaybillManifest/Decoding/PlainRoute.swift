import WaybillTable

/// A route that is written as nearly all are, decoded many times as fast as by the grammar.
///
/// It knows the keys that most routes have, with texts and lists of texts as their values. At the first thing that it is
/// not sure of, and at all that would be a finding, it gives up, and the grammar decodes the route: what it makes of a
/// route is what the grammar would.
struct PlainRoute {
    /// The reader is not sure what the route means, or knows that something is wrong with it.
    struct Unsure: Error {}

    typealias Record = YAMLDocument.Record

    private let file: Int
    private var id: Located<String>?
    private var summary: String?
    private var patterns: [LocatedPattern] = []
    private var methods: [Located<String>] = []
    private var narrowed: [Narrowed] = []
    /// Those of the former whose automata are built later.
    private var unbuilt: [Narrowed] = []
    private var destination: Route.Destination?
    private var tags: [Located<String>] = []

    /// The routes of a list, one for each item; `nil` where the grammar has to decode it. All cores decode a long list.
    ///
    /// - Returns: Beside them their regexes and lists of values.
    static func routes(in list: YAMLNode) -> (routes: [Route?], unbuilt: [Narrowed]) {
        let document = list.document
        let items = list.items.map(\.index)
        // Such a document has neither aliases nor keys that were refused.
        guard document.isVisible else { return (items.map { _ in nil }, []) }
        let starts = Array(stride(from: 0, to: items.count, by: Self.chunkLength))
        let chunks = Concurrently.map(starts) { _, start in
            let (records, texts) = (document.records, document.texts)
            var unbuilt: [Narrowed] = []
            let routes = items[start..<min(start + Self.chunkLength, items.count)].map { item -> Route? in
                var route = PlainRoute(file: document.file)
                guard let content = try? route.read(item, records.span, texts.span) else { return nil }
                if !route.unbuilt.isEmpty { unbuilt += route.unbuilt }
                return Route(content)
            }
            return (routes, unbuilt)
        }
        return (chunks.flatMap(\.0), chunks.flatMap(\.1))
    }

    private static let chunkLength = 512

    private init(file: Int) { self.file = file }

    private mutating func read(
        _ index: Int, _ records: Span<Record>, _ texts: Span<UInt8>
    ) throws(Unsure) -> Route.Content {
        guard records[index].kind == .mapping else { throw Unsure() }
        var key = index + 1
        while key < Int(records[index].next) {
            try take(records[key], value: key + 1, records, texts)
            key = Int(records[key + 1].next)
        }
        guard let destination, let first = patterns.first else { throw Unsure() }
        try checkNarrowed()
        var route = Route.Content(
            id: id ?? defaultID(first.text), isIDGiven: id != nil, destination: destination, span: span(records[index]))
        (route.summary, route.patterns, route.narrowed) = (summary, patterns, narrowed)
        (route.methods, route.tags) = (methods, tags)
        return route
    }

    private mutating func take(
        _ key: Record, value: Int, _ records: Span<Record>, _ texts: Span<UInt8>
    ) throws(Unsure) {
        let (keys, record) = (Self.keys, records[value])
        switch ShortWord(texts, key) {
        case keys.id: id = try text(record, texts)
        case keys.summary: summary = try sentence(record, texts)
        case keys.url: patterns = [try pattern(record, texts)]
        case keys.urls: patterns = try list(value, records, texts)
        case keys.methods: methods = try set(value, records, texts, where: isPartOfMethod)
        case keys.tags: tags = try set(value, records, texts, where: isPartOfTag)
        case keys.params: try takeParams(value, records, texts)
        case keys.module: try take(.module(text(record, texts)))
        case keys.handler: try take(.handler(text(record, texts)))
        default: throw Unsure()
        }
    }

    private mutating func take(_ destination: Route.Destination) throws(Unsure) {
        guard self.destination == nil else { throw Unsure() }
        self.destination = destination
    }

    private func defaultID(_ pattern: Located<String>) -> Located<String> {
        Located(Route.defaultID(methods: methods, pattern: pattern.value), at: pattern.span)
    }

    private func span(_ record: Record) -> SourceSpan {
        SourceSpan(file: file, start: Int(record.start), end: Int(record.end))
    }

    // MARK: Values

    private func text(_ record: Record, _ texts: Span<UInt8>) throws(Unsure) -> Located<String> {
        guard record.kind.isScalar, record.count > 0,
            !Node.Scalar.mayBeAmbiguous(texts[Int(record.first)], count: Int(record.count))
        else { throw Unsure() }
        let text = unsafe texts.extracting(record.text).withUnsafeBufferPointer { bytes in  // alive in the body
            unsafe String(decoding: bytes, as: UTF8.self)  // the buffer just given
        }
        return Located(text, at: span(record))
    }

    /// Blanks at the end are no part of a sentence.
    private func sentence(_ record: Record, _ texts: Span<UInt8>) throws(Unsure) -> String {
        let text = try text(record, texts)
        guard texts[record.text.upperBound - 1] != UInt8(ascii: " ") else { throw Unsure() }
        return text.value
    }

    private func pattern(_ record: Record, _ texts: Span<UInt8>) throws(Unsure) -> LocatedPattern {
        let text = try text(record, texts)
        for index in record.text where isReserved(texts[index]) { throw Unsure() }
        // A route has patterns under one key.
        guard patterns.isEmpty, let pattern = try? Pattern(text.value) else { throw Unsure() }
        return LocatedPattern(pattern, at: text.span)
    }

    private func list(
        _ list: Int, _ records: Span<Record>, _ texts: Span<UInt8>
    ) throws(Unsure) -> [LocatedPattern] {
        var patterns: [LocatedPattern] = []
        for item in try items(of: list, records) { patterns.append(try pattern(records[item], texts)) }
        return patterns
    }

    /// A list of texts, no two of them the same.
    private func set(
        _ list: Int, _ records: Span<Record>, _ texts: Span<UInt8>, where isPart: (UInt8) -> Bool
    ) throws(Unsure) -> [Located<String>] {
        var set: [Located<String>] = []
        set.reserveCapacity(Int(records[list].count))
        for item in try items(of: list, records) {
            let text = try text(records[item], texts)
            for index in records[item].text where !isPart(texts[index]) { throw Unsure() }
            for other in set where other.value == text.value { throw Unsure() }
            set.append(text)
        }
        return set
    }

    /// The items of a list that has any and holds no other collections.
    private func items(of list: Int, _ records: Span<Record>) throws(Unsure) -> Range<Int> {
        guard records[list].kind == .sequence, records[list].count > 0 else { throw Unsure() }
        return list + 1..<Int(records[list].next)
    }

    // MARK: Params

    /// Narrowings by the names of captures.
    private mutating func takeParams(
        _ params: Int, _ records: Span<Record>, _ texts: Span<UInt8>
    ) throws(Unsure) {
        guard records[params].kind == .mapping, records[params].count > 0 else { throw Unsure() }
        var key = params + 1
        while key < Int(records[params].next) {
            let narrowing = try narrowing(key + 1, records, texts)
            narrowed.append(
                Narrowed(
                    name: try text(records[key], texts), narrowing: narrowing, built: nil,
                    valueSpan: span(records[key + 1])))
            if narrowing.type == nil { unbuilt.append(narrowed[narrowed.count - 1]) }
            key = Int(records[key + 1].next)
        }
    }

    private func narrowing(
        _ value: Int, _ records: Span<Record>, _ texts: Span<UInt8>
    ) throws(Unsure) -> Narrowing {
        guard records[value].kind.isScalar else {
            var values: [String] = []
            for item in try items(of: value, records) { values.append(try text(records[item], texts).value) }
            return .oneOf(values)
        }
        let word = ShortWord(texts, records[value])
        for type in Self.types where type.word == word { return type.narrowing }
        let text = try text(records[value], texts).value.utf8
        let slash = UInt8(ascii: "/")
        guard text.count > 2, text.first == slash, text.last == slash else { throw Unsure() }
        let regex = Narrowing.regex(String(Substring(text.dropFirst().dropLast())))
        guard (try? regex.checkText()) != nil else { throw Unsure() }
        return regex
    }

    private func checkNarrowed() throws(Unsure) {
        for parameter in narrowed {
            for pattern in patterns where pattern.pattern.restName == parameter.name.value { throw Unsure() }
            guard patterns.contains(where: { $0.pattern.hasCapture(named: parameter.name.value) }) else {
                throw Unsure()
            }
        }
    }

    // MARK: Words

    private struct Keys: Sendable {
        let id = ShortWord(RouteGrammar.id.name), summary = ShortWord(RouteGrammar.summary.name)
        let url = ShortWord(RouteGrammar.url.name), urls = ShortWord(RouteGrammar.urls.name)
        let methods = ShortWord(RouteGrammar.methods.name), params = ShortWord(RouteGrammar.params.name)
        let module = ShortWord(RouteGrammar.module.name), handler = ShortWord(RouteGrammar.handler.name)
        let tags = ShortWord(RouteGrammar.tags.name)
    }

    private static let keys = Keys()
    private static let types = namedTypes.map { (word: ShortWord($0.word.text), narrowing: $0.narrowing) }
}

/// A text of one to eight bytes as one number; zero for any other text.
private struct ShortWord: Equatable {
    private var value: UInt64 = 0

    init(_ text: String) {
        guard text.utf8.count <= 8 else { return }
        for byte in text.utf8 { value = value << 8 | UInt64(byte) }
    }

    /// The text of a scalar; zero for a collection.
    init(_ texts: Span<UInt8>, _ record: YAMLDocument.Record) {
        guard record.kind.isScalar, record.count <= 8 else { return }
        for index in record.text { value = value << 8 | UInt64(texts[index]) }
    }

    /// Zero is no word: what has none is not like anything.
    static func == (left: ShortWord, right: ShortWord) -> Bool { left.value == right.value && left.value != 0 }

    static func ~= (pattern: ShortWord, word: ShortWord) -> Bool { pattern == word }
}
