import Synchronization

/// What the files of a set said when it was compiled last, so that only those are read again that have changed.
///
/// Made once for a set that is compiled again and again; may be used from any thread.
public final class KnownFiles: Sendable {
    private let state = Mutex(State())

    private struct State {
        var entries: [String: Entry] = [:]
        var environment: [String: String] = [:]
    }

    private struct Entry {
        var bytes: [UInt8]
        /// Its number in the set, which every place in the reading bears.
        var index: Int
        var reading: FileReading
    }

    public init() {}

    /// What a file says, if it is the same file at the same place of the set, in the same environment.
    func reading(_ file: SourceFile, _ index: Int, _ environment: [String: String]) -> FileReading? {
        guard file.isReadable else { return nil }
        let entry = state.withLock { $0.environment == environment ? $0.entries[file.path] : nil }
        guard let entry, entry.index == index, entry.bytes == file.bytes else { return nil }
        return entry.reading
    }

    /// Knows these files from here on, and no others.
    func replace(_ files: [SourceFile], _ readings: [FileReading], _ environment: [String: String]) {
        var entries: [String: Entry] = [:]
        for (index, (file, reading)) in zip(files, readings).enumerated() where file.isReadable {
            entries[file.path] = Entry(bytes: file.bytes, index: index, reading: reading)
        }
        let state = State(entries: entries, environment: environment)
        self.state.withLock { $0 = state }
    }
}
