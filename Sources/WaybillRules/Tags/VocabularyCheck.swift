import WaybillManifest
import WaybillSyntax

extension Check<PolicyContext> {
    static let vocabulary = Check(.unknownTag, .notInEnumeration) { $0.checkVocabulary() }
}

extension PolicyContext {
    /// T001 and S004: words that are not in the team's vocabulary.
    fileprivate func checkVocabulary() -> [Diagnostic] {
        let vocabulary = policy.vocabulary
        let methods = set.routes.flatMap(\.methods) + set.interceptors.flatMap(\.methods)
        let lanes = set.routes.compactMap(\.lane) + set.modules.compactMap(\.lane)
        return foreign(usedTags, "tag", in: vocabulary.tags, .unknownTag)
            + foreign(methods, "method", in: vocabulary.methods, .notInEnumeration)
            + foreign(lanes, "lane", in: vocabulary.lanes, .notInEnumeration)
    }

    /// The tags to check. If a set declares its tags, other tags are already reported.
    var usedTags: [Located<String>] { self.set.tags.isEmpty ? set.usedTags : set.tags.map(\.name) }

    private func foreign(
        _ used: [Located<String>], _ noun: String, in words: [Located<String>]?, _ rule: Rule
    ) -> [Diagnostic] {
        guard let words, let first = words.first else { return [] }
        let known = Set(words.map(\.value))
        return used.filter { !known.contains($0.value) }.map { word in
            let suggestions = names.near(word.value, among: known)
            return Diagnostic(
                rule, at: word.span, "\(noun) '\(word.value)' is not in the configured vocabulary",
                notes: [.init("the vocabulary starts here", at: first.span)], suggestions: suggestions,
                help: suggestions.isEmpty ? "add it there\(CheckContext.list(known))" : nil,
                fixes: .writing(suggestions, at: word.span))
        }
    }
}
