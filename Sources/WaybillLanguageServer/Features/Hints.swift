import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// What a document does not say itself, shown beside its text.
struct Hints {
    private let question: Question
    private let analysis: SetAnalysis
    private let places: Places
    private let file: Int

    /// Returns `nil` if the document is not part of the set.
    init?(_ question: Question, _ analysis: SetAnalysis) {
        guard let file = analysis.indexOfManifest(at: question.path) else { return nil }
        self.question = question
        self.analysis = analysis
        self.file = file
        places = Places(analysis, question.client)
    }

    // MARK: Hints

    /// After each pattern in the range: the interceptors that run for an example request of its route.
    var inlayHints: JSONValue {
        let span = question.span(of: question.params["range"], in: analysis.sources[file], index: file)
        let wanted = routes.filter { number in
            let pattern = set.routes[number].patterns.first?.span
            return pattern.map { $0.start >= span.start && $0.end <= span.end } == true
        }
        let examples = RouteCard(analysis).examples(of: wanted)
        let hints: [JSONValue] = wanted.compactMap { number in
            guard let pattern = set.routes[number].patterns.first, let example = examples[number],
                !example.interceptors.isEmpty
            else { return nil }
            return [
                "position": places.position(pattern.span.end, in: file), "paddingLeft": true,
                "label": .string("← " + example.interceptors.joined(separator: ", ")),
            ]
        }
        return .array(hints)
    }

    private var set: ManifestSet { analysis.compilation.set }

    /// The routes of the document.
    private var routes: [Int] { self.set.routes.indices.filter { set.routes[$0].id.span.file == file } }

    // MARK: Lenses

    /// Above each route how many interceptors run for it, and above each test whether it passes.
    var lenses: JSONValue {
        let examples = RouteCard(analysis).examples(of: routes)
        let lenses: [JSONValue] = routes.compactMap { number in
            guard let example = examples[number] else { return nil }
            let count = example.interceptors.count
            let title = count == 0 ? "no interceptor" : count == 1 ? "1 interceptor" : "\(count) interceptors"
            return lens(at: set.routes[number].span, "\(title) · \(example.url)", example.url, example.method)
        }
        return .array(lenses + tests)
    }

    private var tests: [JSONValue] {
        let results = analysis.compilation.runTests()?.results ?? []
        return results.filter { $0.test.span.file == file }.map { result in
            let title = result.mismatches.first.map {
                "fails: \($0.subject) must be \($0.expected), found \($0.got)"
            }
            return lens(
                at: result.test.span, title ?? "passes", result.test.open.value, result.test.method?.value)
        }
    }

    /// A line of text whose command explains a request.
    private func lens(at span: SourceSpan, _ title: String, _ url: String, _ method: String?) -> JSONValue {
        let start = SourceSpan(file: span.file, start: span.start, end: span.start)
        let argument: JSONValue = ["url": .string(url), "uri": .string(places.uri(of: question.path))]
        let command: JSONValue = [
            "title": .string(title), "command": .string(ServerCommand.explain.rawValue),
            "arguments": [argument.with("method", method.map(JSONValue.string))],
        ]
        return ["range": places.range(start), "command": command]
    }
}
