import Synchronization
import SystemPackage

/// The lines of some files, in chunks that end with a line.
///
/// Any number of threads may read chunks. Memory does not depend on the length of the files or of their lines.
final class LogSource: Sendable {
    /// The size of a chunk, and of the longest line that is read.
    static let chunkSize = 1 << 19

    /// A chunk in the buffer of its reader.
    struct Chunk {
        var count: Int
        /// The number of its first line. Counts from 1 in each file.
        var firstLine: Int
        /// The index of its file.
        var file: Int
        var format: LogFormat
    }

    private struct State {
        var file = -1
        var input: FileDescriptor?
        /// The bytes that are left of a regular file, which may grow while it is read.
        var rest: Int?
        var carried: [UInt8] = []
        var line = 1
        var format: LogFormat?
        var skipped: [(file: Int, line: Int)] = []
        var problem: LogProblem?
    }

    let paths: [String]
    private let format: LogFormat?
    private let names: JSONFieldNames
    private let state = Mutex(State())

    /// - Parameter paths: Files; `-` is standard input.
    init(_ paths: [String], _ options: TrafficOptions) {
        self.paths = paths
        format = options.format
        names = options.fields
    }

    /// The reason why reading ended early.
    var problem: LogProblem? { state.withLock { $0.problem } }

    /// The lines that are too long.
    var skippedLines: [(file: Int, line: Int)] { state.withLock { $0.skipped } }

    /// Reads the next chunk into a buffer of ``chunkSize`` bytes; `nil` at the end, or after a problem.
    func next(into buffer: inout [UInt8]) -> Chunk? {
        state.withLock { state in
            do {
                while state.problem == nil, state.file < paths.count {
                    if state.input == nil, try !open(&state) { return nil }
                    if let chunk = try read(&state, into: &buffer) { return chunk }
                    close(&state)
                }
            } catch let problem as LogProblem {
                state.problem = problem
                close(&state)
            } catch {
                state.problem = .unreadable(paths[max(state.file, 0)], "\(error)")
                close(&state)
            }
            return nil
        }
    }

    /// - Returns: `false` after the last file.
    private func open(_ state: inout State) throws -> Bool {
        state.file += 1
        guard state.file < paths.count else { return false }
        let path = paths[state.file]
        state.input =
            path == TrafficOptions.standardInput ? .standardInput : try FileDescriptor.open(FilePath(path), .readOnly)
        state.rest = nil
        if path != TrafficOptions.standardInput, let end = try? state.input?.seek(offset: 0, from: .end) {
            // Of a device or a pipe, the end is not known.
            _ = try state.input?.seek(offset: 0, from: .start)
            if end > 0 { state.rest = Int(end) }
        }
        state.line = 1
        state.format = format
        state.carried.removeAll(keepingCapacity: true)
        return true
    }

    private func close(_ state: inout State) {
        if let input = state.input, input != .standardInput { try? input.close() }
        state.input = nil
    }

    /// Returns `nil` at the end of the file.
    private func read(_ state: inout State, into buffer: inout [UInt8]) throws -> Chunk? {
        while true {
            var count = state.carried.count
            buffer.replaceSubrange(0..<count, with: state.carried)
            state.carried.removeAll(keepingCapacity: true)
            let isAtEnd = try fill(&state, &buffer, &count)
            if count == 0 { return nil }
            var end = count
            if !isAtEnd {
                guard let last = buffer.span.extracting(0..<count).lastIndex(of: .lineFeed) else {
                    try skipLine(&state, &buffer)
                    continue
                }
                end = last + 1
                state.carried.append(buffer.span.extracting(end..<count))
            }
            let text = buffer.span.extracting(0..<end)
            let chunk = Chunk(
                count: end, firstLine: state.line, file: state.file, format: try recognizedFormat(of: text, &state))
            state.line += text.lineCount
            return chunk
        }
    }

