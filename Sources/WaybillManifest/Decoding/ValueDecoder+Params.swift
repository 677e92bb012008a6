import WaybillSyntax
import WaybillTable

extension ValueDecoder where Value == [Constrained] {
    /// `params:`, the constraints of captures by name.
    static var params: ValueDecoder {
        let constraint = ValueDecoder<ParameterConstraint>(constraintShape) { input, context in
            context.constraint(input)
        }
        return .named("parameter", names: .key, constraintShape) { name, input, context in
            guard constraint.admits(input.node) else {
                context.reportMismatch(input, expected: "a type, a list of values or a /regex/")
                return nil
            }
            return constraint.read(input, context).flatMap { context.constrained(name, $0, input) }
        }
    }
}

private let constraintShape = Shape.either([
    .words(ConstraintType.all.map { Word(text: $0.name, summary: $0.summary) }),
    .text(pattern: "^/", takesNumbers: false),
    .list(of: .value(mayBeEmpty: false), mayBeEmpty: true, isSet: true),
])

extension DecodingContext {
    fileprivate func constraint(_ input: DecodingInput) -> ParameterConstraint? {
        guard let text = input.node.scalarText else { return oneOf(input) }
        if let type = ConstraintType.named(text) { return .type(type) }
        if text.utf8.first == UInt8(ascii: "/") { return regex(text, input) }
        let other = ", a list of values or a /regex/"
        let names = ConstraintType.all.map(\.name)
        return word(input, among: names, orElse: other, help: Self.helpWithType)
            .flatMap(ConstraintType.named).map { .type($0) }
    }

    private static func helpWithType(_ text: String) -> String? {
        if ["string", "str", "text", "any"].contains(text.lowercased()) {
            return "remove it: a capture takes any text"
        }
        guard text.contains(where: { "\\[(.+*|".contains($0) }) else { return nil }
        return "a regex is written between slashes: '/\(text.replacing("'", with: "''"))/'"
    }

    private func oneOf(_ input: DecodingInput) -> ParameterConstraint? {
        guard input.node.childCount > 0 else {
            let message = "\(input.label) can never match: its list of values is empty"
            report(Diagnostic(.impossiblePattern, at: place(of: input), message))
            return nil
        }
        let value = ValueDecoder<Located<String>>.value
        let values = input.node.items.compactMap { value.decode(input.item($0), in: self) }
        return values.count == input.node.childCount ? .oneOf(withoutDuplicates(values, input).map(\.value)) : nil
    }

    private func regex(_ text: String, _ input: DecodingInput) -> ParameterConstraint? {
        guard text.utf8.count > 2, text.hasSuffix("/") else {
            let isOpen = text == "/" || !text.hasSuffix("/")
            let message =
                isOpen ? "the regex of \(input.label) has no closing '/'" : "the regex of \(input.label) is empty"
            let flags = text.lastIndex(of: "/").map { text[$0...].dropFirst() } ?? ""
            let hasFlags = text.count > flags.count + 2 && !flags.isEmpty && flags.utf8.allSatisfy { 97...122 ~= $0 }
            let help = hasFlags ? "a regex has no flags: remove '\(flags)'; [Aa] takes a letter in both cases" : nil
            report(Diagnostic(.badRegex, at: place(of: input), message, help: help ?? "write it as /regex/"))
            return nil
        }
        return .regex(String(text.dropFirst().dropLast()))
    }

    /// Checks the text of the constraint. Its automaton is built later, together with those of the whole set.
    fileprivate func constrained(_ name: Located<String>, _ constraint: ParameterConstraint, _ input: DecodingInput)
        -> Constrained?
    {
        let constrained = Constrained(name: name, constraint: constraint, built: nil, valueSpan: input.node.span)
        do throws(ConstraintError) {
            try constraint.checkText()
            if constraint.type == nil { unbuilt.append(constrained) }
            return constrained
        } catch {
            report(error.diagnostic(of: constrained, in: file))
            return nil
        }
    }
}

// MARK: References to the captures of patterns

extension DecodingContext {
    /// P009: every parameter must constrain a `:name` of some pattern. Returns the valid ones.
    func checkParams(_ constrained: [Constrained], of patterns: [LocatedPattern]) -> [Constrained] {
        // Most routes have few, and nothing is wrong with them, which no set is needed to see.
        let isUsual = constrained.count <= 8 && constrained.allSatisfy { patterns.haveCapture(named: $0.name.value) }
        if isUsual { return constrained }
        let catchAllNames = Set(patterns.compactMap(\.pattern.catchAllName))
        let known = Set(patterns.lazy.flatMap(\.pattern.captureNames)).subtracting(catchAllNames)
        var unknown = constrained.filter { !known.contains($0.name.value) }
        if unknown.isEmpty { return constrained }
        unknown.removeAll { parameter in isForeign(parameter.name.value, at: parameter.name.span, in: patterns) }
        let names = patterns.flatMap(\.pattern.captureNames).uniqued().filter(known.contains)
        let isShort = 1...12 ~= names.count
        let help = isShort ? "the patterns have \(alternatives(names, conjunction: "and"))" : nil
        for parameter in unknown {
            if isSpent { break }
            if catchAllNames.contains(parameter.name.value) {
                reportCatchAll(parameter.name)
            } else {
                reportUnknown(parameter.name, among: names, help: help)
            }
        }
        return constrained.filter { known.contains($0.name.value) }
    }

