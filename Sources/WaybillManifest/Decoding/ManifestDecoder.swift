/// Turns a file's YAML into a ``Manifest``.
package enum ManifestDecoder {
    /// Decodes every section and reports every mistake, each where it stands.
    ///
    /// - Parameters:
    ///   - node: The file's document.
    ///   - file: The bytes that the node was read from; its spans point into them.
    ///   - environment: What `${NAME}` in `with:` values stands for.
    /// - Returns: All that is sound, and a diagnostic for each thing that is not.
    package static func decode(_ node: YAMLNode, file: SourceFile, environment: [String: String]) -> DecodedManifest {
        let context = DecodingContext(file: file, environment: environment)
        let anchor = node.entries.first { _ in true }?.key.span ?? node.span
        let (grammar, name) =
            file.isTestFile ? (TestFileGrammar.object, "test file") : (ManifestGrammar.object, "manifest")
        let slot = Slot(node: node, label: .phrase("the \(name)"), anchor: anchor)
        guard Shape.object(grammar).admits(node) else {
            context.reportMismatch(slot, expected: .object(grammar))
            var manifest = Manifest()
            manifest.brokenTexts = context.brokenTexts
            return DecodedManifest(manifest: manifest, diagnostics: context.diagnostics)
        }
        let fields = Fields(slot, grammar, context)
        var manifest = Manifest(fields)
        manifest.looseReferences = context.looseReferences
        if context.isSpent { manifest = Manifest() }
        fields.checkCounts(manifest.counts)
        manifest.brokenTexts = context.brokenTexts
        return DecodedManifest(
            manifest: manifest, diagnostics: context.diagnostics, unbuilt: context.isSpent ? [] : context.unbuilt)
    }
}

extension Manifest {
    fileprivate init(_ fields: Fields) {
        self.init()
        _ = fields[ManifestGrammar.version]
        settings = fields[ManifestGrammar.settings]
        tags = fields[ManifestGrammar.tags] ?? []
        protocols = fields[ManifestGrammar.protocols] ?? []
        modules = fields[ManifestGrammar.modules] ?? []
        adapters = fields[ManifestGrammar.adapters] ?? []
        interceptors = fields[ManifestGrammar.interceptors] ?? []
        routes = fields[ManifestGrammar.routes] ?? []
        fallback = fields[ManifestGrammar.fallback]
        tests = fields[ManifestGrammar.tests] ?? []
        includes = fields[ManifestGrammar.includes] ?? []
        counts = fields[ManifestGrammar.counts] ?? []
    }
}

extension Fields {
    /// Y012: sections hold as many entries as `count` says, broken ones included.
    fileprivate func checkCounts(_ counts: [(section: Located<String>, count: Located<Int>)]) {
        for (section, count) in counts {
            guard let key = ManifestGrammar.counted.first(where: { $0.name == section.value }) else { continue }
            // A section that is there under a misspelt name has been told of.
            let found = entry(key)?.value.childCount ?? (isMeant(key) ? count.value : 0)
            guard found != count.value else { continue }
            let message = "'count' says \(count.value) \(section.value), found \(found): is the file half-written?"
            context.report(Diagnostic(.countMismatch, at: count.span, message))
        }
    }
}
