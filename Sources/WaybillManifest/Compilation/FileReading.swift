/// What one file says, with the automata of its regexes and lists: one object for one reading of it.
final class FileReading: Sendable {
    let manifest: Manifest?
    let uses: RouteUses
    let diagnostics: [Diagnostic]
    let brokenTexts: [String]
    let aliases: AliasPlaces
    /// What building the automata took.
    let automatonSteps: Int

    fileprivate init(_ draft: FileDraft, automatonSteps: Int = 0) {
        (manifest, diagnostics) = (draft.decoded?.manifest, draft.found + (draft.decoded?.diagnostics ?? []))
        (uses, brokenTexts, self.automatonSteps) = (draft.uses, draft.brokenTexts, automatonSteps)
        aliases = draft.aliases
    }
}

/// What one file says before anything is built: what it needs for that counts among what its whole set needs.
struct FileDraft: Sendable {
    private let file: SourceFile
    /// By the reader of YAML.
    fileprivate let found: [Diagnostic]
    fileprivate private(set) var decoded: DecodedManifest?
    fileprivate private(set) var uses: RouteUses
    fileprivate private(set) var brokenTexts: [String] = []
    fileprivate let aliases: AliasPlaces
    /// How many automata it needs.
    let narrowingCount: Int

    init(_ file: SourceFile, index: Int, environment: [String: String]) {
        let (node, found) = YAMLReader.read(file, index: index)
        aliases = node?.document.aliases ?? AliasPlaces()
        let causes: [Rule] = [.yamlSyntax, .invalidBytes, .sizeLimit]
        if found.contains(where: { causes.contains($0.rule) && $0.severity == .error }) {
            brokenTexts.append(String(decoding: file.bytes, as: UTF8.self))
        }
        if let node, found.contains(where: { $0.rule == .duplicateKey }) {
            brokenTexts += node.document.droppedTexts(in: file)
        }
        var decoded = node.map { ManifestDecoder.decode($0, file: file, environment: environment) }
        if let node, !found.isEmpty {
            decoded?.diagnostics.removeAll(where: ReadingCauses(found, in: node.document).explains)
        }
        brokenTexts += decoded?.manifest.brokenTexts ?? []
        uses = RouteUses(decoded?.manifest.routes ?? [])
        narrowingCount = decoded?.narrowings.count ?? 0
        (self.file, self.found, self.decoded) = (file, found, decoded)
    }

    /// With the automata, unless they are more than the budget allows.
    func reading(within automata: AutomatonBudget) -> FileReading {
        if narrowingCount == 0 { return FileReading(self) }
        var built = self
        let steps = built.decoded?.build(in: file, within: automata) ?? 0
        built.uses = RouteUses(built.decoded?.manifest.routes ?? [])
        return FileReading(built, automatonSteps: steps)
    }

    /// Without automata, as those of the whole set are more than the budget allows.
    var refused: FileReading {
        var refused = self
        refused.decoded?.refuse(in: file)
        return FileReading(refused)
    }
}
