import WaybillManifest
package import WaybillSyntax

/// Reads the directives of one file.
package struct SuppressionReader: Sendable {
    package private(set) var suppressions: [Suppression] = []
    /// G001 and G003: invalid directives.
    package private(set) var diagnostics: [Diagnostic] = []

    private let file: SourceFile
    private let index: Int
    private let entries: EntrySpans
    private let firstEntry: Int
    /// The next line with more than a comment, after the comments that were read last.
    private var contentLine = 0

    /// The limit of directives in a file. One diagnostic reports that it is exceeded.
    private static let maximumDirectives = 1_000

    /// - Parameter document: The document of the file. Only a file with directives needs it.
    package init(_ file: SourceFile, index: Int, document: @autoclosure () -> YAMLDocument?) {
        self.file = file
        self.index = index
        guard file.isReadable, !DirectiveScan.candidates(in: file.bytes).isEmpty else {
            entries = EntrySpans(file, document: nil)
            firstEntry = 0
            return
        }
        let document = document()
        entries = EntrySpans(file, document: document)
        firstEntry = document?.root?.span.start ?? file.bytes.count
        let directives = DirectiveScan(file, index: index, document: document)
            .directives(limit: Self.maximumDirectives + 1)
        for directive in directives.prefix(Self.maximumDirectives) { read(directive) }
        if directives.count > Self.maximumDirectives {
            diagnostics.append(
                .leftOut(
                    "\(Self.maximumDirectives) comments for the linter", .warning,
                    at: directives[Self.maximumDirectives].span
                ))
        }
    }

    private mutating func read(_ directive: Directive) {
        var words = DirectiveWords(file, directive.span)
        let verb = words.verb()
        if verb.value == "fmt" {
            if directive.isAlone, words.formatSwitch() != nil { return }
            return report(
                directive, "does not switch the formatter",
                help: "write '# waybill:fmt off' on a line of its own, and '# waybill:fmt on' after the lines")
        }
        guard verb.value == "allow" || verb.value == "allow-file" else {
            return reportVerb(verb)
        }
        let named = words.ids()
        let (reason, expiry) = words.reason()
        let rules = named.compactMap(known)
        var unknown = named.filter { known($0) == nil }
        // Without ` -- `, the words of the reason follow the ids.
        if reason.isEmpty { unknown = rules.isEmpty ? Array(unknown.prefix(1)) : unknown.filter(\.value.mayBeRuleID) }
        diagnostics += unknown.map(Diagnostic.unknownRule)
        if named.isEmpty { return report(directive, "names no rule", help: "write rule ids after 'allow': P005, P006") }
        if rules.isEmpty { return }
        guard !reason.isEmpty else {
            return report(
                directive, "has no reason, so it suppresses nothing", help: "write it after the ids: ' -- why'")
        }
        guard let scope = verb.value == "allow-file" ? wholeFile(directive) : entry(of: directive) else { return }
        suppressions.append(
            Suppression(
                span: directive.span, isAlone: directive.isAlone, rules: rules, scope: scope, expiry: expiry))
    }

    // MARK: Targets of suppressions

    private mutating func wholeFile(_ directive: Directive) -> SourceSpan? {
        guard directive.span.start < firstEntry else {
            report(directive, "is not at the top of its file", help: "put it above the first key")
            return nil
        }
        return SourceSpan(file: index, start: 0, end: max(1, file.bytes.count))
    }

    /// Returns the entry on the line of the comment, or on the next line that contains more than comments.
    private mutating func entry(of directive: Directive) -> SourceSpan? {
        var line = directive.isAlone ? directive.line + 1 : directive.line
        if directive.isAlone, directive.line < contentLine { line = contentLine }
        while file.bytes[file.byteRange(ofLine: line)].first(where: { !$0.isBlankOrBreak }) == UInt8(ascii: "#") {
            line += 1
        }
        if directive.isAlone { contentLine = line }
        if let entry = entries[line] { return entry }
        report(
            directive, "has nothing to apply to, so it suppresses nothing",
            help: "put it on the line where a key or an item starts, or on the line above")
        return nil
    }

    // MARK: Problems

    private func known(_ id: Located<String>) -> Located<Rule>? {
        Rule.all.first { $0.id == id.value }.map { Located($0, at: id.span) }
    }

    private mutating func report(_ directive: Directive, _ problem: String, help: String? = nil) {
        diagnostics.append(
            Diagnostic(.unusedSuppression, at: directive.span, "the comment \(problem)", help: help))
    }

    private mutating func reportVerb(_ verb: Located<String>) {
        let verbs = ["allow", "allow-file", "fmt"]
        let suggestions = didYouMean(verb.value, among: verbs)
        diagnostics.append(
            Diagnostic(
                .unusedSuppression, at: verb.span,
                "'\(verb.value)' is not a suppression\(didYouMeanClause(suggestions))",
                suggestions: suggestions, help: "write 'waybill:allow' or 'waybill:allow-file'",
                fixes: suggestions.prefix(1).map { best in
                    .init(description: "write '\(best)'", safe: false, edits: [.init(span: verb.span, text: best)])
                }))
    }
}

extension String {
    /// Whether it is a letter and digits.
    fileprivate var mayBeRuleID: Bool {
        first?.isLetter == true && count > 1 && dropFirst().allSatisfy(\.isWholeNumber)
    }
}
