package import WaybillSyntax

/// The contents of one file. The automata of its regexes and lists are built later, because they share a budget with
/// the whole set.
package struct FileReading: Sendable {
    /// The diagnostics of the YAML reader.
    private let found: [Diagnostic]
    private var decoded: DecodedManifest?
    /// Its parts that were not read, as far as names may be in them.
    private(set) var lostTexts: [String] = []
    /// The problems of decoding that may only follow from those of reading.
    private(set) var heldBack: [HeldBack] = []
    package let aliases: AliasPlaces
    /// The number of automata that it needs.
    let constraintCount: Int
    /// The steps that building the automata took.
    private(set) var automatonSteps = 0

    var manifest: Manifest? { decoded?.manifest }
    var diagnostics: [Diagnostic] { found + (decoded?.diagnostics ?? []) }
    var unknownVariables: [Diagnostic] { decoded?.unknownVariables ?? [] }

    /// Whether the file would be read alike with these values of variables.
    func isSame(in environment: Environment) -> Bool { decoded?.usedVariables.areSame(in: environment) ?? true }

    init(_ file: SourceFile, index: Int, environment: Environment) {
        let (node, found) = YAMLReader.read(file, index: index)
        aliases = node?.document.aliases ?? AliasPlaces()
        if found.contains(where: \.losesText) {
            lostTexts.append(String(decoding: file.bytes, as: UTF8.self))
        }
        if let node, found.contains(where: { $0.rule == .duplicateKey }) {
            lostTexts += node.document.droppedTexts(in: file)
        }
        var decoded = node.map { ManifestDecoder.decode($0, file: file, environment: environment) }
        if let node, let others = decoded?.diagnostics, !found.isEmpty {
            let (certain, heldBack) = ReadingCauses(found, in: node.document).divide(others)
            decoded?.diagnostics = certain
            self.heldBack = heldBack
        }
        lostTexts += decoded?.manifest.lostTexts ?? []
        constraintCount = decoded?.constraints.count ?? 0
        self.found = found
        self.decoded = decoded
    }

    /// Returns the includes of a file, without decoding the rest.
    static func includes(of file: SourceFile, environment: Environment) -> [Located<String>] {
        // Most files have no includes, and need not be decoded. The key may be written with escapes.
        guard file.bytes.contains("include") || file.bytes.contains("\\") else { return [] }
        return FileReading(file, index: 0, environment: environment).decoded?.manifest.includes ?? []
    }

    /// Builds the automata, unless the budget is exceeded.
    func built(in file: SourceFile, within automata: AutomatonBudget) -> FileReading {
        if constraintCount == 0 { return self }
        var built = self
        built.automatonSteps = built.decoded?.build(in: file, within: automata) ?? 0
        return built
    }

    /// Returns the reading without automata, because those of the whole set exceed the budget.
    func refused(in file: SourceFile) -> FileReading {
        var refused = self
        refused.decoded?.refuse(in: file)
        return refused
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: String) -> Bool {
        guard let first = word.utf8.first else { return true }
        return indices.contains { self[$0] == first && self[$0...].starts(with: word.utf8) }
    }
}
