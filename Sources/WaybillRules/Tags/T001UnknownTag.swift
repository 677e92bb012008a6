import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let unknownTag = Rule("T001", "unknown-tag", .error, .set, .guessesNames)
}

extension Check<CheckContext> {
    static let tags = Check(.unknownTag) { $0.set.checkTags($0) }
}

extension ManifestSet {
    /// If a set declares its tags, no other may be used.
    fileprivate func checkTags(_ context: CheckContext) -> [Diagnostic] {
        guard !tags.isEmpty else { return [] }
        let declared = Set(tags.map(\.name.value))
        let used = usedTags + context.looseReferences.tags
        return used.filter { !declared.contains($0.value) }
            .map { tag in
                let isCertain = !context.mayBeDeclaredElsewhere(tag.value)
                let suggestions = isCertain ? context.names.near(tag.value, among: declared, kind: "tag") : []
                return Diagnostic(
                    .unknownTag, at: tag.span, "tag '\(tag.value)' is not declared", suggestions: suggestions,
                    help: suggestions.isEmpty
                        ? "declare it under 'tags:'\(CheckContext.list(declared))" : nil,
                    fixes: .writing(suggestions, at: tag.span, verb: "rename to")
                ).needing(.name(tag.value))
            }
    }
}
