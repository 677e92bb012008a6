import Waybill
import WaybillManifest
import WaybillSyntax

/// Files that are empty or missing, perhaps because they are just being replaced. Each of them counts as removed when it
/// has been so for a grace period without a break.
struct Suspects: Sendable {
    private var files: [String: Absence] = [:]

    private struct Absence {
        var watch: Stopwatch
        /// How often the file was complete meanwhile, though a reading did not have it.
        var breaks = 0
        /// How often that may be, by the last reading. If it is complete each time, but in no reading, nobody replaces it.
        var limit = 0

        func isFresh(within grace: Duration) -> Bool { watch.elapsed < grace && breaks < limit }
    }

    var paths: [String] { files.keys.sorted() }

    /// Records which files are suspicious now.
    /// - Parameter found: The paths, each with the number of breaks of its absence that are possible.
    mutating func update(_ found: [String: Int], _ clock: any Clock<Duration>) {
        let before = files
        files = [:]
        for (path, limit) in found {
            files[path] = before[path] ?? Absence(watch: Stopwatch(clock))
            files[path]?.limit = limit
        }
    }

    /// Whether one of the files may still be completed.
    func areFresh(within grace: Duration) -> Bool { files.values.contains { $0.isFresh(within: grace) } }

    /// Waits until a file is complete, or none can be any more.
    /// - Returns: The files that are complete; `nil` if the task was cancelled.
    func completed(within grace: Duration, _ clock: any Clock<Duration>) async -> [String]? {
        while areFresh(within: grace) {
            guard (try? await clock.sleep(for: .milliseconds(10))) != nil else { return nil }
            let fresh = files.filter { $0.value.isFresh(within: grace) }.keys
            let complete = fresh.filter { SourceFile.reading($0).isComplete }
            if !complete.isEmpty { return complete }
        }
        return []
    }

    /// Begins the grace period of files again, because they were complete meanwhile.
    mutating func renew(_ paths: [String], _ clock: any Clock<Duration>) {
        for path in paths {
            files[path]?.watch = Stopwatch(clock)
            files[path]?.breaks += 1
        }
    }

    private static let breaksOfEmptyFile = 20
    private static let breaksOfMissingFile = 1_000

    /// Returns the files of a set that are empty, and the expected ones that are missing, for ``update(_:_:)``.
    ///
    /// A file without an entry was not there when its folder was listed, however short its absences are. Another one may
    /// be complete, and have an error all the time.
    ///
    /// - Parameters:
    ///   - given: The paths of the set. A file outside of them that exists is just not included any more.
    ///   - exclusion: What is not part of the set any more, although it may be there.
    static func among(
        _ sources: [SourceFile], expecting expected: [String], in given: [String], without exclusion: Exclusion
    ) -> [String: Int] {
        let readable = Dictionary(firstOf: sources.map { ($0.path, $0.isReadable) })
        var found: [String: Int] = [:]
        for file in sources where file.isBlank { found[file.path] = breaksOfEmptyFile }
        // Without its tests, a set means the same.
        for path in expected where !SourceFile(path: path, bytes: []).isTestFile {
            if exclusion.covers(path), !given.contains(path) { continue }
            if let isReadable = readable[path] {
                if !isReadable { found[path] = breaksOfEmptyFile }
            } else if path.isBelow(given) {
                found[path] = breaksOfMissingFile
            } else if !SourceFile.reading(path).isReadable {
                found[path] = breaksOfEmptyFile
            }
        }
        return found
    }
}

extension SourceFile {
    fileprivate var isComplete: Bool { isReadable && !isBlank }
}

extension String {
    /// Whether a path is one of the given ones, or in one of them.
    func isBelow(_ given: [String]) -> Bool {
        given.contains { path in
            guard hasPrefix(path) else { return false }
            return utf8.count == path.utf8.count || path.hasSuffix("/")
                || utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
        }
    }
}
