/// A language server for manifests: it tells an editor what `waybill check` finds in the files of a set and in the
/// unsaved texts of the editor, while people type.
///
/// ```
/// client ──bytes──▶ MessageReader ──▶ LanguageSession ──change──▶ SetReader (beside the session)
///    ▲                                     │   ▲                      │
///    └──────────── messages ───────────────┘   └────── analysis ──────┘
/// ```
///
/// Everything that happens is an event of one stream, so the session needs no locks. It never ends on invalid input.
package final class LanguageServer: Sendable {
    private let settings: ServerSettings
    private let send: @Sendable ([UInt8]) -> Void
    private let events: AsyncStream<ServerEvent>
    private let post: AsyncStream<ServerEvent>.Continuation

    /// - Parameter send: Writes bytes to the client. It is called by one task at a time.
    package init(_ settings: ServerSettings, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.settings = settings
        self.send = send
        (events, post) = AsyncStream.makeStream()
    }

    /// Takes bytes of the client. May be called by any thread.
    package func receive(_ bytes: [UInt8]) { post.yield(.bytes(bytes)) }

    /// Ends the session, because the client closed its stream.
    package func end() { post.yield(.ended) }

    /// Serves until the client ends the session. Call it once.
    ///
    /// - Returns: The exit status: 0 if the client announced the end with `shutdown`.
    @concurrent
    package func run() async -> Int32 {
        let post = post
        let send = send
        let session = LanguageSession(
            settings, post: { post.yield($0) }, send: { send(MessageReader.framed($0.json)) })
        let interval = settings.watchInterval
        let clock = Task.detached {
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                post.yield(.tick)
            }
        }
        defer { clock.cancel() }
        for await event in events {
            if let status = session.handle(event) { return status }
        }
        return 1
    }
}
