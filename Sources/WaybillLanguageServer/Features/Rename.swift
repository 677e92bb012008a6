import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

/// The rename of a name at all of its places.
struct Rename {
    private let question: Question
    private let analysis: SetAnalysis
    private let places: Places
    private let found: (name: NameIndex.Name, place: NamePlace, all: [NamePlace])

    /// Returns `nil` if there is no name at the position.
    init?(_ question: Question, _ analysis: SetAnalysis) {
        guard let file = analysis.indexOfManifest(at: question.path) else { return nil }
        let offset = question.offset(of: question.params["position"], in: analysis.sources[file])
        guard let found = analysis.names.name(at: offset, in: file) else { return nil }
        self.question = question
        self.analysis = analysis
        self.found = found
        places = Places(analysis, question.client)
    }

    /// The place of the name, and its text.
    var prepared: JSONValue {
        ["range": places.range(found.place.span), "placeholder": .string(found.name.text)]
    }

    /// Returns the edits in all files.
    ///
    /// - Throws: If the new name is not valid, or if the set would have more errors with it, as where it is taken.
    func edits() throws(ResponseError) -> JSONValue {
        guard let new = question.params["newName"]?.string else {
            throw ResponseError(.invalidParams, "'newName' is missing")
        }
        guard new != found.name.text else { return .null }
        try checkIsFree(new)
        let edits = try resolved(changes(to: new))
        try checkIsBetter(with: edits, new)
        return noted(places.workspaceEdit(edits))
    }

    private func checkIsFree(_ new: String) throws(ResponseError) {
        let kind = found.name.kind
        if kind == .capture {
            let isName = new.utf8.allSatisfy(ASCII.isNameByte) && new.utf8.first.map { !ASCII.isDigit($0) } == true
            guard isName else { throw refusal("'\(new)' is not a valid name of a parameter") }
            let others = analysis.names.files[found.place.span.file].places
            let isTaken = others.contains {
                $0.kinds == [.capture] && $0.isDeclaration && $0.name == new && $0.entry == found.place.entry
            }
            if isTaken { throw refusal("the pattern already has a parameter '\(new)'") }
            return
        }
        if new.isEmpty { throw refusal("a name must not be empty") }
        if analysis.names.places(of: NameIndex.Name(kind: kind, text: new)).contains(where: \.isDeclaration) {
            throw refusal("the \(kind.rawValue) '\(new)' already exists")
        }
    }

    private func refusal(_ message: String) -> ResponseError { ResponseError(.requestFailed, message) }

    private func changes(to new: String) -> [Diagnostic.Change] {
        let named: [Diagnostic.Change] = found.all.map { place in
            place.isWhole
                ? .write(new, at: place.span) : .replace(Diagnostic.Edit(span: place.span, text: new))
        }
        return named + testedParameters.map { .write(new, at: $0) }
    }

    /// The places of a route's parameter in the tests that the route serves.
    private var testedParameters: [SourceSpan] {
        guard found.name.kind == .capture else { return [] }
        let entry = found.place.entry
        return analysis.compilation.set.tests.flatMap { test -> [SourceSpan] in
            guard case .matched(let expected) = test.expectation else { return [] }
            let named = expected.parameters.map(\.name).filter { $0.value == found.name.text }
            guard !named.isEmpty else { return [] }
            let end = analysis.compilation.explain(
                test.open.value, method: test.method?.value, tags: Set(test.tags.map(\.value)))
            guard let route = end?.route?.span, route.file == entry.file, entry.start <= route.start,
                route.end <= entry.end
            else { return [] }
            return named.map(\.span)
        }
    }

    /// Turns changes into edits, as those of fixes are.
    private func resolved(_ changes: [Diagnostic.Change]) throws(ResponseError) -> [Diagnostic.Edit] {
        let fix = Diagnostic.Fix(description: "rename", safe: true, changes: changes)
        let carrier = Diagnostic(.undefinedName, at: found.place.span, "rename", fixes: [fix])
        guard let edits = [carrier].resolvingEdits(in: analysis.sources).first?.fixes.first?.edits else {
            throw refusal("'\(found.name.text)' is written in a way that cannot be changed, such as in an alias")
        }
        return edits
    }

    private func checkIsBetter(with edits: [Diagnostic.Edit], _ new: String) throws(ResponseError) {
        var contents: [String: [UInt8]] = [:]
        for (file, edits) in Dictionary(grouping: edits, by: \.span.file) {
            contents[analysis.sources[file].path] = analysis.sources[file].bytes.applying(edits)
        }
        let errors = { (set: CheckedSet) in set.report.diagnostics.filter { $0.severity == .error } }
        let before = Set(errors(analysis.checked).map(\.message))
        let after = errors(analysis.check(contents))
        guard after.count > errors(analysis.checked).count else { return }
        let reason = after.first { !before.contains($0.message) }?.message
        throw refusal("'\(new)' is not possible: \(reason ?? "the set would have more errors")")
    }

    /// Says that Swift code may use the name, if the client shows notes of edits.
    private func noted(_ edit: JSONValue) -> JSONValue {
        let kinds: Set<NameKind> = [.capture, .tag, .route]
        guard question.client.takesEditNotes, !kinds.contains(found.name.kind), edit["documentChanges"] != nil else {
            return edit
        }
        let changes = (edit["documentChanges"]?.items ?? []).map { change in
            change.with("edits", .array((change["edits"]?.items ?? []).map { $0.with("annotationId", "swift") }))
        }
        return [
            "documentChanges": .array(changes),
            "changeAnnotations": [
                "swift": [
                    "label": .string("Swift code may use '\(found.name.text)'"), "needsConfirmation": false,
                    "description": "Rename it there, too.",
                ]
            ],
        ]
    }
}
