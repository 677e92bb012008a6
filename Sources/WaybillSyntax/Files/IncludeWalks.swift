/// The folders that includes search, each walked once, and the cost of the search.
struct IncludeWalks {
    /// Above this limit, globs over many files would prevent the set from being read.
    private static let costLimit = 200_000
    /// The cost of one path, in comparisons of a name with a glob.
    private static let costOfPath = 16

    /// The files at or below a place.
    private var found: [String: [String]] = [:]
    /// The files that match a pattern, sorted.
    private var matches: [Glob: [String]] = [:]
    private var cost = 0
    /// Paths that lead to files inside the root.
    private var pathsInside: Set<String> = []
    /// The root without links and dots, with a slash at its end.
    private var realRoot: String?

    /// Whether the set exceeds the limit.
    var isOverBudget: Bool { cost > Self.costLimit }

    /// Returns the files that match a pattern, sorted.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of a path inside the root.
    ///   - find: Finds the file at a path, or all files below it if the pattern has wildcards.
    mutating func files(matching pattern: Glob, below prefix: String, find: (String) -> [String]) -> [String] {
        let place = prefix + pattern.literalPrefix.joined(separator: "/")
        let candidates = files(at: place, isWild: pattern.isWild, find: find)
        if let known = matches[pattern] { return known }
        let matching = candidates.filter { $0.hasPrefix(prefix) && pattern.matches($0.dropFirst(prefix.count)) }
        let sorted = Set(matching).sorted(by: precedesInBytes)
        // A pattern without matches is rarely used twice.
        if !sorted.isEmpty { matches[pattern] = sorted }
        return sorted
    }

    private mutating func files(at place: String, isWild: Bool, find: (String) -> [String]) -> [String] {
        let key = isWild ? place + "/" : place
        if let known = found[key] {
            cost += known.count + 1
            return known
        }
        let files = find(place)
        found[key] = files
        cost += files.count * 2 + Self.costOfPath
        return files
    }

    /// Returns the first path that is a link to a file outside of the root.
    ///
    /// - Parameter root: The same at each call.
    mutating func firstPath(outsideOf root: String, among paths: [String]) -> String? {
        guard let inside = realRoot ?? FileSystem.realPath(root)?.asPrefix else { return nil }
        realRoot = inside
        return paths.first { path in
            guard !pathsInside.contains(path) else { return false }
            guard let real = FileSystem.realPath(path), !real.hasPrefix(inside) else {
                pathsInside.insert(path)
                return false
            }
            return true
        }
    }
}
