/// Y001: the problems that libyaml finds, with their places in the file and with help for the usual causes.
extension YAMLDocumentBuilder {
    func located(_ problem: YAMLProblem) -> Diagnostic {
        let place = characterSpan(at: problem.place)
        let opening = characterSpan(at: problem.contextPlace)
        if let conflict = mergeConflict() { return conflict }
        if let indentation = indentation(ofTab: problem, at: place, opening: opening) {
            return Self.indented(by: indentation, at: place, file.text(in: opening), opening)
        }
        if let regex = unquotedRegex(around: place) { return Self.unquoted(regex, file, at: place, opening: opening) }
        if let apostrophe = apostrophe(before: place) { return Self.closing(apostrophe, file, index) }
        let end = file.bytes.trimmedEnd(file.bytes.count, from: opening.start)
        let isUnclosed = problem.context != nil && place.start >= end
        let isAtOpening =
            isUnclosed && problem.context?.contains("quoted scalar") == true
            || problem.problem.contains("could not find expected ':'")
                && missingSpace(nearLineAt: opening.start, orBefore: false) != nil
        let shown = isAtOpening ? opening : place
        let message = message(for: problem, at: place, opening: opening)
        let hasNote = opening.start != shown.start && message.contains("at \(position(of: opening))")
        return Diagnostic(
            .yamlSyntax, at: shown, message, notes: hasNote ? [.init("it starts here", at: opening)] : [],
            help: help(problem, at: place, opening: opening))
    }

    /// Returns the first conflict that a merge has left, if any: Git's marks at the beginning of lines.
    private func mergeConflict() -> Diagnostic? {
        func mark(_ sign: Character, after offset: Int) -> SourceSpan? {
            let mark = Array(String(repeating: sign, count: 7).utf8)
            let bytes = file.bytes
            var start = file.lineStart(of: offset)
            while start < bytes.count {
                let next = start + mark.count
                if bytes[start...].starts(with: mark), next >= bytes.count || bytes[next].isBlankOrBreak {
                    return SourceSpan(file: index, start: start, end: next)
                }
                let end = bytes[start...].firstIndex { $0.isBreak } ?? bytes.count
                start = bytes[end...].firstIndex { !$0.isBreak } ?? bytes.count
            }
            return nil
        }
        guard let first = mark("<", after: file.byteOrderMarkLength),
            let middle = mark("=", after: first.end), let last = mark(">", after: middle.end)
        else { return nil }
        return Diagnostic(
            .yamlSyntax, at: first, "a merge left a conflict here",
            notes: [.init("the other side starts here", at: middle), .init("the conflict ends here", at: last)],
            help: "keep one of the two sides, and delete the three lines with marks")
    }

    /// Returns the indentation of a block text whose first line begins with a tab. YAML 1.2 allows that, but libyaml
    /// takes the tab for indentation unless the text states its own.
    private func indentation(ofTab problem: YAMLProblem, at place: SourceSpan, opening: SourceSpan) -> Int? {
        guard problem.context?.contains("block scalar") == true, problem.problem.hasPrefix("found a tab") else {
            return nil
        }
        let head = file.bytes[file.byteRange(ofLine: file.position(at: opening.start).line).lowerBound..<opening.start]
        var parent = head.prefix { $0 == UInt8(ascii: " ") }.count
        // The items of a list, and the key after the last of their dashes.
        var rest = head.dropFirst(parent)
        while rest.first == UInt8(ascii: "-"), rest.dropFirst().first == UInt8(ascii: " ") {
            let width = 1 + rest.dropFirst().prefix { $0 == UInt8(ascii: " ") }.count
            guard rest.count > width else { break }
            parent += width
            rest = rest.dropFirst(width)
        }
        let line = file.byteRange(ofLine: file.position(at: place.start).line)
        let indentation = file.bytes[line].prefix { $0 == UInt8(ascii: " ") }.count - parent
        return (1...9).contains(indentation) ? indentation : nil
    }

