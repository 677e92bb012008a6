import Foundation
import Logging
import Synchronization
import Waybill

@testable import WaybillReload

/// A reloader that runs over a folder of manifests, as a test drives it.
final class ReloadingService: Sendable {
    let folder: TemporaryFolder
    let router: Router
    let reloader: Reloader
    let log: RecordedLog

    /// The set is the folder `Routes` with `a.yaml` and the `others` in it, or what `set` names.
    init(
        _ manifest: String, others: [String: String] = [:], set: String = "Routes",
        options: ReloadOptions = ReloadOptions()
    ) throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("Routes/parts")
        try folder.write(manifest, to: "Routes/a.yaml")
        for (name, text) in others { try folder.write(text, to: "Routes/\(name)") }
        var registry = Registry()
        for name in ["one", "two", "three"] { registry.handler(name) { _ in name } }
        let paths = [folder.path(set)]
        router = try Router(compilation: .compile(paths: paths, environment: [:]), registry: registry)
        log = RecordedLog()
        reloader = Reloader(router: router, manifests: paths, logger: log.logger, options: options)
    }

    /// What the handler of `url` answers; nil where nothing is.
    func answer(_ url: String) async throws -> String? {
        do {
            return try await router.open(url).destination as? String
        } catch RoutingError.unmatched {
            return nil
        }
    }

    func path(_ name: String = "Routes/a.yaml") -> String { folder.path(name) }
}

/// Runs a reloader over one manifest, and hands it over when it watches, with its attempts from then on.
func withReloader(
    _ manifest: String, options: ReloadOptions = ReloadOptions(),
    _ body: @escaping @Sendable (ReloadingService, inout Attempts) async throws -> Void
) async throws {
    try await withReloader(ReloadingService(manifest, options: options), body)
}

/// Runs a reloader until `body` ends.
func withReloader(
    _ service: ReloadingService, _ body: @escaping @Sendable (ReloadingService, inout Attempts) async throws -> Void
) async throws {
    await service.folder.untilNobodyWrites()
    var attempts = Attempts(service.reloader.events)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await service.reloader.run() }
        await attempts.untilWatching()
        try await body(service, &attempts)
        group.cancelAll()
    }
}

/// The attempts of a reloader, one by one.
struct Attempts {
    private var iterator: AsyncStream<ReloadEvent>.Iterator

    init(_ events: AsyncStream<ReloadEvent>) {
        iterator = events.makeAsyncIterator()
    }

    mutating func untilWatching() async {
        while let event = await iterator.next(isolation: #isolation) {
            if case .watching = event { return }
        }
    }

    /// Waits for the next one.
    mutating func next() async throws -> ReloadAttempt {
        while let event = await iterator.next(isolation: #isolation) {
            if case .attempted(let attempt) = event { return attempt }
        }
        throw CancellationError()
    }
}

/// A log to look at.
final class RecordedLog: Sendable {
    private let lines = Mutex<[(level: Logger.Level, text: String)]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
    var errors: [String] { lines.withLock { $0.filter { $0.level == .error }.map(\.text) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.lines.withLock { $0.append((event.level, "\(event.message)")) }
        }
    }
}
