import Synchronization
import WaybillSyntax

/// What the files of a set said when it was compiled last: a compilation reads and decodes again only those that changed.
///
/// A compilation gives the same result with a cache as without, place by place. Make one cache for a set that is compiled
/// again and again; it may be used from any thread.
public final class CompilationCache: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// By the file's number in the set, which every place in its reading bears.
        var files: [(source: SourceFile, reading: FileReading)] = []
        var environment: [String: String] = [:]
    }

    public init() {}

    /// What files say, by index, where one is the same file at the same place of the set, in the same environment.
    func readings(of files: [SourceFile], _ environment: [String: String]) -> [FileReading?] {
        let cached = state.withLock { $0.environment == environment ? $0.files : [] }
        return files.indices.map { index in
            let file = files[index]
            guard index < cached.count, file.isReadable, cached[index].source.isReadable,
                cached[index].source.isSame(as: file)
            else { return nil }
            return cached[index].reading
        }
    }

    /// Keeps these files from here on, and no others.
    func replace(_ files: [SourceFile], _ readings: [FileReading], _ environment: [String: String]) {
        let cached = zip(files, readings).map { (source: $0, reading: $1) }
        state.withLock { ($0.files, $0.environment) = (cached, environment) }
    }
}
