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

    var looseReferences: LooseReferences {
        manifests.reduce(into: LooseReferences()) { all, manifest in
            all.modules += manifest.looseReferences.modules
            all.tags += manifest.looseReferences.tags
        }
    }

    var searchedFolders: [String] { includes.searchedFolders.sorted(by: precedesInBytes) }

    /// Files know nothing of each other until their includes are resolved, so all cores read them.
    private init(
        one files: ManifestFiles, environment: [String: String], known: KnownFiles?, automatonSteps steps: Int
    ) {
        sources = files.files
        passedOver = files.passedOver
        diagnostics = files.diagnostics
        includes = IncludeResolver(files: files)
        let known = known?.readings(of: files.files, environment) ?? files.files.map { _ in nil }
        (readings, mayBeKnown) = files.read(environment, known: known, automatonSteps: steps)
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
    /// What the files say, and whether what they need is built: all of it, or nothing.
    ///
    /// - Parameter known: What need not be read, by file.
    fileprivate func read(
        _ environment: [String: String], known: [FileReading?], automatonSteps steps: Int
    ) -> (readings: [FileReading], areBuilt: Bool) {
        let unread = known.indices.filter { known[$0] == nil }
        let drafts = Concurrently.map(unread) { FileDraft(files[$1], index: $1, environment: environment) }
        let automata = AutomatonBudget(
            steps: known.reduce(steps) { $0 - ($1?.automatonSteps ?? 0) },
            for: drafts.reduce(0) { $0 + $1.narrowingCount })
        let built = Concurrently.map(drafts) { $1.reading(within: automata) }
        if !automata.isOverrun {
            var new = built.makeIterator()
            return (known.compactMap { $0 ?? new.next() }, true)
        }
        if drafts.count == files.count { return (drafts.map(\.refused), false) }
        // What is known has been built already, and is refused with the others.
        return read(environment, known: files.map { _ in nil }, automatonSteps: steps)
    }
}
