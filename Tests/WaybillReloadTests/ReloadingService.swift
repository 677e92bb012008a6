import Foundation
import Logging
import Metrics
import MetricsTestKit
import Synchronization
import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTestSupport

@testable import WaybillReload

/// A reloader that runs over a folder of manifests, controlled by a test.
final class ReloadingService: Sendable {
    let folder: TemporaryFolder
    let router: Router
    let reloader: Reloader
    let log: RecordedLog
    let metrics = TestMetrics()
    private let hangUps: AsyncStream<Void>.Continuation

    /// The set is the folder `Routes` with `a.yaml` and the `others` in it, or the paths in `set`.
    init(
        _ manifest: String, others: [String: String] = [:], set: String = "Routes",
        options: ReloadOptions = ReloadOptions(), environment: [String: String] = [:],
        variables: VariableSource? = nil, clock: any Clock<Duration> = ContinuousClock(),
        makeWatcher: MakeWatcher? = systemWatcher,
        trapsSignals: Bool = false, readBuild: @escaping @Sendable () -> String? = { nil },
        register: (inout Registry) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("Routes/parts")
        try folder.write(manifest, to: "Routes/a.yaml")
        for (name, text) in others { try folder.write(text, to: "Routes/\(name)") }
        var registry = Registry()
        for name in ["one", "two", "three"] { registry.handler(name) { _ in name } }
        register(&registry)
        let paths = [folder.path(set)]
        router = try Router(
            compilation: .compile(
                files: .read(paths: paths), environment: variables?.snapshot() ?? Environment(environment),
                purpose: .load),
            registry: registry, options: RouterOptions(clock: clock))
        log = RecordedLog()
        let (hangups, continuation) = AsyncStream<Void>.makeStream()
        hangUps = continuation
        reloader = Reloader(
            Reloader.Start(router: router), manifests: paths, variables: variables ?? VariableSource(environment),
            logger: log.logger, options: options, metrics: metrics, clock: clock, makeWatcher: makeWatcher,
            hangups: trapsSignals ? nil : hangups, readBuild: readBuild)
    }

    /// Does the same as SIGHUP, for this service alone.
    func hangUp() { hangUps.yield() }

    /// A reloader that reads only on request, and has no events.
    static func polling(
        _ manifest: String, others: [String: String] = [:], environment: [String: String] = [:],
        clock: any Clock<Duration> = ContinuousClock(),
        _ change: (inout ReloadOptions) -> Void = { _ in }, register: (inout Registry) -> Void = { _ in }
    ) throws -> ReloadingService {
        var options = ReloadOptions()
        options.prefersPolling = true
        change(&options)
        return try ReloadingService(
            manifest, others: others, options: options, environment: environment, clock: clock, register: register)
    }

    /// The answer of the handler of `url`; nil if there is none.
    func answer(_ url: String) async throws -> String? {
        do {
            return try await router.open(url).destination as? String
        } catch RoutingError.unmatched {
            return nil
        }
    }

    func path(_ name: String = "Routes/a.yaml") -> String { folder.path(name) }
}

extension Reloader {
    /// Whether an attempt now finds a file that is being written.
    var isHeldBack: Bool {
        get async {
            guard case .failure(.writing) = await attempt(.api) else { return false }
            return true
        }
    }

    /// Whether an attempt now would wait for a file to come back.
    var isSuspicious: Bool {
        get async {
            guard case .failure(.suspicion) = await attempt(.files) else { return false }
            return true
        }
    }
}

/// Runs a reloader over one manifest, and passes it when it watches, with its attempts from then on.
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

    /// Waits for the next one, and ends the debounce time for it whenever an event has begun it again. The poll sleeps too.
    mutating func next(endingDebounceOf clock: ManualClock) async throws -> ReloadAttempt {
        try await clock.advancing(by: ReloadOptions().debounce, whenever: 2) { try await next() }
    }
}

/// A watcher that sees the changes that a test gives it.
final class ScriptedWatcher: ChangeWatcher {
    private let onFollow: @Sendable (Int) -> Void
    private let state = Mutex((mark: WriteLedger.Mark(), follows: 0))

    /// - Parameter onFollow: Called after each compilation, before the marks are compared, with the number of calls.
    init(onFollow: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.onFollow = onFollow
    }

    var watching: Watching { Watching(mode: .inotify) }
    func mark() -> WriteLedger.Mark { state.withLock { $0.mark } }
    func openPaths() -> [String] { [] }
    func replan() {}
    func endWrite(of path: String) {}

    func follow(_ paths: [String]) {
        let number = state.withLock { state in
            state.follows += 1
            return state.follows
        }
        onFollow(number)
    }
}

/// A log handler that keeps its entries.
final class RecordedLog: Sendable {
    private let lines = Mutex<[(level: Logger.Level, text: String)]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }
    var errors: [String] { texts(.error) }
    var warnings: [String] { texts(.warning) }
    var all: [String] { lines.withLock { $0.map(\.text) } }

    private func texts(_ level: Logger.Level) -> [String] {
        lines.withLock { $0.filter { $0.level == level }.map(\.text) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let texts = ["\(event.message)"] + [event.metadata?["diagnostics"]].compactMap { $0.map { "\($0)" } }
            log.lines.withLock { $0.append((event.level, texts.joined(separator: "\n"))) }
        }
    }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let state: Mutex<State>

    init(_ value: Value) { state = Mutex(State(value: value)) }

    var value: Value { state.withLock { $0.value } }

    @discardableResult
    func change<R: Sendable>(_ body: @Sendable (inout Value) -> R) -> R {
        let (result, listeners) = state.withLock { (body(&$0.value), $0.listeners) }
        for listener in listeners { listener.yield() }
        return result
    }

    /// Waits until the value satisfies a condition; the time limit of the test ends the wait.
    func until(_ condition: (Value) -> Bool) async throws {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.listeners.append(continuation) }
        defer { continuation.finish() }
        if condition(value) { return }
        for await _ in changes where condition(value) { return }
        throw CancellationError()
    }
}

/// Polls a condition that nothing reports, such as which files the kernel has open; the time limit of the test ends it.
func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(1)) }
}
