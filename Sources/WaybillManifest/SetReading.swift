/// The first half of the way: files into manifests, with what they include.
struct SetReading: Sendable {
    private(set) var sources: [SourceFile]
    private(set) var passedOver: [String]
    /// By file.
    private(set) var readings: [FileReading] = []
    private(set) var manifests: [Manifest] = []
    private(set) var diagnostics: [Diagnostic]
    private(set) var brokenTexts: [String] = []
    /// By manifest: what its routes name.
    private(set) var uses: [RouteUses] = []
    private var includes: IncludeResolver
    /// Whether each file says what it would beside any other files too.
    private var mayBeKnown = true

    /// Reads a set. Where it includes files that it does not hold yet, it is read anew with them.
    ///
    /// - Parameter steps: What building the automata of all its regexes and lists may take.
    init(
        files: ManifestFiles, environment: [String: String], known: KnownFiles?,
        automatonSteps steps: Int = AutomatonBudget.most
    ) {
        self.init(one: files, environment: environment, known: known, automatonSteps: steps)
        let more = files.adding(paths: includes.newPaths)
        if more.files.count > files.files.count {
            self.init(files: more, environment: environment, known: known, automatonSteps: steps)
        } else {
            known?.replace(mayBeKnown ? sources : [], readings, environment)
        }
    }

    /// Whether something is wrong with what the files say by themselves.
    var hasFindings: Bool { !diagnostics.isEmpty || !brokenTexts.isEmpty }

    var searchedFolders: [String] { includes.searchedFolders.sorted(by: precedesInBytes) }

    /// Files know nothing of each other until their includes are resolved, so all cores read them.
    private init(
        one files: ManifestFiles, environment: [String: String], known: KnownFiles?, automatonSteps steps: Int
    ) {
        sources = files.files
        passedOver = files.passedOver
        diagnostics = files.diagnostics
        includes = IncludeResolver(files: files)
        var readings = known?.readings(of: files.files, environment) ?? files.files.map { _ in nil }
        let unread = readings.indices.filter { readings[$0] == nil }
        let automata = AutomatonBudget(steps: readings.reduce(steps) { $0 - ($1?.manifest?.automatonSteps ?? 0) })
        for (index, reading) in zip(unread, files.read(unread, environment, automata)) { readings[index] = reading }
        self.readings = readings.compactMap(\.self)
        if automata.isOverrun {
            self.readings = files.read(Array(files.files.indices), environment, .none)
            mayBeKnown = false
        }
        for (source, reading) in zip(sources, self.readings) {
            diagnostics += reading.diagnostics
            brokenTexts += reading.brokenTexts
            guard let manifest = reading.manifest else { continue }
            manifests.append(manifest)
            uses.append(reading.uses)
            diagnostics += includes.resolve(manifest.includes, from: source.path)
        }
        diagnostics += includes.cycles()
    }
}

extension ManifestFiles {
    fileprivate func read(
        _ indices: [Int], _ environment: [String: String], _ automata: AutomatonBudget
    ) -> [FileReading] {
        Concurrently.map(indices) { _, index in
            FileReading(files[index], index: index, environment: environment, automata: automata)
        }
    }
}

/// What one file says: one object for one reading of it.
final class FileReading: Sendable {
    let manifest: Manifest?
    let uses: RouteUses
    let diagnostics: [Diagnostic]
    let brokenTexts: [String]

    init(_ file: SourceFile, index: Int, environment: [String: String], automata: AutomatonBudget) {
        let (node, found) = YAMLReader.read(file, index: index)
        var (diagnostics, brokenTexts) = (found, [String]())
        let causes: [Rule] = [.yamlSyntax, .invalidBytes, .sizeLimit]
        if found.contains(where: { causes.contains($0.rule) && $0.severity == .error }) {
            brokenTexts.append(String(decoding: file.bytes, as: UTF8.self))
        }
        manifest = node.map { node in
            let decoded = ManifestDecoder.decode(node, file: file, environment: environment, automata: automata)
            let cut = found.first { $0.rule == .yamlSyntax }
            diagnostics += decoded.diagnostics.filter { cut?.explains($0, in: node) != true }
            brokenTexts += decoded.manifest.brokenTexts
            return decoded.manifest
        }
        uses = RouteUses(manifest?.routes ?? [])
        (self.diagnostics, self.brokenTexts) = (diagnostics, brokenTexts)
    }
}
