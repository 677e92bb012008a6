import WaybillSyntax

extension ManifestSet {
    /// Returns the problems between parts of a set, which the decoding of one file cannot find.
    ///
    /// - Parameters:
    ///   - brokenTexts: The texts of files that are not YAML and of values that were left out. Their declarations are
    ///     not known.
    ///   - references: The references of entries that were left out.
    func check(brokenTexts: [String], _ references: LooseReferences = LooseReferences()) -> [Diagnostic] {
        let context = CheckContext(set: self, brokenTexts: brokenTexts, looseReferences: references)
        let diagnostics =
            checkReferences(context) + checkTags(context) + checkProtocols(context) + checkProviders(context)
            + checkAdapters(context) + checkModules(context) + checkNames() + checkMethods(context)
            + checkTests(context)
        // The references of an aliased value have the place of its anchor, so they repeat.
        return diagnostics.uniqued()
    }
}
