import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

extension RuleEntry {
    /// The output of `waybill check --explain`: the requirement and its reason, an example with its output, and the
    /// fix.
    package var explainedText: String {
        var parts = ["\(rule): \(severityText)", summary.wrapped(to: 80), explanation.wrapped(to: 80)]
        parts += example.broken.map { "\($0.caption):\n\n\($0.shownText.indented(by: 4))" }
        parts.append(output.map { "'\($0.command)' says:\n\n\($0.text.indented(by: 4))" } ?? foundLater)
        parts.append("To fix it:\n" + advice.wrapped(to: 80))
        parts += example.fixed.map { "\($0.caption):\n\n\($0.shownText.indented(by: 4))" }
        return parts.joined(separator: "\n\n") + "\n"
    }

    /// The output about the broken example; `nil` for rules that no command reports.
    var output: (command: String, text: String)? {
        switch rule.stage {
        case .reading, .set, .relations, .policies, .texts, .layout, .linter:
            let report = brokenReport
            let text =
                TextRenderer(sources: report.sources, showsSecrets: true).render(report.diagnostics)
                + report.summaryLine
            return ("waybill check", text)
        case .tests:
            let option =
                switch rule {
                case .lowCoverage: " --fail-under 100"
                case .survivingMutant: " --mutate"
                default: ""
                }
            let report = RuleExample.testReport(
                on: example.broken, failUnder: rule == .lowCoverage ? 100 : nil, isMutating: rule == .survivingMutant)
            return report.map { ("waybill test\(option)", String($0.rendered(as: .text).dropLast())) }
        case .change: return RuleExample.plan(to: example.broken).map { ("waybill plan", String($0.text().dropLast())) }
        case .code, .contract: return nil
        }
    }

    /// For example `error, can be suppressed`.
    var severityText: String {
        [
            rule.severity.rawValue, rule.isOnByDefault ? nil : "off by default",
            rule.severity == .error ? rule.isSuppressible ? "can be suppressed" : "cannot be suppressed" : nil,
            fixability.phrase,
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// Where a problem is reported that no command finds in the manifests alone.
    var foundLater: String {
        if rule == .unusableRegistry {
            return "'waybill check' reports this if an option or the configuration names a registry."
        }
        if rule.isFoundByContractCheck { return "'waybill openapi check' reports this." }
        let start = "The service reports this when it starts or reloads its manifests"
        return rule.traits.contains(.needsService)
            ? start + "." : start + ", and 'waybill check --registry' reports it too."
    }
}

extension RuleEntry.Fixability {
    fileprivate var phrase: String? {
        switch self {
        case .safe: "fixed by --fix"
        case .unsafe: "fixed by --unsafe-fixes"
        case .none: nil
        }
    }
}

extension RuleExample.File {
    /// The path, with the properties that the text does not show.
    var caption: String {
        switch condition {
        case .sound: path
        case .linkToNothing: "\(path), a broken link"
        case .worldWritable: "\(path), which everybody may write"
        }
    }

    /// The text without its last line end, with invisible characters made visible.
    var shownText: String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { line in
            let end = line.reversed().prefix { $0 == " " }.count
            return String(line.dropLast(end)).safeOnScreen + String(repeating: "·", count: end)
        }.joined(separator: "\n")
    }
}

extension String {
    /// Returns the words in lines of at most `width` characters, unless a word is longer.
    func wrapped(to width: Int) -> String {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Indents every line that is not empty.
    func indented(by count: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }
}
