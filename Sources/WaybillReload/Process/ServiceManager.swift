import Synchronization

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The service manager that started the process, such as systemd. It is told when the service is ready, reloads and ends, as
/// `sd_notify(3)` describes. Use it from any thread.
///
/// ```swift
/// var options = ReloadOptions()
/// options.serviceManager = ServiceManager(environment: ProcessInfo.processInfo.environment)
/// ```
public final class ServiceManager: Sendable {
    /// The name of a Unix socket. One that begins with `@` is abstract.
    private let address: String
    private let isReady = Atomic(false)

    /// - Parameter environment: Its `NOTIFY_SOCKET` is the socket. Without one, or if it is not a Unix socket, there is no
    ///   manager to tell.
    public init?(environment: [String: String]) {
        guard let address = environment["NOTIFY_SOCKET"], ["/", "@"].contains(address.first) else { return nil }
        self.address = address
    }

    /// Tells that all applications listen.
    package func tellReady(_ status: String) {
        isReady.store(true, ordering: .relaxed)
        send("READY=1\nSTATUS=\(status)")
    }

    /// Tells that a reload begins. ``tellReady(_:)`` ends it.
    ///
    /// Does nothing before the service is ready, because the end of the reload would tell that it is.
    func tellReloading() -> Bool {
        guard isReady.load(ordering: .relaxed) else { return false }
        send("RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)")
        return true
    }

    /// Tells that the service was asked to end.
    package func tellStopping() { send("STOPPING=1") }

    /// Of the clock by which systemd tells whether a reload began after its signal.
    private static var monotonicMicroseconds: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)  // a local value
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// Sends one datagram. A manager that does not read is no reason to wait or to fail.
    private func send(_ text: String) {
        #if canImport(Glibc)
            let datagrams = CInt(SOCK_DGRAM.rawValue)
        #else
            let datagrams = SOCK_DGRAM
        #endif
        let descriptor = socket(AF_UNIX, datagrams, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = address.first == "@" ? [0] + Array(address.utf8.dropFirst()) : Array(address.utf8)
        let room = MemoryLayout.size(ofValue: name.sun_path)
        guard path.count < room else { return }
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: path) }  // fits, see above
        // An abstract name ends with its length, a path with a zero byte.
        let length = MemoryLayout.size(ofValue: name) - room + path.count + (path.first == 0 ? 0 : 1)
        let bytes = Array(text.utf8)
        // The pointers do not leave the closures, and the call copies what they point to.
        unsafe withUnsafePointer(to: name) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = unsafe bytes.withUnsafeBytes {
                    unsafe sendto(
                        descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT), pointer, socklen_t(length))
                }
            }
        }
    }
}
