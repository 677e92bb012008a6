import WaybillManifest
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
        return diagnostics.uniqued().withoutGuesses
    }
}

extension [Diagnostic] {
    /// The diagnostics without the fixes of a rule that would replace more than a hundred different names by similar
    /// ones. So many names are hardly misspelled: the file that declares them is probably missing.
    fileprivate var withoutGuesses: [Diagnostic] {
        let guessing: [Rule] = [.undefinedName, .testOfNothing, .unknownTag, .unknownMethod]
        // The message contains the kind and the name.
        let messages = Dictionary(grouping: lazy.filter { guessing.contains($0.rule) }, by: \.rule)
            .mapValues { Set($0.map(\.message)) }
        let rules = messages.filter { $0.value.count > NameSuggestions.maximumNames }
        guard !rules.isEmpty else { return self }
        return map { diagnostic in
            var diagnostic = diagnostic
            if rules[diagnostic.rule] != nil { diagnostic.fixes = [] }
            return diagnostic
        }
    }
}
