extension ManifestSet {
    /// T001: where the set declares its tags, no other is used.
    func checkTags(_ context: CheckContext) -> [Diagnostic] {
        guard !tags.isEmpty else { return [] }
        let declared = Set(tags.map(\.name.value))
        var used = modules.flatMap(\.tags)
        used += interceptors.flatMap(\.tags)
        used += routes.flatMap(\.tags)
        used += fallback?.byTag.map(\.tag) ?? []
        used += tests.flatMap(\.tags)
        return used.filter { !declared.contains($0.value) && !context.mayBeDeclaredElsewhere($0.value) }
            .map { tag in
                let suggestions = didYouMean(tag.value, among: declared)
                return Diagnostic(
                    .unknownTag, at: tag.span, "tag '\(tag.value)' is not declared", suggestions: suggestions,
                    help: suggestions.isEmpty
                        ? "declare it under 'tags:'\(CheckContext.list(Array(declared)))" : nil,
                    fixes: suggestions.prefix(1).map { suggestion in
                        .init(
                            description: "rename to '\(suggestion)'", safe: false,
                            edits: [.init(span: tag.span, text: suggestion)])
                    })
            }
    }
}
