import WaybillSyntax

extension ManifestSet {
    /// Returns the problems of a requested view: each tag that is not declared or, if the set declares none, that no
    /// route carries.
    package func problems(ofViewWith tags: [String]) -> [String] {
        let carried = Set((modules.flatMap(\.tags) + routes.flatMap(\.tags)).map(\.value))
        let known = self.tags.isEmpty ? carried : Set(self.tags.map(\.name.value))
        let names = NameSuggestions()
        return tags.uniqued().filter { !known.contains($0) }.map { tag in
            let problem = self.tags.isEmpty ? "no route has the tag '\(tag)'" : "tag '\(tag)' is not declared"
            return problem + didYouMeanClause(names.near(tag, among: known))
        }
    }
}
