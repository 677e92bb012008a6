package import WaybillSyntax
import WaybillTable

// MARK: Tags

extension ValueDecoder where Value == Located<String> {
    /// A label of letters, digits, `_`, `.` and `-`.
    package static var tag: ValueDecoder<Located<String>> {
        ValueDecoder(.text(pattern: "^\(tagBytes)+$"), word: meantTag) { input, context in
            input.node.utf8.allSatisfy(isPartOfTag) ? context.text(input) : context.reportTag(input)
        }
    }

    /// A tag as a key.
    static var tagKey: ValueDecoder {
        ValueDecoder(tag.shape) { input, context in
            input.node.utf8.allSatisfy(isPartOfTag) ? context.writtenText(input) : context.reportTag(input)
        }
    }
}

private func meantTag(_ word: String) -> String? { word.isTag ? word : nil }

private let tagBytes = "[A-Za-z0-9_.-]"

extension DecodingContext {
    fileprivate func reportTag(_ input: DecodingInput) -> Located<String>? {
        if name(input) != nil { reportMismatch(input, expected: "a word of letters, digits, '_', '.' and '-'") }
        return nil
    }
}

extension String {
    /// Whether all bytes are valid in a tag.
    package var isTag: Bool { !isEmpty && utf8.allSatisfy(isPartOfTag) }
}

private func isPartOfTag(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "A"..."Z", "a"..."z", "_", ".", "-": true
    default: false
    }
}

extension ValueDecoder where Value == [Located<String>] {
    /// A list of tags. An item with commas is read as several tags, with a warning.
    package static var tagSet: ValueDecoder<[Located<String>]> {
        let tag = ValueDecoder<Located<String>>.tag
        return ValueDecoder(
            .list(of: .text(pattern: tagsPattern), mayBeEmpty: false, isSet: true), word: tag.word
        ) { input, context in
            // S012 is about items as they are written. T002 reports duplicates inside an item with commas.
            var items: [Located<String>] = []
            var tags: [Located<String>] = []
            items.reserveCapacity(input.node.childCount)
            tags.reserveCapacity(input.node.childCount)
            var areJoined = false
            for node in input.node.items {
                if context.isSpent { break }
                let item = input.item(node)
                if let several = context.tagsJoinedByCommas(item, list: input.node.span) {
                    areJoined = true
                    tags += several
                    items.append(Located(node.scalarText ?? "", at: node.span))
                } else if let tag = tag.decode(item, in: context) {
                    tags.append(tag)
                    items.append(tag)
                }
            }
            let distinct = context.withoutDuplicates(items, input)
            guard areJoined else { return distinct }
            var seen: Set<String> = []
            return tags.filter { seen.insert($0.value).inserted }
        }
    }
}

/// A tag, or several that are joined by commas.
private let tagsPattern = "^(\(tagBytes)+|(?=.*,),* *\(tagBytes)+ *(,+ *\(tagBytes)+ *)*,*)$"

extension Substring {
    /// The text without surrounding blanks.
    var trimmed: String {
        var text = self
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}

extension DecodingContext {
    fileprivate func tagsJoinedByCommas(_ input: DecodingInput, list: SourceSpan) -> [Located<String>]? {
        guard input.node.utf8.contains(UInt8(ascii: ",")) else { return nil }
        let parts = (input.node.scalarText ?? "").split(separator: ",").map(\.trimmed)
        guard !parts.isEmpty, parts.allSatisfy(\.isTag) else { return nil }
        if allowsWarnings { reportComma(parts, input, list: list) }
        return parts.map { Located($0, at: input.node.span) }
    }

    private func reportComma(_ parts: [String], _ input: DecodingInput, list: SourceSpan) {
        let tags = parts.map { "'\($0)'" }.joined(separator: ", ")
        let message = "tag \"\(input.node.scalarText ?? "")\" contains a comma, and is read as the tags \(tags)"
        var fixes: [Diagnostic.Fix] = []
        if let separator = itemSeparator(in: list, before: input.node.span) {
            let text = parts.map(ScalarText.written).joined(separator: separator)
            let edit = Diagnostic.Edit(span: input.node.span, text: text)
            fixes = [.init(description: "write each tag as its own item", safe: true, edits: [edit])]
        }
        report(Diagnostic(.commaInTag, at: place(of: input), message, suggestions: parts, fixes: fixes))
    }

