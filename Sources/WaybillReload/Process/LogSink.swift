import Dispatch
import Synchronization

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes lines to a file descriptor on its own thread, so that writing never blocks the caller. If the reader of the
/// descriptor is too slow, lines beyond a mebibyte are dropped and counted. No line is dropped for its own length.
public final class LogSink: Sendable {
    /// The sink of ``Logging/LoggingSystem/bootstrap(environment:isTerminal:)``.
    public static let standardError = LogSink(STDERR_FILENO)

    private static let byteLimit = 1 << 20

    private let descriptor: CInt
    private let queue = DispatchQueue(label: "waybill.log")
    private let state = Mutex((bytes: 0, dropped: 0))

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    func append(_ line: String) {
        let size = line.utf8.count
        let isAccepted = state.withLock { state in
            let isAccepted = state.bytes == 0 || state.bytes + size <= Self.byteLimit
            if isAccepted { state.bytes += size } else { state.dropped += 1 }
            return isAccepted
        }
        guard isAccepted else { return }
        queue.async { [self] in
            writeAll(line)
            let dropped = state.withLock { state in
                state.bytes -= size
                defer { state.dropped = 0 }
                return state.dropped
            }
            if dropped > 0 { writeAll("\(dropped) lines of the log were dropped: its reader is too slow\n") }
        }
    }

    /// Waits until all lines are written, for at most a second. Call it before the process ends.
    public func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + .seconds(1))
    }

    /// Writes a text, and waits for the reader. What cannot be written is lost.
    private func writeAll(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {  // the pointer does not leave the closure
                unsafe write(descriptor, $0.baseAddress, $0.count)  // reads `count` bytes
            }
            if count > 0 {
                rest.removeFirst(count)
            } else if count < 0, errno == EAGAIN {
                var pipe = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&pipe, 1, -1)  // only during the call
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }
}
