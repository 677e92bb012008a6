import WaybillManifest
import WaybillSyntax

/// A page of the documentation: a rule with an example, the exact output, and the fix. It is generated from the
/// catalog.
package struct RulePage: Sendable, CustomStringConvertible {
    package var name: String
    package var text: String
    /// The page without its title and summary, for callers that show these themselves.
    package private(set) var body: String

    package var description: String { name }

    package init(_ entry: RuleEntry) {
        let rule = entry.rule
        name = rule.id
        var parts = ["Severity: \(entry.severityText)."]
        parts.append(entry.explanation.markdown.wrapped(to: 120))
        parts.append("### Example")
        parts += entry.example.broken.flatMap(Self.block)
        if let output = entry.output {
            parts += ["`\(output.command)` says:", "```text\n\(output.text)\n```"]
        } else {
            parts.append(entry.foundLater.markdown)
        }
        parts += ["### How to fix it", entry.advice.markdown.wrapped(to: 120)]
        parts += entry.example.fixed.flatMap(Self.block)
        body = parts.joined(separator: "\n\n") + "\n"
        text = "# \(rule.id): \(rule.name)\n\n\(entry.summary.markdown)\n\n## Overview\n\n\(body)"
    }

    /// The list of all rules.
    package static let list: RulePage = {
        let rows = RuleCatalog.entries.map { entry in
            let rule = entry.rule
            let severity = rule.severity.rawValue + (rule.isOnByDefault ? "" : ", off")
            return
                "| [\(rule.id)](\(rule.id).md) | `\(rule.name)` | \(severity) | \(entry.fixability.letter) | \(entry.summary.markdown) |"
        }
        return RulePage(
            name: "Rules",
            text: """
                # Rules

                Every rule of `waybill check`, with its severity and its fix.

                ## Overview

                `waybill check --explain P003` prints what the page of a rule says, `waybill check --rules` this table. The \
                severity is the one by default. Fix: **S** safe, by `--fix`; **U** unsafe, by `--unsafe-fixes`; – none, for what \
                the rule's example shows.

                | id | name | severity | fix | what it demands |
                |---|---|---|---|---|
                \(rows.joined(separator: "\n"))

                """)
    }()

    private init(name: String, text: String) {
        self.name = name
        self.text = text
        body = text
    }

    private static func block(_ file: RuleExample.File) -> [String] {
        let language = ["swift", "json"].first { file.path.hasSuffix(".\($0)") } ?? "yaml"
        return ["`\(file.path)`\(file.caption.dropFirst(file.path.count)):"]
            + (file.text.isEmpty ? [] : ["```\(language)\n\(file.shownText)\n```"])
    }
}

extension RuleEntry.Fixability {
    var letter: String {
        switch self {
        case .safe: "S"
        case .unsafe: "U"
        case .none: "–"
        }
    }
}

extension String {
    /// The text with escaped Markdown.
    fileprivate var markdown: String {
        reduce(into: "") { $0 += "\\*_<[|`".contains($1) ? "\\\($1)" : String($1) }
    }
}
