import WaybillSyntax

extension ManifestSet {
    /// T001: where the set declares its tags, no other is used. T004: where it does not, none is almost another one.
    func checkTags(_ context: CheckContext) -> [Diagnostic] {
        guard !tags.isEmpty else { return context.isComplete ? lonelyTags(context) : [] }
        let declared = Set(tags.map(\.name.value))
        var used = modules.flatMap(\.tags)
        used += interceptors.flatMap(\.tags)
        used += routes.flatMap(\.tags)
        used += context.looseReferences.tags
        used += fallback?.byTag.map(\.tag) ?? []
        used += tests.flatMap(\.tags)
        return used.filter { !declared.contains($0.value) && !context.mayBeDeclaredElsewhere($0.value) }
            .map { tag in
                let suggestions = context.names.near(tag.value, among: declared)
                return Diagnostic(
                    .unknownTag, at: tag.span, "tag '\(tag.value)' is not declared", suggestions: suggestions,
                    help: suggestions.isEmpty
                        ? "declare it under 'tags:'\(CheckContext.list(declared))" : nil,
                    fixes: suggestions.prefix(1).map { suggestion in
                        .init("rename to '\(suggestion)'", safe: false, .write(suggestion, at: tag.span))
                    })
            }
    }

    /// Tags that are in one place only, and are one edit away from a tag that is in several.
    private func lonelyTags(_ context: CheckContext) -> [Diagnostic] {
        let asked = interceptors.flatMap(\.tags) + (fallback?.byTag.map(\.tag) ?? []) + tests.flatMap(\.tags)
        let carried = modules.flatMap(\.tags) + routes.flatMap(\.tags)
        var counts: [String: Int] = [:]
        for tag in carried + asked { counts[tag.value, default: 0] += 1 }
        let common = counts.filter { $0.value >= Self.fewestUses }.keys.sorted()
        let lonely = counts.filter { lonely in
            lonely.value == 1 && lonely.key.count >= Self.shortestTag && common.contains { isOneEdit($0, lonely.key) }
        }
        guard !lonely.isEmpty else { return [] }
        return carried.filter { lonely[$0.value] != nil }.compactMap { tag in
            guard let meant = common.first(where: { isOneEdit($0, tag.value) }) else { return nil }
            return Diagnostic(
                .lonelyTag, at: tag.span, "tag '\(tag.value)' occurs only here; did you mean '\(meant)'?",
                suggestions: [meant], help: "write '\(meant)', or declare the tags of the set under 'tags:'",
                fixes: [
                    .init(
                        description: "rename to '\(meant)'", safe: false, edits: [.init(span: tag.span, text: meant)])
                ])
        }
    }

    /// What is written so often is not a slip.
    private static var fewestUses: Int { 3 }
    /// Shorter words are near each other by chance: `api` and `app`.
    private static var shortestTag: Int { 4 }
}
