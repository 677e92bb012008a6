import WaybillTable

// MARK: Tags

extension Kind where Value == Located<String> {
    /// A label of letters, digits, `_`, `.` and `-`.
    static var tag: Kind {
        Kind(.text(pattern: tagPattern)) { slot, context in
            if slot.node.allBytes(isPartOfTag) { return context.text(slot) }
            if context.name(slot) != nil {
                context.reportMismatch(slot, expected: "a word of letters, digits, '_', '.' and '-'")
            }
            return nil
        }
    }
}

private let tagPattern = "^[A-Za-z0-9_.-]+$"

private func isTag(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isPartOfTag)
}

func isPartOfTag(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "A"..."Z", "a"..."z", "_", ".", "-": true
    default: false
    }
}

extension Kind where Value == [Located<String>] {
    /// A list of tags. An item with commas in it is taken for several tags, with a warning.
    static var tagSet: Kind {
        .set(of: .tag) { slot, context in
            guard !slot.node.allBytes({ $0 != UInt8(ascii: ",") }) else { return nil }
            let parts = (slot.node.scalarText ?? "").split(separator: ",").map(trimmed)
            guard !parts.isEmpty, parts.allSatisfy(isTag) else { return nil }
            context.reportComma(parts, slot)
            return parts.map { Located($0, at: slot.node.span) }
        }
    }
}

private func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
}

extension DecodingContext {
    fileprivate func reportComma(_ parts: [String], _ slot: Slot) {
        let message = "one tag \"\(slot.node.scalarText ?? "")\"; did you mean \(parts.count == 2 ? "two" : "several")?"
        var fixes: [Diagnostic.Fix] = []
        if let separator = itemSeparator(of: slot.node) {
            let text = parts.map(ScalarText.written).joined(separator: separator)
            let edit = Diagnostic.Edit(span: slot.node.span, text: text)
            fixes = [.init(description: "write each tag by itself", safe: true, edits: [edit])]
        }
        report(Diagnostic(.commaInTag, at: place(of: slot), message, suggestions: parts, fixes: fixes))
    }

    /// What stands between two items of the list that holds the node: a comma, or a new line with its own dash.
    private func itemSeparator(of node: YAMLNode) -> String? {
        let before = file.bytes[..<min(max(node.span.start, 0), file.bytes.count)]
        let line = before[(before.lastIndex(of: 10).map { $0 + 1 } ?? 0)...]
        let visible = line.last { $0 != 32 }
        if visible == UInt8(ascii: "[") || visible == UInt8(ascii: ",") { return ", " }
        let indent = line.prefix { $0 == 32 }
        guard line.dropFirst(indent.count).elementsEqual("- ".utf8) else { return nil }
        return "\n" + String(repeating: " ", count: indent.count) + "- "
    }
}

// MARK: Methods

extension Kind where Value == Located<String> {
    /// An HTTP method, or any other upper-case token.
    static var method: Kind {
        Kind(.text(pattern: "^[A-Z0-9!#$%&'*+.^_`|~-]+$")) { slot, context in
            if slot.node.allBytes(isPartOfMethod) { return context.text(slot) }
            if let text = context.name(slot) { context.reportMethod(text.value, slot) }
            return nil
        }
    }
}

extension String {
    /// Whether it is an upper-case token, as methods are.
    package var isMethod: Bool {
        !isEmpty && utf8.allSatisfy(isPartOfMethod)
    }
}

func isPartOfMethod(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
    default: false
    }
}

/// Those of HTTP and WebDAV. Another upper-case word may still be no method.
private let knownMethods: Set = [
    "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LOCK", "MKCOL", "MOVE", "OPTIONS", "PATCH", "POST", "PROPFIND",
    "PROPPATCH", "PUT", "QUERY", "REPORT", "SEARCH", "TRACE", "UNLOCK",
]

extension DecodingContext {
    fileprivate func reportMethod(_ text: String, _ slot: Slot) {
        let upper = text.uppercased()
        let isLetters = upper != text && upper.utf8.allSatisfy { (65...90).contains($0) || $0 == 45 }
        guard isLetters else { return reportMismatch(slot, expected: "an upper-case method such as GET") }
        let isKnown = knownMethods.contains(upper)
        let fix = Diagnostic.Fix("write \(upper)", safe: isKnown, .write(upper, at: slot.node.span))
        let message = "methods are upper-case, found \"\(text)\"; write \"\(upper)\""
        report(Diagnostic(.wrongType, at: place(of: slot), message, suggestions: [upper], fixes: [fix]))
    }
}

// MARK: Patterns and targets

extension Kind where Value == LocatedPattern {
    static var pattern: Kind {
        Kind(.text(pattern: nil)) { slot, context in
            guard let text = context.text(slot), context.checkVisibility(ofPattern: text, slot) else { return nil }
            do throws(PatternError) {
                let pattern = try Pattern(text.value)
                context.reportReserved(text, slot)
                return LocatedPattern(pattern, at: text.span)
            } catch {
                context.report(error, slot)
                return nil
            }
        }
    }
}

extension Kind where Value == LocatedTarget {
    static var target: Kind {
        Kind(.text(pattern: nil)) { slot, context in
            guard let text = context.text(slot), context.checkVisibility(ofPattern: text, slot) else { return nil }
            do throws(PatternError) {
                let target = try URLTemplate(text.value)
                context.reportReserved(text, slot)
                return LocatedTarget(target: target, text: text)
            } catch {
                context.report(error, slot)
                return nil
            }
        }
    }
}

extension DecodingContext {
    fileprivate func report(_ error: PatternError, _ slot: Slot) {
        let rule: Rule =
            switch error.problem {
            case .impossible: .impossiblePattern
            case .duplicateParameter: .badParameter
            case .ambiguous: .ambiguousPattern
            }
        report(Diagnostic(rule, at: span(of: error.range, in: slot.node), error.message, help: error.help))
    }
}

// MARK: with

extension Kind where Value == Node {
    /// A mapping for Swift code to decode; variables are replaced.
    static var with: Kind {
        Kind(.mapping) { slot, context in Variables(context: context).expand(slot.node) }
    }
}