    private static func indented(by number: Int, at tab: SourceSpan, _ style: String, _ opening: SourceSpan)
        -> Diagnostic
    {
        Diagnostic(
            .yamlSyntax, at: tab, "a block text whose first line begins with a tab must state its indentation",
            notes: [.init("the text starts here", at: opening)],
            help: "write '\(style)\(number)' instead of '\(style)'; then the tab is text")
    }

    /// Returns the unquoted regex that contains the error, if any. Brackets and braces end a plain value in a flow
    /// collection.
    private func unquotedRegex(around place: SourceSpan) -> SourceSpan? {
        guard ["[", "{"].contains(file.text(in: place)) else { return nil }
        let line = file.bytes[file.byteRange(ofLine: file.position(at: place.start).line)]
        let slashes = line.indices.filter { line[$0] == UInt8(ascii: "/") }
        let begins = { slash in
            slash == line.startIndex || line[slash - 1].isBlankOrBreak || "[{,".utf8.contains(line[slash - 1])
        }
        let ends = { slash in
            slash + 1 == line.endIndex || line[slash + 1].isBlankOrBreak || "]},".utf8.contains(line[slash + 1])
        }
        guard let start = slashes.last(where: { $0 < place.start && begins($0) }),
            let end = slashes.first(where: { $0 > start && line[$0 - 1] != UInt8(ascii: "\\") }),
            end > place.start, ends(end)
        else { return nil }
        return SourceSpan(file: index, start: start, end: end + 1)
    }

    private static func unquoted(
        _ regex: SourceSpan, _ file: SourceFile, at place: SourceSpan, opening: SourceSpan
    ) -> Diagnostic {
        let quoted = file.text(in: regex).replacing("'", with: "''")
        return Diagnostic(
            .yamlSyntax, at: regex,
            "'\(file.text(in: place))' cannot appear in an unquoted value inside '[ ]' or '{ }'",
            notes: [.init("they open here", at: opening)], help: "quote the regex: '\(quoted)'")
    }

    /// Returns the apostrophe that ends a text in single quotes too early, with the text up to the last apostrophe of
    /// the line.
    private func apostrophe(before place: SourceSpan) -> (at: Int, text: Range<Int>)? {
        let line = file.byteRange(ofLine: file.position(at: place.start).line)
        let quotes = file.bytes[line].indices.filter { file.bytes[$0] == UInt8(ascii: "'") }
        guard let first = quotes.first, let last = quotes.last, quotes.contains(place.start - 1),
            place.start - 1 > first, last >= place.start, first > line.lowerBound,
            file.bytes[first - 1].isBlankOrBreak || "[{,".utf8.contains(file.bytes[first - 1]),
            place.start < file.bytes.count, !file.bytes[place.start].isBlankOrBreak
        else { return nil }
        return (place.start - 1, first + 1..<last)
    }

    private static func closing(
        _ apostrophe: (at: Int, text: Range<Int>), _ file: SourceFile, _ index: Int
    ) -> Diagnostic {
        let inner = String(decoding: file.bytes[apostrophe.text], as: UTF8.self)
        return Diagnostic(
            .yamlSyntax, at: SourceSpan(file: index, start: apostrophe.at, end: apostrophe.at + 1),
            "the single-quoted text ends here, but more text follows",
            help: "double it: '\(inner.replacing("'", with: "''"))'; or use double quotes")
    }

    /// Returns a text in double quotes with an unknown backslash escape, in single quotes.
    private func inSingleQuotes(from opening: SourceSpan) -> String? {
        let line = file.byteRange(ofLine: file.position(at: opening.start).line)
        let rest = file.bytes[opening.start..<max(opening.start, line.upperBound)]
        guard rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else {
            return nil
        }
        return "'" + String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self).replacing("'", with: "''") + "'"
    }

    /// Returns the place of the character at a scalar's index; `nil` at a line end and at the end of the file.
    private func characterSpan(at scalarIndex: Int) -> SourceSpan {
        let start = offset(scalarIndex)
        let isCharacter = start < file.bytes.count && !file.bytes[start].isBreak
        let end = isCharacter ? start + decodeScalar(in: file.bytes, at: start).length : start
        return SourceSpan(file: index, start: start, end: end)
    }

