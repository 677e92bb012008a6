/// The folders that includes look into, each walked once, and how much looking that is.
struct IncludeWalks {
    private var files: [String: [String]] = [:]
    private var looked = 0

    /// Beyond this, globs over many files would keep a set from being read at all.
    private static let mostLooks = 200_000
    /// What it costs to look at a path, in names that are held against a glob.
    private static let costOfPath = 16

    /// Whether the set has looked at as many files as it may.
    var isSpent: Bool { looked > Self.mostLooks }

    /// The files that a glob is held against: what `find` finds at or below a path.
    mutating func files(at path: String, find: () -> [String]) -> [String] {
        if let known = files[path] {
            looked += known.count + 1
            return known
        }
        let found = find()
        files[path] = found
        looked += found.count * 2 + Self.costOfPath
        return found
    }
}
