#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder of results of runs, each with all that its run had read, byte by byte.
///
/// A result is found where the request is the same and every question that its run asked of the file system and of the
/// environment has the same answer. So nothing has to be declared, and nothing can be forgotten: what was not asked for
/// had no part in the result. Nothing is decided by a hash.
///
/// Entries are written beside their place and moved there, so that runs may share a folder; what is no entry is ignored.
/// Whoever may write the folder decides what is found in it: it is created for its owner alone.
package struct RunCache: Sendable {
    package let folder: String
    /// What all entries take together; beyond it those that were used least recently go.
    private let mostBytes: Int

    /// States of the files for which one request has a result, as branches that somebody goes between.
    private static let mostEntriesOfRequest = 8

    package init(folder: String, mostBytes: Int = 64 << 20) {
        self.folder = folder
        self.mostBytes = mostBytes
    }

    /// What changes whenever a program is built or installed anew; `nil` where the system does not tell.
    package static func version(ofProgram path: String) -> String? {
        (try? FileSystem.look(at: path)).map { "\($0.version.size) \($0.version.written.components)" }
    }

    /// The result of a run that would be the same now, or that of a new run, which is kept.
    ///
    /// - Parameters:
    ///   - request: All that the result depends on besides what the run reads.
    ///   - environment: What the run reads variables of.
    ///   - run: Must read through this library alone.
    package func result(
        for request: [String], environment: [String: String], run: () throws -> RunResult
    ) rethrows -> (result: RunResult, problem: WriteProblem?) {
        let request = Self.bytes(of: request)
        if let known = find(request, environment) { return (known, nil) }
        let trace = RunTrace()
        let result = try trace.record(run)
        // What a variable holds belongs into no file, not as a hash either.
        guard !trace.holdsSecrets else { return (result, nil) }
        do throws(WriteProblem) {
            try store(CacheEntry(request: request, observations: trace.observations, result: result))
            return (result, nil)
        } catch {
            return (result, error)
        }
    }

    private static func bytes(of request: [String]) -> [UInt8] {
        // Neither arguments nor paths hold NULs.
        Array(request.joined(separator: "\0").utf8)
    }

    // MARK: Finding

    private func find(_ request: [UInt8], _ environment: [String: String]) -> RunResult? {
        for file in entries(of: request) {
            guard let bytes = try? FileSystem.read(file.path, limit: mostBytes), let entry = CacheEntry(bytes),
                entry.request == request, entry.observations.hold(environment: environment)
            else { continue }
            _ = unsafe utimes(file.path, nil)  // a plain call: used now
            return entry.result
        }
        return nil
    }

    /// Those that were used last come first.
    private func entries(of request: [UInt8]) -> some Sequence<CacheFolder.File> {
        let prefix = Self.name(of: request)
        return CacheFolder(folder).files.filter { $0.name.hasPrefix(prefix) }
            .sorted { ($0.used, $0.name) > ($1.used, $1.name) }.prefix(Self.mostEntriesOfRequest)
    }

    private static func name(of bytes: [UInt8]) -> String {
        var encoder = CanonicalEncoder()
        encoder.encode(utf8: bytes)
        return encoder.digest
    }

    // MARK: Keeping

    private func store(_ entry: CacheEntry) throws(WriteProblem) {
        let bytes = entry.bytes
        guard bytes.count <= mostBytes else { return }
        try CacheFolder.make(folder)
        let name = "\(Self.name(of: entry.request))-\(Self.name(of: bytes)).run"
        try writeFile(bytes, to: folder.asPrefix + name)
        CacheFolder(folder).shrink(to: mostBytes)
    }
}