    private func help(_ problem: YAMLProblem, at place: SourceSpan, opening: SourceSpan) -> String? {
        if isIndentedByTab(lineAt: place.start) { return "indent with spaces: YAML does not allow tabs here" }
        let since = position(of: opening)
        switch problem.context ?? "" {
        case let context where context.contains("flow node"):
            // libyaml does not keep the start of the collection if a value in it is missing.
            return "close the open '[' or '{'"
        case let context where context.contains("quoted scalar") && problem.problem.contains("escape character"):
            return "use single quotes, where a backslash is a plain character"
                + (inSingleQuotes(from: opening).map { ": write \($0)" } ?? "; in double quotes write '\\\\'")
        case let context where context.contains("quoted scalar") && problem.problem.contains("hexdecimal number"):
            return "write two hexadecimal digits after '\\x', four after '\\u' and eight after '\\U'; in single quotes "
                + "a backslash is a plain character"
        case let context where context.contains("quoted scalar") && problem.problem.contains("escape code"):
            return "write the character itself: an escape is the number of a whole character, not of a half as in JSON"
        case let context where context.contains("quoted scalar"):
            return "close the quote that opens at \(since)"
        case let context where context.contains("flow") && ["[", "{"].contains(file.text(in: opening)):
            return "close the '\(file.text(in: opening))' that opens at \(since), or put a comma between its values"
        case let context where context.contains("scanning an alias"):
            return "quote the value: an unquoted '*' starts an alias"
        case let context where context.contains("scanning an anchor"):
            return "quote the value: an unquoted '&' starts an anchor"
        default: return helpByProblem(problem.problem, at: place, opening: opening)
        }
    }

    private func helpByProblem(_ problem: String, at place: SourceSpan, opening: SourceSpan) -> String? {
        if problem.contains("could not find expected ':'") {
            return missingSpace(nearLineAt: opening.start, orBefore: false) ?? "put a colon and a space after the key"
        }
        if problem.contains("mapping values are not allowed") {
            if hasEarlierColon(at: place.start) { return "quote the value, or put the key on a line of its own" }
            return missingSpace(nearLineAt: place.start, orBefore: true)
                ?? "check the preceding line: its key needs a colon, or this line needs another indentation"
        }
        if problem.contains("cannot start any token") {
            if file.text(in: place) == "\t" { return "write spaces instead of the tab" }
            return "quote the value; '\(file.text(in: place))' cannot start an unquoted value"
        }
        if problem.contains("did not find expected key") || problem.contains("'-' indicator") {
            return "indent the line like its neighbors"
        }
        return nil
    }

    private func isIndentedByTab(lineAt offset: Int) -> Bool {
        let line = file.byteRange(ofLine: file.position(at: offset).line)
        return file.bytes[line].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .contains(UInt8(ascii: "\t"))
    }

    /// Whether the line has another `: ` before an offset.
    private func hasEarlierColon(at offset: Int) -> Bool {
        let line = file.byteRange(ofLine: file.position(at: offset).line)
        let before = Array(file.bytes[line.lowerBound..<max(line.lowerBound, min(offset, line.upperBound))])
        return before.indices.dropLast().contains { before[$0] == UInt8(ascii: ":") && before[$0 + 1].isBlankOrBreak }
    }

    /// Returns help for `key:value`, on a line or on the line before it.
    private func missingSpace(nearLineAt offset: Int, orBefore: Bool) -> String? {
        let line = file.position(at: offset).line
        for candidate in orBefore ? [line, line - 1] : [line] {
            let words = file.bytes[file.byteRange(ofLine: candidate)].drop {
                $0.isBlankOrBreak || $0 == UInt8(ascii: "-")
            }
            let key = words.prefix { $0 != UInt8(ascii: ":") && !$0.isBlankOrBreak }
            let behind = words.dropFirst(key.count).dropFirst().first
            guard !key.isEmpty, let behind, words.count > key.count + 1, !behind.isBlankOrBreak else { continue }
            guard words[words.startIndex + key.count] == UInt8(ascii: ":") else { continue }
            return "put a space after the colon of '\(String(decoding: key, as: UTF8.self)):' in line \(candidate)"
        }
        return nil
    }
}
