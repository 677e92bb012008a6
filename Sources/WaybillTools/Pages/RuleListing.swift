import WaybillManifest
import WaybillReports
import WaybillRules
package import WaybillSyntax

/// Rules as text for people and as JSON for programs: the output of `waybill check --rules`.
package struct RuleListing {
    private let entries: [RuleEntry]

    package init(_ rules: [Rule]) { entries = RuleCatalog.entries(for: rules) }

    package var json: String {
        JSONText.encode(["version": 1, "rules": entries.map(Self.jsonObject)] as JSONObject)
    }

    private static func jsonObject(_ entry: RuleEntry) -> JSONObject {
        [
            "id": entry.rule.id, "name": entry.rule.name, "severity": entry.rule.severity, "fix": entry.fixability,
            "allowable": entry.rule.isSuppressible, "default": entry.rule.isOnByDefault, "summary": entry.summary,
            "explanation": entry.explanation, "advice": entry.advice,
        ]
    }

    /// Returns the rules with these ids or names.
    ///
    /// - Throws: The problem of the first word that is neither.
    package static func rules(named words: [String]) throws(UnknownRule) -> [Rule] {
        try words.map { word throws(UnknownRule) in
            guard let rule = Rule.find(word) else { throw UnknownRule(word) }
            return rule
        }
    }

    /// Returns a line for each rule, in columns.
    package var text: String {
        entries.map { entry in
            [
                entry.rule.id, entry.rule.name, entry.rule.severity.rawValue, entry.fixability.letter,
                entry.summary + (entry.rule.isOnByDefault ? "" : " (off by default)"),
            ]
        }.alignedLines
    }
}

/// A word that is neither the id nor the name of a rule.
package struct UnknownRule: Error, Sendable, Hashable {
    package var message: String

    init(_ word: String) {
        let near = didYouMean(word, among: Rule.all.flatMap { [$0.id, $0.name] })
        let question =
            near.isEmpty ? "'waybill check --rules' lists them" : "did you mean \(alternatives(near))?"
        message = "'\(word)' is not a rule; \(question)"
    }
}
