/// Reads the files of a set: first those at the given paths, then those that they include. Each file is read once.
struct ManifestReader {
    /// A file of the set, and the reason if it could not be read.
    struct Entry {
        var place: ManifestSearch.Place
        var file: SourceFile
        var problem: FileProblem?
    }

    /// The given paths, without those that were added later.
    let given: [String]
    let exclusion: Exclusion
    /// In no order.
    private(set) var entries: [Entry] = []
    private var search: ManifestSearch
    /// Bytes that replace those on disk, by path.
    private var replaced: [String: [UInt8]] = [:]
    /// The bytes of all files that are not too large themselves.
    private var byteCount = 0
    /// Files of an earlier reading, by path. They are reused if they did not change.
    private let earlier: [String: SourceFile]
    /// Whether only the calling thread reads.
    private let isSerial: Bool

    /// - Parameters:
    ///   - readsTests: Whether test files are part of the set.
    ///   - exclusion: What the set's folders contain without being part of it.
    ///   - earlier: The result of an earlier reading, if the caller reads repeatedly; `nil` to read once, on all cores.
    init(_ paths: [String], readsTests: Bool, excluding exclusion: Exclusion, earlier: [SourceFile]? = nil) {
        given = paths
        self.exclusion = exclusion
        search = ManifestSearch(readsTests: readsTests, linksTo: paths, excluding: exclusion)
        isSerial = earlier != nil
        self.earlier = Dictionary((earlier ?? []).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        read(paths)
    }

    /// Files that look like manifests but are not, sorted.
    var unloadedFiles: [String] {
        search.unloadedFiles.subtracting(entries.map(\.place.path)).sorted(by: precedesInBytes)
    }

    /// Whether a given path is a folder.
    func isFolder(_ path: String) -> Bool { search.folders.contains(path) }

    /// Reads the files at more paths.
    ///
    /// - Returns: The files that were not read before, in the order of paths. Empty if the set exceeds its limit; then
    ///   none of its files has bytes.
    @discardableResult
    mutating func read(_ paths: [String]) -> [SourceFile] {
        let places = search.add(paths)
        byteCount += places.reduce(0) { $0 + countedBytes(of: $1) }
        guard byteCount <= ManifestFiles.byteLimit else {
            refuse(places)
            return []
        }
        let readOne = { @Sendable [earlier, replaced] (place: ManifestSearch.Place) in
            Self.read(place, replaced: replaced[place.path], earlier: earlier[place.path])
        }
        let fresh = isSerial ? places.map(readOne) : Concurrently.map(places) { readOne($1) }
        entries += fresh
        return fresh.map(\.file)
    }

    /// Replaces the bytes of files, by path.
    mutating func replace(_ contents: [String: [UInt8]]) {
        let wasRefused = byteCount > ManifestFiles.byteLimit
        replaced.merge(contents) { $1 }
        byteCount = entries.reduce(0) { $0 + countedBytes(of: $1.place) }
        guard byteCount <= ManifestFiles.byteLimit else { return refuse([]) }
        for index in entries.indices {
            let place = entries[index].place
            guard wasRefused || contents[place.path] != nil else { continue }
            entries[index] = Self.read(place, replaced: replaced[place.path], earlier: nil)
        }
    }

    private static func read(_ place: ManifestSearch.Place, replaced: [UInt8]?, earlier: SourceFile?) -> Entry {
        if let earlier, replaced == nil, place.isUnchanged(since: earlier) { return Entry(place: place, file: earlier) }
        if let replaced { return Entry(place: place, file: SourceFile(path: place.path, bytes: replaced)) }
        do throws(FileProblem) {
            _ = try place.facts.get()
            let contents = try FileSystem.read(place.path)
            let file = SourceFile(path: place.path, bytes: contents.bytes, version: contents.version)
            return Entry(place: place, file: file)
        } catch {
            return Entry(place: place, file: .unreadable(path: place.path), problem: error)
        }
    }

    // MARK: The limit of a set

    /// The bytes of a file that count for the limit.
    func countedBytes(of place: ManifestSearch.Place) -> Int {
        ManifestFiles.countedBytes(replaced[place.path]?.count ?? place.size)
    }

    private mutating func refuse(_ more: [ManifestSearch.Place]) {
        let places = entries.map(\.place) + more
        entries = places.map { place in
            let problem: FileProblem? = if case .failure(let problem) = place.facts { problem } else { nil }
            return Entry(place: place, file: .unreadable(path: place.path), problem: problem)
        }
    }
}
