import Synchronization
import WaybillManifest
import WaybillProofs
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTable
import WaybillTools

/// All that is known about a set with the buffers of one moment: what `waybill check` would print.
struct SetAnalysis: Sendable {
    let folder: String
    /// The number of the change of the set that it contains.
    let generation: Int
    let checked: CheckedSet
    let registry: RegistryDescription?
    /// The documents that were open, by path.
    let documents: [String: TextDocument]
    /// Checks the set with other contents, by path.
    let check: @Sendable ([String: [UInt8]]) -> CheckedSet
    private let cachedNames = Once<NameIndex>()
    private let nameCache: NameCache
    private let cachedNeighbors = Once<NeighborSearch>()

    init(
        folder: String, generation: Int, checked: CheckedSet, registry: RegistryDescription?,
        documents: [String: TextDocument], nameCache: NameCache,
        check: @escaping @Sendable ([String: [UInt8]]) -> CheckedSet
    ) {
        self.folder = folder
        self.generation = generation
        self.checked = checked
        self.registry = registry
        self.documents = documents
        self.nameCache = nameCache
        self.check = check
    }

    /// The names of the set, found on first use.
    var names: NameIndex { cachedNames { NameIndex(compilation.sources, nameCache) } }

    /// The patterns that may share URLs with a pattern, in the order of precedence. The search is made on first use.
    func neighbors(of place: RoutePlace, in table: RoutingTable) -> [RoutePlace] {
        cachedNeighbors { NeighborSearch(table) }.neighbors(of: place)
    }

    var compilation: Compilation { checked.compilation }
    var sources: [SourceFile] { checked.report.sources }

    /// The index of a file in ``sources``.
    func index(of path: String) -> Int? { sources.firstIndex { $0.path == path } }

    /// The index of a manifest in ``sources``; `nil` for the configuration, a baseline and other files beside the set.
    func indexOfManifest(at path: String) -> Int? { compilation.sources.firstIndex { $0.path == path } }
}

/// Reads and checks one set repeatedly. Unchanged files are neither read nor decoded again.
final class SetReader: Sendable {
    let folder: String
    private let settings: ServerSettings
    private let cache = CompilationCache()
    private let names = NameCache()
    private let disk = Mutex(Disk())

    /// The state of the disk at the last reading.
    private struct Disk {
        var files: [SourceFile] = []
        var unloaded: [String] = []
        /// The files beside the manifests, by path.
        var others: [String: FileVersion?] = [:]
        /// The digests of executables.
        var digests: [String: (version: FileVersion, digest: String)] = [:]
    }

    init(folder: String, settings: ServerSettings) {
        self.folder = folder
        self.settings = settings
    }

    /// Checks the set as it is on disk and in open documents.
    func analyze(_ documents: [TextDocument], generation: Int) -> SetAnalysis {
        let byPath = Dictionary(documents.map { ($0.path, $0) }) { $1 }
        let buffers = byPath.mapValues(\.bytes)
        let files = files(with: buffers)
        let compiled = compile(files, buffers, cache)
        let check = { @Sendable [self] (replaced: [String: [UInt8]]) in
            compile(files.replacing(replaced), buffers.merging(replaced) { $1 }, nil).checked
        }
        return SetAnalysis(
            folder: folder, generation: generation, checked: compiled.checked, registry: compiled.registry,
            documents: byPath, nameCache: names, check: check)
    }

    /// Whether something on disk changed since the last reading: a manifest, the configuration, the baseline, the
    /// registry, or which files there are.
    func hasChangedOnDisk() -> Bool {
        let last = disk.withLock { $0 }
        let now = read(since: last.files)
        if !now.files.areSame(as: last.files) || now.unloadedFiles != last.unloaded { return true }
        return last.others.contains { FileSystem.version(of: $0.key) != $0.value }
    }

    /// Whether a path is one of the files that the last reading looked at.
    func uses(_ path: String) -> Bool {
        path.hasPrefix(folder.asPrefix) || disk.withLock { $0.others.keys.contains(path) }
    }

    // MARK: Reading

    private func files(with buffers: [String: [UInt8]]) -> ManifestFiles {
        let files = read(since: disk.withLock(\.files))
        disk.withLock { ($0.files, $0.unloaded) = (files.files, files.unloadedFiles) }
        let known = Set(files.files.map(\.path))
        // New documents are not on disk yet. As on disk, names that begin with a dot are no manifests.
        let new = buffers.keys.filter { path in
            let isHidden = path.dropFirst(folder.count).contains("/.")
            return path.hasPrefix(folder.asPrefix) && !isHidden && !known.contains(path) && ManifestName.fits(path)
                && SetFolder.of(path, in: [folder]) == folder
        }
        return files.adding(paths: new.sorted()).replacing(buffers)
    }

    private func read(since earlier: [SourceFile]) -> ManifestFiles {
        let files = ManifestFiles.read(paths: [folder], since: earlier)
        let nested = SetFolder.nested(in: folder, files.files.map(\.path))
        guard !nested.isEmpty else { return files }
        let own = files.files.map(\.path).filter { path in !nested.contains { path.hasPrefix($0.asPrefix) } }
        return own.isEmpty ? ManifestFiles(sources: []) : ManifestFiles.read(paths: own, since: files.files)
    }

    // MARK: Checking

    private func compile(
        _ files: ManifestFiles, _ buffers: [String: [UInt8]], _ cache: CompilationCache?
    ) -> (checked: CheckedSet, registry: RegistryDescription?) {
        let compilation = Compilation.compile(
            files: files, environment: settings.environment, requiresVariables: false, cache: cache)
        let found = ConfigurationFile.find(from: folder)
        let configuration = compilation.configuration(found?.replacing(buffers))
        let registry = RegistryUse.reading(configuration, replacing: buffers, digest: digest)
        let options = LintOptions(
            today: settings.today(),
            baseline: configuration.baselinePath.map(SourceFile.reading)?.replacing(buffers), registry: registry)
        let report = compilation.lint(configuration, options: options)
        if cache != nil { note(found, configuration) }
        let checked = CheckedSet(compilation, report)
        if case .checked(let description, _) = registry { return (checked, description) }
        return (checked, nil)
    }

    /// Keeps the versions of the files beside the manifests. Without a configuration, one may appear.
    private func note(_ file: ConfigurationFile?, _ configuration: LintConfiguration) {
        let place = file?.source.path ?? ManifestFiles.folderPrefix(of: folder) + ConfigurationFile.name
        let nearest = folder.asPrefix + ConfigurationFile.name
        let named = [configuration.baselinePath, configuration.registryPath, configuration.executablePath]
        let paths = Set([place, nearest] + named.compactMap(\.self))
        let versions = paths.map { ($0, FileSystem.version(of: $0)) }
        disk.withLock { $0.others = Dictionary(versions) { $1 } }
    }

    /// Returns the digest of an executable, which is computed again only if the file changed.
    private func digest(of executable: String) -> String? {
        guard let version = FileSystem.version(of: executable) else { return nil }
        if let known = disk.withLock({ $0.digests[executable] }), known.version == version { return known.digest }
        guard let digest = ExecutableDigest.of(executable: executable) else { return nil }
        disk.withLock { $0.digests[executable] = (version, digest) }
        return digest
    }
}