    /// Whether a capture in the syntax of another router has the name. Then that is reported.
    private func isForeign(_ name: String, at place: SourceSpan, in patterns: [LocatedPattern]) -> Bool {
        patterns.reduce(false) { reportForeign(name, at: place, in: $1) || $0 }
    }

    private func reportCatchAll(_ name: Located<String>) {
        let message = "'**\(name.value)' cannot have a constraint: params constrain ':name' captures only"
        report(Diagnostic(.badParameter, at: name.span, message))
    }

    private func reportUnknown(_ name: Located<String>, among names: [String], help: String?) {
        let suggestions = suggestions.near(name.value, among: names)
        let message = "no pattern has a parameter '\(name.value)'\(didYouMeanClause(suggestions))"
        report(
            Diagnostic(
                .badParameter, at: name.span, message, suggestions: suggestions, help: help,
                fixes: renaming(name, to: suggestions.first)))
    }

    private func renaming(_ name: Located<String>, to best: String?) -> [Diagnostic.Fix] {
        guard let best else { return [] }
        return [.init("rename it to '\(best)'", safe: false, .write(best, at: name.span))]
    }

    /// P009: every name in the target of a redirect or rewrite must be captured by each of the patterns.
    func checkTarget(_ target: LocatedTarget, node: YAMLNode, of patterns: [LocatedPattern]) {
        reportNumberedCapture(in: target, node: node, of: patterns)
        for name in target.target.captureNames.uniqued() {
            let range = Self.range(ofCapture: name, in: target.text.value)
            let place = range.map { span(of: $0, in: node) } ?? node.span
            let lacking = patterns.filter { pattern in
                !pattern.pattern.captureNames.contains(name) && !reportForeign(name, at: place, in: pattern)
            }
            guard let first = lacking.first else { continue }
            let suggestions = didYouMean(name, among: first.pattern.captureNames)
            let message = "'\(first.text.value)' has no parameter '\(name)'\(didYouMeanClause(suggestions))"
            let notes = lacking.map { Diagnostic.Note("'\($0.text.value)' is here", at: $0.text.span) }
            let fixes = renaming(name, to: suggestions.first, at: range.flatMap { exactSpan(of: $0, in: node) })
            report(Diagnostic(.badParameter, at: place, message, notes: notes, suggestions: suggestions, fixes: fixes))
        }
    }

    /// P013: reports `$1` for the first capture.
    private func reportNumberedCapture(in target: LocatedTarget, node: YAMLNode, of patterns: [LocatedPattern]) {
        let text = target.text.value
        let bytes = Array(text.utf8)
        let start = bytes.indices.dropLast().first {
            bytes[$0] == UInt8(ascii: "$") && ASCII.isDigit(bytes[$0 + 1])
        }
        guard let start, let names = patterns.first?.pattern.captureNames else { return }
        let number = Int(bytes[start + 1] - UInt8(ascii: "0"))
        guard names.indices.contains(number - 1) else { return }
        let capture = (patterns[0].pattern.catchAllName == names[number - 1] ? "**" : ":") + names[number - 1]
        let range = start..<start + 2
        let edits = exactSpan(of: range, in: node).map { [Diagnostic.Edit(span: $0, text: capture)] } ?? []
        report(
            Diagnostic(
                .reservedCharacter, at: span(of: range, in: node),
                "'$\(number)' is plain text here: captures have names", suggestions: [capture],
                help: "write '\(capture)'",
                fixes: edits.isEmpty ? [] : [.init(description: "write '\(capture)'", safe: false, edits: edits)]))
    }

    /// - Parameter place: The place of the name with its `:` or `**`.
    private func renaming(_ name: String, to best: String?, at place: SourceSpan?) -> [Diagnostic.Fix] {
        guard let best, let place else { return [] }
        let span = SourceSpan(file: place.file, start: place.end - name.utf8.count, end: place.end)
        return [.init("rename it to '\(best)'", safe: false, .replace(.init(span: span, text: best)))]
    }

    /// Returns the range of `:name` or `**name` in the text of a target.
    private static func range(ofCapture name: String, in text: String) -> Range<Int>? {
        let bytes = Array(text.utf8)
        for mark in [":" + name, "**" + name] {
            let needle = Array(mark.utf8)
            for start in bytes.indices where bytes[start...].starts(with: needle) {
                let end = start + needle.count
                let isWhole = end == bytes.count || !ASCII.isNameByte(bytes[end])
                if isWhole { return start..<end }
            }
        }
        return nil
    }
}

extension [LocatedPattern] {
    /// Whether some pattern has `:name`, and none has `**name`, so that a parameter can constrain it.
    fileprivate func haveCapture(named name: String) -> Bool {
        contains { $0.pattern.hasCapture(named: name) } && !contains { $0.pattern.catchAllName == name }
    }
}
