import Dispatch
import Foundation
import Synchronization

/// Lines on their way to a file descriptor. Who writes one never waits: a thread of its own does, and while its reader
/// stalls, lines beyond a mebibyte are dropped and counted.
final class LogSink: Sendable {
    static let standardError = LogSink(.standardError)

    private static let byteLimit = 1 << 20

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    private struct State {
        var lines: [String] = []
        var bytes = 0
        var dropped = 0
        /// Who waits until all lines are written.
        var waiting: [DispatchSemaphore] = []
    }

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            while true {
                arrived.wait()
                writeAll(to: handle)
            }
        }
    }

    func write(_ line: String) {
        state.withLock { state in
            guard state.bytes + line.utf8.count <= Self.byteLimit else {
                state.dropped += 1
                return
            }
            state.lines.append(line)
            state.bytes += line.utf8.count
        }
        arrived.signal()
    }

    /// Waits until all lines are written, but not for ever.
    func flush() {
        let done = DispatchSemaphore(value: 0)
        state.withLock { $0.waiting.append(done) }
        arrived.signal()
        _ = done.wait(timeout: .now() + .seconds(1))
    }

    private func writeAll(to handle: FileHandle) {
        let taken = state.withLock { state in
            defer { state = State() }
            return state
        }
        var text = taken.lines.joined()
        if taken.dropped > 0 { text += "\(taken.dropped) lines of the log were dropped: its reader is too slow\n" }
        if !text.isEmpty { try? handle.write(contentsOf: Data(text.utf8)) }
        for done in taken.waiting { done.signal() }
    }
}
