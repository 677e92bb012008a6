package import WaybillSyntax

/// The first half of the way: files into manifests, with what they include.
package struct SetReading: Sendable {
    package private(set) var sources: [SourceFile]
    private(set) var passedOver: [String]
    /// By file.
    private(set) var readings: [FileReading] = []
    private(set) var manifests: [Manifest] = []
    private(set) var diagnostics: [Diagnostic]
    private(set) var brokenTexts: [String] = []
    private var includes: IncludeResolver
    /// Whether each file says what it would beside any other files too.
    private var mayBeCached = true

    /// Reads a set. Where it includes files that it does not hold yet, it is read again with them.
    ///
    /// - Parameter steps: What building the automata of all its regexes and lists may take.
    package init(
        files: ManifestFiles, environment: [String: String], cache: CompilationCache?,
        automatonSteps steps: Int = AutomatonBudget.most
    ) {
        self.init(one: files, environment: environment, cache: cache, automatonSteps: steps)
        let complete = files.adding(paths: includes.newPaths) { FileDraft.includes(of: $0, environment: environment) }
        if complete.files.count > files.files.count {
            self.init(one: complete, environment: environment, cache: cache, automatonSteps: steps)
        }
        cache?.replace(mayBeCached ? sources : [], readings, environment)
    }

    var looseReferences: LooseReferences {
        manifests.reduce(into: LooseReferences()) { all, manifest in
            all.modules += manifest.looseReferences.modules
            all.tags += manifest.looseReferences.tags
        }
    }

    /// The names under which modules can be asked for, of those too that a set drops because their id is taken.
    var providedNames: [String] {
        manifests.lazy.flatMap(\.modules).flatMap { $0.provides + $0.identifiers }.map(\.value)
    }

    /// The folders in which includes look for files by wildcards, sorted.
    package var searchedFolders: [String] { includes.searchedFolders.sorted(by: precedesInBytes) }

    /// Files know nothing of each other until their includes are resolved, so all cores read them.
    private init(
        one files: ManifestFiles, environment: [String: String], cache: CompilationCache?, automatonSteps steps: Int
    ) {
        sources = files.files
        passedOver = files.passedOver
        diagnostics = files.diagnostics
        includes = IncludeResolver(files: files)
        let cached = cache?.readings(of: files.files, environment) ?? files.files.map { _ in nil }
        (readings, mayBeCached) = files.read(environment, cached: cached, automatonSteps: steps)
        for (source, reading) in zip(sources, self.readings) {
            diagnostics += reading.diagnostics
            brokenTexts += reading.brokenTexts
            guard let manifest = reading.manifest else { continue }
            manifests.append(manifest)
            diagnostics += includes.resolve(manifest.includes, from: source.path)
        }
        diagnostics += includes.cycles()
    }
}

extension ManifestFiles {
    /// What the files say, and whether what they need is built: all of it, or nothing.
    ///
    /// - Parameter cached: What need not be read, by file.
    fileprivate func read(
        _ environment: [String: String], cached: [FileReading?], automatonSteps steps: Int
    ) -> (readings: [FileReading], areBuilt: Bool) {
        let unread = cached.indices.filter { cached[$0] == nil }
        let drafts = Concurrently.map(unread) { FileDraft(files[$1], index: $1, environment: environment) }
        let automata = AutomatonBudget(
            steps: cached.reduce(steps) { $0 - ($1?.automatonSteps ?? 0) },
            for: drafts.reduce(0) { $0 + $1.constraintCount })
        let built = Concurrently.map(drafts) { $1.reading(within: automata) }
        if !automata.isOverrun {
            var new = built.makeIterator()
            return (cached.compactMap { $0 ?? new.next() }, true)
        }
        if drafts.count == files.count { return (drafts.map(\.refused), false) }
        // What is cached has been built already, and is refused with the others.
        return read(environment, cached: files.map { _ in nil }, automatonSteps: steps)
    }
}

extension Compilation {
    /// Whether the files, and those that they include, are still the ones that were compiled.
    ///
    /// - Parameter files: The compiled set, read again.
    package func isCurrent(_ files: ManifestFiles, environment: [String: String]) -> Bool {
        let reading = SetReading(files: files, environment: environment, cache: nil)
        return reading.sources.elementsEqual(sources) { $0.isSame(as: $1) }
    }
}
