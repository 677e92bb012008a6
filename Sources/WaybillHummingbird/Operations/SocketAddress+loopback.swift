import NIOCore

extension SocketAddress {
    /// `127.0.0.0/8`, in IPv6 as well, `::1`, and Unix sockets.
    var isLoopback: Bool {
        if case .unixDomainSocket = self { return true }
        guard let address = ipAddress else { return false }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }
}
