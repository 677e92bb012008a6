import Synchronization
import WaybillSyntax

/// The readings of a set's files from its last compilation. The next compilation reads and decodes only changed files.
///
/// The result of a compilation does not depend on the cache. Create one cache for a set that is compiled repeatedly. It
/// may be used from any thread.
public final class CompilationCache: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// By the index of the file in the set, which is part of every span in its reading.
        var files: [(source: SourceFile, reading: FileReading)] = []
        var environment: [String: String] = [:]
    }

    public init() {}

    /// Returns the readings by file, for files that are unchanged, have the same index in the set, and the same
    /// environment.
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

    /// Replaces the files of the cache.
    func replace(_ files: [SourceFile], _ readings: [FileReading], _ environment: [String: String]) {
        let cached = zip(files, readings).map { (source: $0, reading: $1) }
        state.withLock { ($0.files, $0.environment) = (cached, environment) }
    }
}
