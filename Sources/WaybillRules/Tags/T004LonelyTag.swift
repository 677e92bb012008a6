import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let lonelyTag = Rule("T004", "lonely-tag", .hint, .set, [])
}

extension Check<CheckContext> {
    static let lonelyTags = Check(.lonelyTag, needing: .readTexts) { $0.set.lonelyTags($0) }
}

extension ManifestSet {
    /// If a set does not declare its tags: tags that are used once, and are one edit away from a tag that is used
    /// several times.
    fileprivate func lonelyTags(_ context: CheckContext) -> [Diagnostic] {
        guard tags.isEmpty else { return [] }
        var counts: [String: Int] = [:]
        func count(_ tags: [Located<String>]) { for tag in tags { counts[tag.value, default: 0] += 1 } }
        for module in modules { count(module.tags) }
        for route in routes { count(route.tags) }
        for interceptor in interceptors { count(interceptor.tags) }
        for test in tests { count(test.tags) }
        count(fallback?.byTag.map(\.tag) ?? [])
        let lonely = Set(counts.lazy.filter { $0.value == 1 && $0.key.count >= Self.minimumTagLength }.map(\.key))
        if lonely.isEmpty { return [] }
        let common = counts.filter { $0.value >= Self.minimumUses }.map(\.key)
        let names = NameSuggestions.ofMeantNames()
        let carried = modules.flatMap(\.tags) + routes.flatMap(\.tags)
        return carried.compactMap { tag in
            guard lonely.contains(tag.value),
                let meant = names.near(tag.value, among: common, where: { isOneEdit($0, tag.value) }).first
            else { return nil }
            return Diagnostic(
                .lonelyTag, at: tag.span, "tag '\(tag.value)' occurs only here; did you mean '\(meant)'?",
                suggestions: [meant], help: "write '\(meant)', or declare the tags of the set under 'tags:'",
                fixes: .writing([meant], at: tag.span, verb: "rename to"))
        }
    }

    /// A tag that is used this often is not misspelled.
    private static var minimumUses: Int { 3 }
    /// Shorter words are similar by chance, as `api` and `app`.
    private static var minimumTagLength: Int { 4 }
}
