/// Reads the files of a set: those at given paths first, then those that they include. Each file is read once.
struct ManifestReader {
    /// A file of the set, and what kept it from being read.
    struct Entry {
        var place: ManifestSearch.Place
        var file: SourceFile
        var problem: FileProblem?
    }

    /// The paths that the set was made of, without those that joined later.
    let given: [String]
    /// In no order.
    private(set) var entries: [Entry] = []
    private var search: ManifestSearch
    /// The bytes that take the place of those on disk, by path.
    private var replaced: [String: [UInt8]] = [:]
    /// The bytes of all files together that are not too large by themselves.
    private var byteCount = 0
    /// Files of an earlier reading, by path: they are not read again while their facts are the same.
    private let earlier: [String: SourceFile]
    /// Whether the caller's thread alone reads.
    private let isSerial: Bool

    /// - Parameters:
    ///   - readsTests: Whether test files are part of the set.
    ///   - earlier: What a caller read before who reads again and again; `nil` if the set is read once, by all cores.
    init(_ paths: [String], readsTests: Bool, earlier: [SourceFile]? = nil) {
        given = paths
        search = ManifestSearch(readsTests: readsTests, linksTo: paths)
        isSerial = earlier != nil
        self.earlier = Dictionary((earlier ?? []).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        read(paths)
    }

    /// Files that look like manifests and are none, sorted.
    var passedOver: [String] {
        search.passedOver.subtracting(entries.map(\.place.path)).sorted(by: precedesInBytes)
    }

    /// Whether a path that was given is a folder.
    func isFolder(_ path: String) -> Bool { search.folders.contains(path) }

    /// Reads the files at more paths.
    ///
    /// - Returns: The files that were not read before, in the order of paths. None if the set is larger than its limit: then
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

    /// Puts other bytes in the place of those on disk, by path.
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

    /// The bytes of a file, as far as they count for the limit.
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
