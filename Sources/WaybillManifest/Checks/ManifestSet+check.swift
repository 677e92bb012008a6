import WaybillSyntax

extension ManifestSet {
    /// Every mistake that is between the parts of a set: what decoding one file cannot see.
    ///
    /// - Parameters:
    ///   - brokenTexts: The texts of files that are no YAML and of values that were left out, whose declarations are not known.
    ///   - references: Those of entries that were left out.
    func check(brokenTexts: [String], _ references: LooseReferences = LooseReferences()) -> [Diagnostic] {
        let context = CheckContext(set: self, brokenTexts: brokenTexts, looseReferences: references)
        let findings =
            checkReferences(context) + checkTags(context) + checkProtocols(context) + checkProviders(context)
            + checkAdapters(context) + checkModules(context) + checkNames() + checkMethods(context)
            + checkTests(context)
        // What an alias stands for refers at the place of its anchor.
        return findings.uniqued()
    }
}
