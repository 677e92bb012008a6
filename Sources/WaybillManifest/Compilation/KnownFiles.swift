import Synchronization

/// What the files of a set said when it was compiled last, so that only those are read again that have changed.
///
/// Made once for a set that is compiled again and again; may be used from any thread.
public final class KnownFiles: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// By the file's number in the set, which every place in its reading bears.
        var files: [(source: SourceFile, reading: FileReading)] = []
        var environment: [String: String] = [:]
        /// What was compiled last, if nothing was found.
        var set: KnownSet?
    }

    public init() {}

    /// What files say, by index, where one is the same file at the same place of the set, in the same environment.
    func readings(of files: [SourceFile], _ environment: [String: String]) -> [FileReading?] {
        let known = state.withLock { $0.environment == environment ? $0.files : [] }
        return files.indices.map { index in
            let file = files[index]
            guard index < known.count, file.isReadable, known[index].source.isReadable,
                known[index].source.isSame(as: file)
            else { return nil }
            return known[index].reading
        }
    }

    /// Knows these files from here on, and no others.
    func replace(_ files: [SourceFile], _ readings: [FileReading], _ environment: [String: String]) {
        let known = zip(files, readings).map { (source: $0, reading: $1) }
        state.withLock { ($0.files, $0.environment) = (known, environment) }
    }

    /// Hands out the set that was kept; whoever takes it has it alone, and may change it in place.
    func takeSet() -> KnownSet? {
        state.withLock { state in
            defer { state.set = nil }
            return state.set
        }
    }

    func keep(_ set: KnownSet) { state.withLock { $0.set = set } }
}
