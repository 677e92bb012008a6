extension SourceFile {
    /// Y011: lines that end with CRLF, blanks at the end of lines, no line end at the end of the file. Each once, at the
    /// first such place, with one fix for all of them.
    ///
    /// - Parameter file: The file's index in the set's sources.
    func layoutFindings(file: Int) -> [Diagnostic] {
        guard isReadable, !bytes.isEmpty else { return [] }
        let lines = FileLines(self)
        guard !lines.carriageReturns.isEmpty || !lines.blanks.isEmpty || lines.lacksLineEnd else { return [] }
        let content = blockScalars(file: file)
        return [lines.carriageReturnFinding(file), lines.blanksFinding(file, outside: content)].compactMap(\.self)
            + [lines.lineEndFinding(file, outside: content)].compactMap(\.self)
    }

    /// Where blanks and line ends may be content: block scalars, with the blanks behind them. Nothing where the file is no YAML, and nobody knows.
    private func blockScalars(file: Int) -> [Range<Int>]? {
        let (node, found) = YAMLReader.read(self, index: file)
        guard let node, !found.contains(where: { $0.rule == .yamlSyntax || $0.rule == .invalidBytes }) else {
            return nil
        }
        return node.blockScalars.map { span in
            let rest = bytes.clamped(SourceSpan(file: file, start: span.end, end: bytes.count))
            return span.start..<max(span.start, span.end) + rest.prefix { " \t\r\n".utf8.contains($0) }.count
        }
    }
}

extension YAMLNode {
    fileprivate var blockScalars: [SourceSpan] {
        switch kind {
        case .literal, .folded: [span]
        case .sequence: items.flatMap(\.blockScalars)
        case .mapping: entries.flatMap { $0.key.blockScalars + $0.value.blockScalars }
        default: []
        }
    }
}

/// What stands at the ends of a file's lines.
private struct FileLines {
    /// The offsets of those before a line feed.
    private(set) var carriageReturns: [Int] = []
    /// Spaces and tabs at the ends of lines.
    private(set) var blanks: [Range<Int>] = []
    let lacksLineEnd: Bool
    private let count: Int
    private let length: Int

    init(_ source: SourceFile) {
        let bytes = source.bytes
        length = bytes.count
        lacksLineEnd = bytes.last != UInt8(ascii: "\n") && bytes.last != UInt8(ascii: "\r")
        count = source.lineCount - (lacksLineEnd ? 0 : 1)
        for line in 1...max(source.lineCount, 1) {
            let range = source.byteRange(ofLine: line)
            let end = bytes[range].reversed().prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
            if end > 0 { blanks.append(range.upperBound - end..<range.upperBound) }
            let rest = bytes[range.upperBound...].prefix(2)
            if rest.elementsEqual("\r\n".utf8) { carriageReturns.append(range.upperBound) }
        }
    }

    func carriageReturnFinding(_ file: Int) -> Diagnostic? {
        guard let first = carriageReturns.first else { return nil }
        let subject = carriageReturns.count == count ? "every line ends" : Self.lines(carriageReturns.count, "end")
        let edits = carriageReturns.map { Diagnostic.Edit(file, $0..<$0 + 1) }
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: first, end: first), "\(subject) with CRLF",
            help: "end lines with LF alone; '*.yaml text eol=lf' in .gitattributes keeps it so",
            fixes: [.init(description: "end lines with LF", safe: true, edits: edits)])
    }

    func blanksFinding(_ file: Int, outside content: [Range<Int>]?) -> Diagnostic? {
        let stray = blanks.filter { blank in
            !(content ?? []).contains { $0.lowerBound <= blank.lowerBound && blank.upperBound <= $0.upperBound }
        }
        guard let first = stray.first else { return nil }
        let fix = Diagnostic.Fix(
            description: "delete them", safe: true, edits: stray.map { Diagnostic.Edit(file, $0) })
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: first.lowerBound, end: first.upperBound),
            "\(Self.lines(stray.count, "end")) with blanks", help: "delete them",
            fixes: content == nil ? [] : [fix])
    }

    func lineEndFinding(_ file: Int, outside content: [Range<Int>]?) -> Diagnostic? {
        guard lacksLineEnd else { return nil }
        let isContent = content?.contains { $0.upperBound >= length } ?? true
        let fix = Diagnostic.Fix(
            description: "end it", safe: true, edits: [Diagnostic.Edit(file, length..<length, "\n")])
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: length, end: length), "the last line has no line end",
            help: "end it with one", fixes: isContent ? [] : [fix])
    }

    private static func lines(_ count: Int, _ verb: String) -> String {
        count == 1 ? "a line \(verb)s" : "\(count) lines \(verb)"
    }
}

extension Diagnostic.Edit {
    fileprivate init(_ file: Int, _ range: Range<Int>, _ text: String = "") {
        self.init(span: SourceSpan(file: file, start: range.lowerBound, end: range.upperBound), text: text)
    }
}