    /// Reads until the buffer is full.
    ///
    /// - Returns: Whether the file ends there.
    private func fill(_ state: inout State, _ buffer: inout [UInt8], _ count: inout Int) throws -> Bool {
        guard let input = state.input else { return true }
        while count < buffer.count {
            if state.rest == 0 { return true }
            let limit = min(buffer.count, count + (state.rest ?? buffer.count))
            let read = unsafe try buffer.withUnsafeMutableBytes {
                unsafe try input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count..<limit]))  // in bounds
            }
            if read == 0 { return true }
            count += read
            state.rest = state.rest.map { $0 - read }
        }
        return state.rest == 0
    }

    /// Drops the rest of a line that fills the whole buffer.
    private func skipLine(_ state: inout State, _ buffer: inout [UInt8]) throws {
        state.skipped.append((state.file, state.line))
        while true {
            var count = 0
            let isAtEnd = try fill(&state, &buffer, &count)
            if let end = buffer.span.extracting(0..<count).firstIndex(of: .lineFeed, from: 0) {
                state.line += 1
                state.carried.append(buffer.span.extracting(end + 1..<count))
                return
            }
            if isAtEnd { return }
        }
    }

    private func recognizedFormat(of text: Span<UInt8>, _ state: inout State) throws -> LogFormat {
        if let known = state.format { return known }
        let path = paths[state.file]
        if let program = text.decompressor { throw LogProblem.compressed(path, program) }
        let isBlank = text.isBlankThroughout
        guard let found = isBlank ? .combined : LogFormat.recognize(text, names) else {
            throw LogProblem.unrecognized(path)
        }
        if !isBlank { state.format = found }
        return found
    }
}

/// The reason why a log cannot be read.
public enum LogProblem: Error, Sendable, Hashable {
    case unreadable(String, String)
    case unrecognized(String)
    /// With the program that decompresses it.
    case compressed(String, String)
    /// A log that names routes, where paths are needed.
    case withoutPaths(String)

    /// Returns the problem in words, with the solution.
    ///
    /// - Parameter command: The command without the log, which is its last argument: `waybill traffic`.
    public func words(for command: String) -> String {
        switch self {
        case .unreadable(let path, let reason): return "cannot read \(Self.name(path)): \(reason)"
        case .unrecognized(let path):
            let formats = LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
            return "the format of \(Self.name(path)) is not known; use '--log-format' with one of: \(formats); or name "
                + "the fields of JSON lines with '--fields'"
        case .compressed(let path, let program):
            return "\(Self.name(path)) is compressed; pipe it through \(program): '\(program) FILE | \(command) -'"
        case .withoutPaths(let path):
            return
                "\(Self.name(path)) is the log of a Waybill service, which names routes and no paths; a plan needs the log "
                + "of the proxy in front of it"
        }
    }

    /// Whether the arguments are wrong, and not the file.
    public var isWrongUsage: Bool { if case .unreadable = self { false } else { true } }

    private static func name(_ path: String) -> String {
        path == TrafficOptions.standardInput ? "standard input" : "'\(path)'"
    }
}

extension Span<UInt8> {
    /// The number of lines, without what follows the last line end.
    fileprivate var lineCount: Int {
        var lines = 0
        var index = 0
        while index &+ 8 <= count {
            // The lowest bit of each byte remains where the byte is a line end.
            let difference = eightBytes(at: index) ^ 0x0A0A_0A0A_0A0A_0A0A
            let rest = (difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | difference
            lines &+= (~rest & 0x8080_8080_8080_8080).nonzeroBitCount
            index &+= 8
        }
        while index < count {
            if self[index] == .lineFeed { lines &+= 1 }
            index &+= 1
        }
        return lines
    }

    fileprivate var isBlankThroughout: Bool {
        for index in 0..<count where self[index] > .space { return false }
        return true
    }

    /// The program that decompresses the text; `nil` if it is not compressed.
    fileprivate var decompressor: String? {
        let programs: [(head: [UInt8], program: String)] = [
            ([0x1F, 0x8B], "zcat"), ([0x28, 0xB5, 0x2F, 0xFD], "zstdcat"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xzcat"),
            ([0x42, 0x5A, 0x68], "bzcat"),
        ]
        return programs.first { $0.head.count <= count && extracting(0..<$0.head.count).equals($0.head) }?.program
    }
}