    /// Returns the text between two items of a list: a comma, or a line end with the dash of the next line. `nil` for
    /// an item with an anchor, and for an alias, whose text is elsewhere.
    private func itemSeparator(in list: SourceSpan, before item: SourceSpan) -> String? {
        guard list.start <= item.start, item.end <= list.end else { return nil }
        let isFlow = file.bytes[list.start] == UInt8(ascii: "[")
        let blanks = file.bytes[..<item.start].suffix(Self.longestGap).reversed().prefix(while: \.isBlankOrBreak).count
        let indicator = item.start - blanks - 1
        guard indicator >= list.start, (isFlow ? "[," : "-").utf8.contains(file.bytes[indicator]) else { return nil }
        if isFlow { return ", " }
        return "\n" + String(repeating: " ", count: file.position(at: list.start).column - 1) + "- "
    }

    /// The limit of blanks before an item.
    private static let longestGap = 100
}

// MARK: Methods

extension ValueDecoder where Value == Located<String> {
    /// An HTTP method, or any other upper-case token.
    package static var method: ValueDecoder<Located<String>> {
        ValueDecoder(.text(pattern: "^[A-Z0-9!#$%&'*+.^_`|~-]+$"), word: meantMethod) { input, context in
            if input.node.utf8.allSatisfy(isPartOfMethod) { return context.text(input) }
            if let text = context.name(input) { context.reportMethod(text.value, input) }
            return nil
        }
    }
}

extension String {
    /// Whether it is an upper-case token, as methods are.
    package var isMethod: Bool { !isEmpty && utf8.allSatisfy(isPartOfMethod) }
}

private func isPartOfMethod(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "0"..."9", "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
    default: false
    }
}

/// Returns the method that a word certainly means.
private func meantMethod(_ word: String) -> String? {
    let upper = word.uppercased()
    return word.isMethod ? word : knownMethods.contains(upper) ? upper : nil
}

/// The methods of HTTP and WebDAV. Any other upper-case word is probably not a method.
private let knownMethods: Set = [
    "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LOCK", "MKCOL", "MOVE", "OPTIONS", "PATCH", "POST", "PROPFIND",
    "PROPPATCH", "PUT", "QUERY", "REPORT", "SEARCH", "TRACE", "UNLOCK",
]

extension DecodingContext {
    fileprivate func reportMethod(_ text: String, _ input: DecodingInput) {
        let upper = text.uppercased()
        let isLetters = upper != text && upper.utf8.allSatisfy { (65...90).contains($0) || $0 == 45 }
        guard isLetters else { return reportMismatch(input, expected: "an upper-case method such as GET") }
        let isKnown = knownMethods.contains(upper)
        let fix = Diagnostic.Fix("write \(upper)", safe: isKnown, .write(upper, at: input.node.span))
        let message = "methods are upper-case, found \"\(text)\"; write \"\(upper)\""
        report(Diagnostic(.wrongType, at: place(of: input), message, suggestions: [upper], fixes: [fix]))
    }
}

// MARK: Patterns and targets

extension ValueDecoder where Value == LocatedPattern {
    package static var pattern: ValueDecoder {
        ValueDecoder(.text(pattern: nil)) { input, context in
            guard let text = context.text(input), context.checkVisibility(ofPattern: text, input) else { return nil }
            do throws(PatternError) {
                let pattern = try Pattern(text.value)
                if !context.reportHost(in: text, input) { context.reportReserved(text, input) }
                return LocatedPattern(pattern: pattern, span: text.span)
            } catch {
                context.report(error, text, input)
                return nil
            }
        }
    }
}

extension ValueDecoder where Value == LocatedTarget {
    static var target: ValueDecoder {
        ValueDecoder(.text(pattern: nil)) { input, context in
            guard let text = context.text(input), context.checkVisibility(ofPattern: text, input) else { return nil }
            do throws(PatternError) {
                let target = try URLTemplate(text.value)
                context.reportReserved(text, input)
                return LocatedTarget(target: target, text: text)
            } catch {
                context.report(error, text, input)
                return nil
            }
        }
    }
}

extension DecodingContext {
    fileprivate func report(_ error: PatternError, _ text: Located<String>, _ input: DecodingInput) {
        if error.problem == .impossible, reportForeign(in: text, input, isRefused: true) { return }
        let rule: Rule =
            switch error.problem {
            case .impossible: .impossiblePattern
            case .duplicateParameter: .badParameter
            case .ambiguous: .ambiguousPattern
            }
        report(Diagnostic(rule, at: span(of: error.range, in: input.node), error.message, help: error.help))
    }
}

// MARK: with

extension ValueDecoder where Value == Node {
    /// A mapping for Swift code to decode, with expanded variables.
    static var with: ValueDecoder {
        ValueDecoder(.mapping) { input, context in Variables(context: context).expand(input.node) }
    }
}
