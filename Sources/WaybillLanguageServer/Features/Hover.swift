import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

/// What is known about the place under the pointer, as text.
struct Hover {
    private let question: Question
    private let analysis: SetAnalysis
    private let file: SourceFile
    private let index: Int
    private let offset: Int
    private let places: Places

    init?(_ question: Question, _ analysis: SetAnalysis) {
        // The text may be newer than the analysis; then names are looked up by their text.
        guard let index = analysis.indexOfManifest(at: question.path) ?? analysis.index(of: question.path) else {
            return nil
        }
        self.question = question
        self.analysis = analysis
        self.index = index
        file = question.document?.file ?? analysis.sources[index]
        offset = question.offset(of: question.params["position"], in: file)
        places = question.document.map { Places($0, question.client) } ?? Places(analysis, question.client)
    }

    var answer: JSONValue {
        guard let found = suppressedRule ?? pattern ?? name ?? key else { return .null }
        var span = found.span
        span.file = question.document == nil ? index : 0
        return ["contents": ["kind": "markdown", "value": .string(found.text)], "range": places.range(span)]
    }

    private typealias Found = (text: String, span: SourceSpan)

    // MARK: Rules

    /// The page of a rule whose id is in a suppression, or in the configuration.
    private var suppressedRule: Found? {
        let line = file.byteRange(ofLine: file.position(at: offset).line)
        let isWord = { (byte: UInt8) in ASCII.isDigit(byte) || (0x41...0x5A).contains(byte) }
        var (start, end) = (offset, offset)
        while start > line.lowerBound, isWord(file.bytes[start - 1]) { start -= 1 }
        while end < line.upperBound, isWord(file.bytes[end]) { end += 1 }
        let word = String(decoding: file.bytes[start..<end], as: UTF8.self)
        let isConfiguration = question.path.hasSuffix(ConfigurationFile.name)
        let text = String(decoding: file.bytes[line.lowerBound..<start], as: UTF8.self)
        guard end > start, isConfiguration || text.contains("waybill:allow"),
            let rule = Rule.all.first(where: { $0.id == word }), let entry = RuleCatalog.entries(for: [rule]).first
        else { return nil }
        return ("## \(rule.id): \(rule.name)\n\n\(RulePage(entry).body)", SourceSpan(file: 0, start: start, end: end))
    }

    // MARK: Names

    private var names: FileNames { FileNames(file, index: 0) }

    private var pattern: Found? {
        guard let found = names.patterns.first(where: { $0.span.touches(offset) }) else { return nil }
        // The text may have moved since the analysis, so of several routes with the pattern the nearest one is meant.
        let routes = analysis.compilation.set.routes.filter { route in
            route.patterns.contains { $0.span.file == index && $0.text.value == found.text }
        }
        let route = routes.min {
            abs($0.id.span.start - found.span.start) < abs($1.id.span.start - found.span.start)
        }
        if let route { return (RouteCard(analysis).text(of: route), found.span) }
        let interceptor = analysis.compilation.set.interceptors.first { one in
            one.patterns.contains { $0.text.value == found.text && $0.span.file == index }
        }
        return interceptor.map { (RouteCard(analysis).text(of: $0), found.span) }
    }

    private var name: Found? {
        guard let place = names.place(at: offset) else { return nil }
        if place.kinds == [.capture] { return (text(ofCapture: place), place.span) }
        let card = RouteCard(analysis)
        let texts = place.kinds.compactMap { card.text(of: $0, named: place.name) }
        return texts.first.map { ($0, place.span) }
    }

    private func text(ofCapture place: NamePlace) -> String {
        let patterns = Set(names.patterns.filter { $0.entry == place.entry }.map { $0.text })
        let fits = { (pattern: LocatedPattern) in patterns.contains(pattern.text.value) }
        let set = analysis.compilation.set
        let owner =
            set.routes.first { $0.patterns.contains(where: fits) }?.constrained
            ?? set.interceptors.first { $0.patterns.contains(where: fits) }?.constrained
        let constraint = owner?.first { $0.name.value == place.name }?.constraint.summary
        return "Parameter **\(place.name)**: " + (constraint.map { "`\($0)`" } ?? "any text")
    }

    // MARK: Keys

    /// The purpose of a key of the grammar.
    private var key: Found? {
        guard let root = YAMLReader.read(file, index: 0).node else { return nil }
        var found: Found?
        GrammarWalk.walk(root, GrammarWalk.grammar(of: question.path)) { _, grammar, entry in
            guard found == nil, entry.key.span.touches(offset), let name = entry.key.scalarText,
                let key = grammar.key(named: name)
            else { return }
            found = (Self.text(of: key), entry.key.span)
        } value: {
            _ in
        }
        return found
    }

    static func text(of key: any GrammarKey) -> String {
        var text = "**\(key.name)**\(key.isRequired ? " (required)" : "")\n\n\(key.summary)"
        for case .words(let words) in key.shape.alternatives {
            text += "\n\n" + words.map { "- `\($0.text)`: \($0.summary)" }.joined(separator: "\n")
        }
        return text
    }
}
