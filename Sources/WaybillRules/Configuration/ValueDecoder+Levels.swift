package import WaybillManifest
package import WaybillSyntax

extension ValueDecoder where Value == [(rule: Rule, level: LintConfiguration.Level)] {
    /// Levels by rule: `{ P005: off, X003: error }`.
    static var levels: ValueDecoder {
        let level = ValueDecoder<Located<LintConfiguration.Level>>.word(\.summary)
        return .named("rule", names: .ruleID, level.shape) { id, slot, context in
            guard let rule = Rule.all.first(where: { $0.id == id.value }), let level = level.decode(slot, in: context),
                context.admits(level, for: rule)
            else { return nil }
            return (rule, level.value)
        }
    }
}

extension ValueDecoder where Value == Located<String> {
    /// The id of a rule in the catalog, or G003.
    package static var ruleID: ValueDecoder<Located<String>> {
        ValueDecoder(.text(pattern: "^[A-Z][0-9]{3}$")) { slot, context in
            guard let id = context.text(slot) else { return nil }
            if Rule.all.contains(where: { $0.id == id.value }) { return id }
            context.report(.unknownRule(id))
            return nil
        }
    }
}

extension Diagnostic {
    /// Returns G003, with the ids that were probably meant.
    static func unknownRule(_ id: Located<String>) -> Diagnostic {
        let named = [Rule.find(id.value)?.id].compactMap(\.self)
        let suggestions = named.isEmpty ? didYouMean(id.value, among: Rule.all.map(\.id)) : named
        return Diagnostic(
            .unknownRuleID, at: id.span, "no rule has the id '\(id.value)'", suggestions: suggestions,
            help: suggestions.isEmpty ? "'waybill check --rules' lists them" : nil,
            fixes: suggestions.prefix(1).map { best in
                .init("write \(best)", safe: false, .write(best, at: id.span))
            })
    }
}

extension DecodingContext {
    /// Returns G004 if the level would turn down an error of the loader.
    fileprivate func admits(_ level: Located<LintConfiguration.Level>, for rule: Rule) -> Bool {
        if level.value == .error || rule.severity < .error || rule.isOpinion { return true }
        let reason =
            rule.group == "G"
            ? "configurations and comments must be understood"
            : "a set with this problem is never loaded"
        report(
            Diagnostic(
                .badConfiguration, at: level.span, "\(rule.id) stays an error: \(reason)",
                help: rule.isSuppressible
                    ? "fix the problem, or suppress it where it occurs: '# waybill:allow \(rule.id) -- why'"
                    : "fix the problem, and remove this line"))
        return false
    }
}

extension LintConfiguration.Level {
    fileprivate var summary: String {
        switch self {
        case .off: "The rule is off."
        case .hint: "The lowest severity."
        case .info: "Information only."
        case .warning: "Probably an error."
        case .error: "An error: check fails."
        }
    }
}
