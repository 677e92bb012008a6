import WaybillManifest
package import WaybillSyntax

/// The rules for programs: the output of `waybill check --rules --format json`.
package struct RuleListing: Encodable {
    package var version = 1
    package var rules: [Entry]

    package init(_ rules: [Rule]) {
        self.rules = RuleCatalog.entries(for: rules).map(Entry.init)
    }

    package var json: String { JSONText.encode(self) }

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
        let ids = rules.map(\.id.count).max() ?? 0
        let names = rules.map(\.name.count).max() ?? 0
        return rules.map { rule in
            let columns = [
                rule.id.padded(to: ids), rule.name.padded(to: names), rule.severity.rawValue.padded(to: 7),
                rule.fix.letter, rule.summary + (rule.isOnByDefault ? "" : " (off by default)"),
            ]
            return columns.joined(separator: "  ") + "\n"
        }.joined()
    }

    package struct Entry: Encodable {
        var id: String
        var name: String
        var severity: Severity
        var fix: RuleEntry.Fixability
        var isSuppressible: Bool
        var isOnByDefault: Bool
        var summary: String
        var explanation: String
        var advice: String

        init(_ entry: RuleEntry) {
            id = entry.rule.id
            name = entry.rule.name
            severity = entry.rule.severity
            fix = entry.fixability
            isSuppressible = entry.rule.isSuppressible
            isOnByDefault = entry.rule.isOnByDefault
            summary = entry.summary
            explanation = entry.explanation
            advice = entry.advice
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, severity, fix, summary, explanation, advice
            case isSuppressible = "allowable"
            case isOnByDefault = "default"
        }
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

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
