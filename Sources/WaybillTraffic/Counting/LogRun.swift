import Synchronization
import WaybillSyntax

/// Reads logs on two threads, and counts their requests.
enum LogRun {
    private static let threads = 2

    /// The result of a thread.
    private struct Part<Tally: Sendable>: Sendable {
        var tally: Tally
        var unreadable: UnreadableLines
    }

    /// Reads all lines.
    ///
    /// - Parameter makeSink: Creates the sink of a thread.
    /// - Returns: The counts of each thread, and the lines that could not be read.
    /// - Throws: The reason why a file could not be read.
    static func read<Sink: RequestSink & ~Copyable>(
        _ paths: [String], _ options: TrafficOptions, _ methods: MethodNames, _ makeSink: @escaping @Sendable () -> Sink
    ) throws(LogProblem) -> (tallies: [Sink.Tally], unreadable: UnreadableLines) {
        let source = LogSource(paths, options)
        let parts = Concurrently.map(Array(0..<threads)) { _, _ -> Part<Sink.Tally> in
            var reader = RequestReader(makeSink(), methods, options)
            var buffer = [UInt8](repeating: 0, count: LogSource.chunkSize)
            while let chunk = source.next(into: &buffer) {
                reader.read(buffer.span.extracting(0..<chunk.count), chunk)
            }
            return Part(tally: reader.sink.tally, unreadable: reader.unreadable)
        }
        if let problem = source.problem { throw problem }
        var unreadable = UnreadableLines()
        for part in parts { unreadable.add(part.unreadable) }
        for skipped in source.skippedLines {
            unreadable.note(.tooLong, at: LogPosition(file: skipped.file, line: skipped.line))
        }
        return (parts.map(\.tally), unreadable)
    }
}
