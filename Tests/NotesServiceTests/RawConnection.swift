import Dispatch
import Foundation
import Testing

/// A connection that sends and reads bytes exactly as a test says: slowly, in parts, or invalid.
final class RawConnection: Sendable {
    private let descriptor: Int32
    /// The queue for reading, which blocks: no actor of a test may block.
    private let queue = DispatchQueue(label: "raw-connection")

    /// - Parameter receiveBuffer: The number of bytes that the system buffers before the test reads them.
    init(to address: String, receiveBuffer: Int32? = nil) throws {
        let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
        #if os(Linux)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, stream, 0)
        set(SO_RCVTIMEO, timeval(tv_sec: 20, tv_usec: 0))
        if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafePointer(to: &place) { pointer in  // valid in the body
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    private func set<Value>(_ option: Int32, _ value: Value) {
        let size = socklen_t(MemoryLayout<Value>.size)
        // A copy that is valid in the body.
        _ = unsafe withUnsafePointer(to: value) { unsafe setsockopt(descriptor, SOL_SOCKET, option, $0, size) }
    }

    struct Closed: Error {}

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        // The call copies the bytes.
        let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        guard count == bytes.count else { throw Closed() }
    }

    /// The next bytes; empty at the end.
    func read(upTo limit: Int = 1 << 16) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            queue.async { [descriptor] in
                var bytes = [UInt8](repeating: 0, count: limit)
                let count = unsafe bytes.withUnsafeMutableBytes {  // valid in the body
                    unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
                }
                continuation.resume(returning: Array(bytes.prefix(max(count, 0))))
            }
        }
    }

    /// Everything up to the end of the connection.
    func readAll() async -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = await read()
            guard !bytes.isEmpty else { return all }
            all += bytes
        }
    }

    /// Everything up to the end of the connection, as text.
    func text() async -> String { String(decoding: await readAll(), as: UTF8.self) }
}
