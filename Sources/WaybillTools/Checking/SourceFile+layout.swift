import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

extension SourceFile {
    /// Y011: lines that end with CRLF or CR, blanks at the end of lines, no line end at the end of the file. Each is
    /// reported once, at the first place, with one fix for all places.
    ///
    /// - Parameter file: The file's index in the set's sources.
    func layoutDiagnostics(file: Int) -> [Diagnostic] {
        guard isReadable, !bytes.isEmpty, YAMLText.foreignEncoding(of: bytes) == nil else { return [] }
        let lines = FileLines(bytes)
        guard !lines.areInOrder else { return [] }
        let content = blockScalars(file: file)
        return [
            lines.carriageReturnDiagnostic(file), lines.loneReturnDiagnostic(file),
            lines.blanksDiagnostic(file, outside: content), lines.lineEndDiagnostic(file, outside: content),
        ].compactMap(\.self)
    }

    /// Returns the ranges where blanks and line ends may be content: block scalars, with the blanks after them. They are
    /// in order and do not overlap. `nil` if the file is not YAML.
    private func blockScalars(file: Int) -> [Range<Int>]? {
        let (node, found) = YAMLReader.readOnce(self, index: file)
        guard let node, !found.contains(where: \.losesText) else {
            return nil
        }
        return node.document.blockScalars.map { span in
            let rest = bytes.clamped(SourceSpan(file: file, start: span.end, end: bytes.count))
            return span.start..<max(span.start, span.end) + rest.prefix { " \t\r\n".utf8.contains($0) }.count
        }
    }
}

extension YAMLDocument {
    /// The block scalars in the order of the file, also those of rejected entries. An alias has the place of its anchor.
    fileprivate var blockScalars: [SourceSpan] {
        let scalars = records.filter { $0.kind == .literal || $0.kind == .folded }
        return Set(scalars.map { SourceSpan(file: file, start: Int($0.start), end: Int($0.end)) }).sorted()
    }
}

/// The ends of a file's lines.
private struct FileLines {
    /// The offsets of carriage returns before a line feed.
    private(set) var carriageReturns: [Int] = []
    /// Carriage returns that end a line by themselves, as YAML allows.
    private(set) var loneReturns: [Int] = []
    /// Spaces and tabs at the ends of lines.
    private(set) var blanks: [Range<Int>] = []
    let lacksLineEnd: Bool
    private var count = 0
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        lacksLineEnd = bytes.last != UInt8(ascii: "\n") && bytes.last != UInt8(ascii: "\r")
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
            let hasReturn = end < bytes.count && bytes[end] == UInt8(ascii: "\r")
            let hasFeed = hasReturn && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
            if hasFeed { carriageReturns.append(end) } else if hasReturn { loneReturns.append(end) }
            addBlanks(before: end, from: start, in: bytes)
            count += 1
            start = end + (hasFeed ? 2 : 1)
        }
    }

    var areInOrder: Bool {
        carriageReturns.isEmpty && loneReturns.isEmpty && blanks.isEmpty && !lacksLineEnd
    }

    private mutating func addBlanks(before end: Int, from start: Int, in bytes: [UInt8]) {
        var first = end
        while first > start, bytes[first - 1] == UInt8(ascii: " ") || bytes[first - 1] == UInt8(ascii: "\t") {
            first -= 1
        }
        if first < end { blanks.append(first..<end) }
    }

    func carriageReturnDiagnostic(_ file: Int) -> Diagnostic? {
        guard let first = carriageReturns.first else { return nil }
        let subject = carriageReturns.count == count ? "every line ends" : Self.lines(carriageReturns.count, "end")
        let edits = edits(of: carriageReturns.lazy.map { $0..<$0 + 1 }, file)
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: first, end: first), "\(subject) with CRLF",
            help: "end lines with LF; '*.yaml text eol=lf' in .gitattributes keeps it so",
            fixes: [.init(description: "end lines with LF", safe: true, edits: edits)])
    }

    func loneReturnDiagnostic(_ file: Int) -> Diagnostic? {
        guard let first = loneReturns.first else { return nil }
        let edits = edits(of: loneReturns.lazy.map { $0..<$0 + 1 }, file, text: "\n")
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: first, end: first),
            "\(Self.lines(loneReturns.count, "end")) with a lone CR, which many tools do not treat as a line end",
            help: "end lines with LF",
            fixes: [.init(description: "end lines with LF", safe: true, edits: edits)])
    }

    func blanksDiagnostic(_ file: Int, outside content: [Range<Int>]?) -> Diagnostic? {
        let stray = blanks.filter { blank in
            guard let content else { return true }
            let index = content.indices.partitioningIndex { content[$0].upperBound >= blank.upperBound }
            return index == content.count || content[index].lowerBound > blank.lowerBound
        }
        guard let first = stray.first else { return nil }
        let fix = Diagnostic.Fix(description: "delete them", safe: true, edits: edits(of: stray, file))
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: first.lowerBound, end: first.upperBound),
            "\(Self.lines(stray.count, "end")) with blanks", help: "delete them",
            fixes: content == nil ? [] : [fix])
    }

    func lineEndDiagnostic(_ file: Int, outside content: [Range<Int>]?) -> Diagnostic? {
        guard lacksLineEnd else { return nil }
        let isContent = content?.contains { $0.upperBound >= bytes.count } ?? true
        let fix = Diagnostic.Fix(
            description: "end it", safe: true, edits: [Diagnostic.Edit(file, bytes.count..<bytes.count, "\n")])
        return Diagnostic(
            .layout, at: SourceSpan(file: file, start: bytes.count, end: bytes.count), "the last line has no line end",
            help: "end it with one", fixes: isContent ? [] : [fix])
    }

    /// Returns edits that replace some places by the same text. For very many places it is one edit of everything
    /// between the first and the last, because every report contains the edits.
    private func edits(
        of places: some BidirectionalCollection<Range<Int>>, _ file: Int, text: String = ""
    ) -> [Diagnostic.Edit] {
        guard places.count > Self.maximumEdits, let first = places.first, let last = places.last else {
            return places.map { Diagnostic.Edit(file, $0, text) }
        }
        let start = first.lowerBound
        var fixed = [UInt8]()
        var end = start
        for place in places {
            fixed += bytes[end..<place.lowerBound]
            fixed += text.utf8
            end = place.upperBound
        }
        // An edit cannot contain bytes that are not UTF-8.
        return String(validating: fixed, as: UTF8.self).map { [Diagnostic.Edit(file, start..<last.upperBound, $0)] }
            ?? []
    }

    private static let maximumEdits = 1_000

    private static func lines(_ count: Int, _ verb: String) -> String {
        count == 1 ? "a line \(verb)s" : "\(count) lines \(verb)"
    }
}

extension Diagnostic.Edit {
    fileprivate init(_ file: Int, _ range: Range<Int>, _ text: String = "") {
        self.init(span: SourceSpan(file: file, start: range.lowerBound, end: range.upperBound), text: text)
    }
}
