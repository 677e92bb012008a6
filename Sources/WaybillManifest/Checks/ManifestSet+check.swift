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
        let found = diagnostics.uniqued()
        // So many names are hardly misspelt: the files that declare them are probably missing.
        return context.names.isExhausted ? found.map(\.withoutGuess) : found
    }
}

extension Diagnostic {
    /// The diagnostic without the fix that writes the first suggestion.
    fileprivate var withoutGuess: Diagnostic {
        guard !suggestions.isEmpty else { return self }
        var diagnostic = self
        diagnostic.fixes = []
        return diagnostic
    }
}
