import WaybillManifest
import WaybillRules
package import WaybillSyntax

/// A report for a program that changes files itself, such as a coding agent: one line a problem, then the count, then the
/// next command.
///
/// ```
/// Routes/a.yaml:3:29: error: handler 'b' is unknown [I002 undefined-name] | help: did you mean 'a'? | safe fix: 3:38-3:39 "a"
/// 1 error in 1 file, 1 route
/// next: waybill check Routes --fix
/// ```
///
/// Texts of manifests never begin a line and never end one, so a reader can tell them from the words of this program.
package struct AgentText: Sendable, Hashable {
    /// A line for each problem, the most severe first.
    package var lines: [String]
    /// The counts.
    package var summary: [String]
    /// What to run now; `nil` if there is nothing to do.
    package var next: String?

    /// The limit of problems. A reader that has fixed so many asks again.
    private static let limit = 50

    package init(lines: [String], summary: [String], next: ShellCommand? = nil) {
        self.lines = lines
        self.summary = summary
        self.next = next?.text
    }

    /// The text of `--format agent`.
    package var text: String {
        let more = lines.count - Self.limit
        var all = Array(lines.prefix(Self.limit))
        if more > 0 { all.append("and \(more) more; all of them: --format jsonl") }
        all += summary
        if let next { all.append("next: \(next)") }
        return all.map { $0 + "\n" }.joined()
    }
}

/// A command for a shell, with quotes where words need them.
package struct ShellCommand: Sendable, Hashable {
    package let text: String

    /// - Parameter words: The words after `waybill`.
    package init(_ words: [String]) { text = (["waybill"] + words.map(Self.quoted)).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:@=+,%".utf8)
        if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
        return "'\(word.safeOnScreen.replacing("'", with: #"'\''"#))'"
    }
}

extension LintReport {
    /// Returns the report for an agent, with the next command for the paths of the style.
    package func agent(_ style: ReportStyle) -> AgentText {
        let sorted = diagnostics.mostSevereFirst
        let fixes = diagnostics.flatMap(\.fixes)
        let next: ShellCommand =
            if fixes.contains(where: \.safe) {
                ShellCommand(["check"] + style.paths + ["--fix"])
            } else if !fixes.isEmpty {
                ShellCommand(["check"] + style.paths + ["--diff", "--unsafe-fixes"])
            } else if let first = sorted.first {
                ShellCommand(["check", "--explain", first.rule.id])
            } else {
                ShellCommand(["test"] + style.paths)
            }
        return AgentText(
            lines: sorted.agentLines(in: sources), summary: style.isQuiet ? [] : [summaryLine],
            next: style.isQuiet ? nil : next)
    }
}

extension [Diagnostic] {
    /// The diagnostics by severity, those of one severity in their order.
    package var mostSevereFirst: [Diagnostic] {
        Severity.allCases.sorted(by: >).flatMap { severity in filter { $0.severity == severity } }
    }

    /// Returns a line for each diagnostic: the compact line, related places, remarks and the edits of its fixes.
    package func agentLines(in sources: [SourceFile]) -> [String] {
        let renderer = TextRenderer(sources: sources, showsSecrets: true)
        return map { diagnostic in
            let remarks = diagnostic.remarks.map { "\($0.label): \($0.text.safeOnScreen)" }
            let fixes = diagnostic.fixes.compactMap { $0.agentWords(in: sources, at: diagnostic.span.file) }
            return ([renderer.headerLine(for: diagnostic)] + renderer.noteLines(for: diagnostic) + remarks + fixes)
                .joined(separator: " | ")
        }
    }
}

extension Diagnostic.Fix {
    /// Longer fixes are better applied by the command, or read as JSON.
    private static let longest = 400
    /// The bytes of `1:1-1:1 ""`.
    private static let shortestEdit = 10

    /// `safe fix: 3:38-3:39 "a"`: the places and their new texts, as JSON strings; columns count Unicode scalars.
    fileprivate func agentWords(in sources: [SourceFile], at file: Int) -> String? {
        guard isResolved, isExpressibleInColumns(of: sources) else { return nil }
        let kind = safe ? "safe fix" : "unsafe fix"
        let least = edits.reduce(0) { $0 + Self.shortestEdit + $1.text.utf8.count }
        guard least <= Self.longest else { return "\(kind): \(description.safeOnScreen)" }
        let edits = edits.map { edit in
            let place = DiagnosticsReport.Place(edit.span, sources: sources)
            let path = edit.span.file == file ? "" : "\(place.file.safeOnScreen):"
            return "\(path)\(place.line):\(place.column)-\(place.endLine):\(place.endColumn) \(edit.text.jsonString)"
        }.joined(separator: ", ")
        return edits.utf8.count > Self.longest ? "\(kind): \(description.safeOnScreen)" : "\(kind): \(edits)"
    }
}

extension String {
    /// The text as a string of JSON, with escapes for all that a screen does not show.
    fileprivate var jsonString: String {
        JSONText.line(self).dropLast().unicodeScalars.map { scalar in
            guard String(scalar).safeOnScreen != String(scalar) else { return String(scalar) }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }.joined()
    }
}
