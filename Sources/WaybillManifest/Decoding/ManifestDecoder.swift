package import WaybillSyntax

/// Decodes a file's YAML into a ``Manifest``.
package enum ManifestDecoder {
    /// Decodes every section, and reports every problem at its place.
    ///
    /// - Parameters:
    ///   - node: The file's document.
    ///   - file: The bytes that the node was read from. Its spans refer to them.
    ///   - environment: The values for `${NAME}` in `with:`.
    /// - Returns: Everything that is valid, and a diagnostic for everything else.
    package static func decode(_ node: YAMLNode, file: SourceFile, environment: Environment) -> DecodedManifest {
        let context = DecodingContext(file: file, environment: environment)
        let object = context.object(
            node, file.isTestFile ? TestFileGrammar.object : ManifestGrammar.object,
            called: file.isTestFile ? "the test file" : "the manifest")
        var manifest = object.map { Manifest($0) } ?? Manifest()
        manifest.looseReferences = context.looseReferences
        if context.isSpent { manifest = Manifest() }
        object?.checkCounts(manifest.counts)
        manifest.lostTexts = context.lostTexts
        return DecodedManifest(
            manifest: manifest, diagnostics: context.diagnostics, unknownVariables: context.unknownVariables,
            usedVariables: context.usedVariables, unbuilt: context.isSpent ? [] : context.unbuilt)
    }
}

extension Manifest {
    fileprivate init(_ object: ObjectReader) {
        self.init()
        _ = object[ManifestGrammar.version]
        settings = object[ManifestGrammar.settings]
        tags = object[ManifestGrammar.tags] ?? []
        protocols = object[ManifestGrammar.protocols] ?? []
        modules = object[ManifestGrammar.modules] ?? []
        adapters = object[ManifestGrammar.adapters] ?? []
        interceptors = object[ManifestGrammar.interceptors] ?? []
        routes = object[ManifestGrammar.routes] ?? []
        fallback = object[ManifestGrammar.fallback]
        tests = object[ManifestGrammar.tests] ?? []
        includes = object[ManifestGrammar.includes] ?? []
        counts = object[ManifestGrammar.counts] ?? []
    }
}

extension ObjectReader {
    /// Y012: sections must have as many entries as `count` says. Broken entries count.
    fileprivate func checkCounts(_ counts: [Manifest.SectionCount]) {
        for declared in counts {
            let section = declared.section
            let count = declared.count
            guard let key = ManifestGrammar.counted.first(where: { $0.name == section.value }) else { continue }
            // A section with a misspelled name is already reported.
            let found = entry(key)?.value.childCount ?? (isMeant(key) ? count.value : 0)
            guard found != count.value else { continue }
            let message = "'count' says \(count.value) \(section.value), found \(found): is the file incomplete?"
            context.report(Diagnostic(.countMismatch, at: count.span, message))
        }
    }
}
