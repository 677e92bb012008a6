import WaybillManifest
import WaybillSyntax
import WaybillTools

/// A diagnostic by its rule and place: `P001 12:10`.
struct GoldenDiagnostic: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var id: String
    var line: Int
    var column: Int

    var description: String { "\(file): \(id) \(line):\(column)" }

    static func < (left: Self, right: Self) -> Bool {
        (left.file, left.line, left.column, left.id) < (right.file, right.line, right.column, right.id)
    }
}

extension GoldenDiagnostic {
    private static let mark = "# want: "

    init(_ diagnostic: Diagnostic, in sources: [SourceFile]) {
        let source = sources[diagnostic.span.file]
        let place = source.position(at: diagnostic.span.start)
        self.init(file: source.path, id: diagnostic.rule.id, line: place.line, column: place.column)
    }

    /// The diagnostics that the comments of a file want, and the comments that cannot be parsed.
    static func wanted(in source: SourceFile) -> (diagnostics: [GoldenDiagnostic], unreadable: [String]) {
        var diagnostics: [GoldenDiagnostic] = []
        var unreadable: [String] = []
        for number in 1...source.lineCount {
            let line = source.text(ofLine: number)
            guard line.hasPrefix(mark) else { continue }
            if let diagnostic = GoldenDiagnostic(comment: line.dropFirst(mark.count), file: source.path) {
                diagnostics.append(diagnostic)
            } else {
                unreadable.append("\(source.path):\(number): \(line)")
            }
        }
        return (diagnostics, unreadable)
    }

    private init?(comment: Substring, file: String) {
        let words = comment.split(separator: " ")
        guard words.count == 2 else { return nil }
        let numbers = words[1].split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        self.init(file: file, id: String(words[0]), line: numbers[0], column: numbers[1])
    }
}
