import Synchronization
package import WaybillSyntax

/// The first half of a compilation: from files to manifests, with their includes.
package struct SetReading: Sendable {
    package private(set) var sources: [SourceFile]
    package private(set) var unloadedFiles: [String]
    /// By file.
    package private(set) var readings: [FileReading] = []
    package private(set) var manifests: [Manifest] = []
    package private(set) var diagnostics: [Diagnostic]
    package private(set) var heldBack: [HeldBack] = []
    /// The variables whose values are not known here.
    package private(set) var unknownVariables: [Diagnostic] = []
    /// The texts that were not read, with the indices of their files.
    package private(set) var lostTexts: [(text: String, file: Int)] = []
    private var includes: IncludeResolver
    /// Whether the reading of each file does not depend on the other files.
    private var mayBeCached = true

    /// Reads a set. If it includes files that it does not have yet, it is read again with them.
    ///
    /// - Parameter steps: The budget for the automata of all regexes and lists.
    package init(
        files: ManifestFiles, environment: Environment, cache: CompilationCache?,
        automatonSteps steps: Int = AutomatonBudget.limit
    ) {
        self.init(one: files, environment: environment, cache: cache, automatonSteps: steps)
        let complete = files.adding(paths: includes.newPaths) { FileReading.includes(of: $0, environment: environment) }
        if complete.files.count > files.files.count {
            self.init(one: complete, environment: environment, cache: cache, automatonSteps: steps)
        }
        cache?.replace(mayBeCached ? sources : [], readings)
    }

    package var looseReferences: LooseReferences {
        manifests.reduce(into: LooseReferences()) { all, manifest in
            all.modules += manifest.looseReferences.modules
            all.tags += manifest.looseReferences.tags
        }
    }

    /// The names by which modules can be requested, also of modules that a set drops because their id is a duplicate.
    package var providedNames: [String] {
        manifests.lazy.flatMap(\.modules).flatMap { $0.provides + $0.identifiers }.map(\.value)
    }

    /// The folders in which includes look for files by wildcards, sorted.
    package var searchedFolders: [String] { includes.searchedFolders.sorted(by: precedesInBytes) }

    /// Files are independent until their includes are resolved, so all cores read them.
    private init(
        one files: ManifestFiles, environment: Environment, cache: CompilationCache?, automatonSteps steps: Int
    ) {
        sources = files.files
        unloadedFiles = files.unloadedFiles
        diagnostics = files.diagnostics
        includes = IncludeResolver(files: files)
        let cached = cache?.readings(of: files.files, environment) ?? files.files.map { _ in nil }
        (readings, mayBeCached) = files.read(environment, cached: cached, automatonSteps: steps)
        for (index, (source, reading)) in zip(sources, self.readings).enumerated() {
            diagnostics += reading.diagnostics
            heldBack += reading.heldBack
            unknownVariables += reading.unknownVariables
            lostTexts += reading.lostTexts.map { ($0, index) }
            guard let manifest = reading.manifest else { continue }
            manifests.append(manifest)
            diagnostics += includes.resolve(manifest.includes, from: source.path)
        }
        diagnostics += includes.cycles()
    }
}

extension ManifestFiles {
    /// Reads the files and builds their automata: all of them or, if the budget is exceeded, none.
    ///
    /// - Parameter cached: The readings to reuse, by file.
    fileprivate func read(
        _ environment: Environment, cached: [FileReading?], automatonSteps steps: Int
    ) -> (readings: [FileReading], areBuilt: Bool) {
        let unread = cached.indices.filter { cached[$0] == nil }
        let decoded = Concurrently.map(unread) { FileReading(files[$1], index: $1, environment: environment) }
        let automata = AutomatonBudget(
            steps: cached.reduce(steps) { $0 - ($1?.automatonSteps ?? 0) },
            for: decoded.reduce(0) { $0 + $1.constraintCount })
        let built = Concurrently.map(decoded) { $1.built(in: files[unread[$0]], within: automata) }
        if !automata.isOverrun {
            var new = built.makeIterator()
            return (cached.compactMap { $0 ?? new.next() }, true)
        }
        if decoded.count == files.count { return (zip(decoded, files).map { $0.refused(in: $1) }, false) }
        // The cached automata are already built, and are rejected with the others.
        return read(environment, cached: files.map { _ in nil }, automatonSteps: steps)
    }
}

/// The readings of a set's files from its last compilation. The next compilation reads and decodes only changed files.
///
/// The result of a compilation does not depend on the cache. Create one cache for a set that is compiled repeatedly. It
/// may be used from any thread.
public final class CompilationCache: Sendable {
    /// By the index of the file in the set, which is part of every span in its reading.
    private let state = Mutex<[(source: SourceFile, reading: FileReading)]>([])

    public init() {}

    /// Returns the readings by file, for files that are unchanged, have the same index in the set, and the same values
    /// of their variables.
    func readings(of files: [SourceFile], _ environment: Environment) -> [FileReading?] {
        let cached = state.withLock(\.self)
        return files.indices.map { index in
            let file = files[index]
            guard index < cached.count, file.isReadable, cached[index].source.isReadable,
                cached[index].source.isSame(as: file), cached[index].reading.isSame(in: environment)
            else { return nil }
            return cached[index].reading
        }
    }

    /// Whether its files would be read alike with these values of variables.
    package func isSame(in environment: Environment) -> Bool {
        state.withLock(\.self).allSatisfy { $0.reading.isSame(in: environment) }
    }

    /// Replaces the files of the cache.
    func replace(_ files: [SourceFile], _ readings: [FileReading]) {
        let cached = zip(files, readings).map { (source: $0, reading: $1) }
        state.withLock { $0 = cached }
    }
}
