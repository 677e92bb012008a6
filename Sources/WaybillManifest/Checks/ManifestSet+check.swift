extension ManifestSet {
    /// Every mistake that lies between the parts of a set: what decoding one file cannot see.
    ///
    /// - Parameters:
    ///   - uses: What the routes name.
    ///   - brokenTexts: The texts of files that are no YAML and of values that were left out, whose declarations are not known.
    func check(_ uses: RouteUses, brokenTexts: [String]) -> [Diagnostic] {
        let context = CheckContext(set: self, uses: uses, brokenTexts: brokenTexts)
        return checkReferences(context) + checkTags(context) + checkProtocols(context) + checkAdapters(context)
            + checkModules(context) + checkNames(context) + checkTests(context)
    }
}
