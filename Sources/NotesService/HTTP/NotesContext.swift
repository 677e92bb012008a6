import Foundation
import Hummingbird
import NIOCore

/// What accompanies a request: JSON that people can read, too.
struct NotesContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Whether the request comes from this machine.
    let isFromLoopback: Bool
    /// Who sends it; `nil` over a Unix socket.
    let remoteAddress: String?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        isFromLoopback = source.channel.remoteAddress?.isLoopback ?? false
        remoteAddress = source.channel.remoteAddress?.ipAddress
    }

    var responseEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension SocketAddress {
    /// `127.0.0.0/8`, in IPv6 as well, `::1`, and Unix sockets.
    fileprivate var isLoopback: Bool {
        if case .unixDomainSocket = self { return true }
        guard let address = ipAddress else { return false }
        return address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }
}
