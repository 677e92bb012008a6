import WaybillManifest
import WaybillProofs
import WaybillRules
import WaybillSyntax
import WaybillTools

extension CodeActions {
    /// A test of the route at the place: what an example request of it does now.
    func tests(at span: SourceSpan) -> [JSONValue] {
        let set = analysis.compilation.set
        let here = set.routes.indices.filter { number in
            let route = set.routes[number].span
            return route.file == span.file && route.start <= span.start && span.start <= route.end
        }
        guard let number = here.first, let routed = analysis.compilation.routedSet,
            let example = RouteCard(analysis).examples(of: [number])[number]
        else { return [] }
        let draft = routed.test(showing: RequestWitness(url: example.url, method: example.method), tags: [])
        let edit = Self.appending(draft.inline, to: analysis.sources[span.file], index: span.file)
        return [
            [
                "title": .string("Add a test of \(example.words)"), "kind": .string(Self.testKind),
                "edit": places.workspaceEdit([edit]),
            ]
        ]
    }

    /// Returns the edit that appends an item to the tests of a file, which may have none yet.
    private static func appending(_ item: String, to file: SourceFile, index: Int) -> Diagnostic.Edit {
        guard let tests = YAMLReader.read(file, index: index).node?.value(ofKey: "tests"),
            let last = Array(tests.items).last
        else { return appending("- \(item)", asSection: "tests", to: file, index: index) }
        let end = file.contentEnd(of: last.span)
        let place = SourceSpan(file: index, start: end, end: end)
        if file.bytes[tests.span.start] == UInt8(ascii: "[") { return Diagnostic.Edit(span: place, text: ", \(item)") }
        let indent = tests.span.start - file.lineStart(of: tests.span.start)
        return Diagnostic.Edit(
            span: place, text: "\(lineEnd(of: file))\(String(repeating: " ", count: indent))- \(item)")
    }
}
