import Configuration
import Foundation
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import Waybill
import WaybillConfiguration
import WaybillReload

@Suite("A service whose options and variables come from swift-configuration", .timeLimit(.minutes(1)))
struct ConfigurationTests {
    private struct Settings: Decodable, Sendable { var token: String }

    private static let manifest = """
        waybill: 1
        routes:
          - { url: /token, handler: told, with: { token: "${ADMIN_TOKEN}" } }

        """

    private var registry: Registry {
        var registry = Registry()
        registry.handler("told", configuration: Settings.self) { _, settings in settings.token }
        registry.handler("one") { _ in "one" }
        return registry
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Routes"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.manifest.utf8).write(to: folder.appending(path: "Routes/a.yaml"))
        try await body(folder)
    }

    private func values(_ folder: URL) -> MutableInMemoryProvider {
        MutableInMemoryProvider(initialValues: [
            ["admin", "token"]: "first",
            ["waybill", "manifests"]: .init(.string("\(folder.path)/Routes"), isSecret: false),
            ["waybill", "debounce"]: "20ms", ["waybill", "recursion-limit"]: 50,
        ])
    }

    private func withoutToken(_ folder: URL) -> MutableInMemoryProvider {
        let values = values(folder)
        values.setValue(nil, forKey: ["admin", "token"])
        return values
    }

    /// Runs services until `body` ends.
    private func running(
        _ waybill: WaybillService, besides others: [any Service] = [],
        _ body: @escaping @Sendable (inout AsyncStream<ReloadEvent>.Iterator) async throws -> Void
    ) async throws {
        var events = waybill.reloader.events.makeAsyncIterator()
        let group = ServiceGroup(services: others + [waybill], logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while let event = await events.next(isolation: #isolation) { if case .watching = event { break } }
            try await body(&events)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func published(_ events: inout AsyncStream<ReloadEvent>.Iterator) async -> ReloadAttempt? {
        while let event = await events.next(isolation: #isolation) {
            if case .attempted(let attempt) = event, attempt.result == .published { return attempt }
        }
        return nil
    }

    @Test("A value that changes is live in the next generation, together with manifests that change")
    func change() async throws {
        try await withFolder { folder in
            let values = values(folder)
            let waybill = try await WaybillService(
                registry: registry, configuration: ConfigReader(provider: values), logger: Logger(label: "test"))
            #expect(try await waybill.router.open("/token").destination as? String == "first")
            let manifest = Self.manifest
            try await running(waybill) { events in
                try Data((manifest + "  - { url: /one, handler: one }\n").utf8)
                    .write(to: folder.appending(path: "Routes/a.yaml"), options: .atomic)
                values.setValue("second", forKey: ["admin", "token"])
                let attempt = await Self.published(&events)
                #expect(attempt?.generation == 2)
                #expect(try await waybill.router.open("/token").destination as? String == "second")
                #expect(try await waybill.router.open("/one").destination as? String == "one")
            }
        }
    }

    @Test("A value that changes just before the service follows its configuration is live")
    func early() async throws {
        try await withFolder { folder in
            let values = values(folder)
            let provider = ChangingProvider(values) { values.setValue("second", forKey: ["admin", "token"]) }
            let waybill = try await WaybillService(
                registry: registry, configuration: ConfigReader(provider: provider), logger: Logger(label: "test"))
            try await running(waybill) { events in
                let attempt = await Self.published(&events)
                #expect(attempt?.trigger == .configuration)
                let token = try await waybill.router.open("/token").destination as? String
                #expect(token == "second")
            }
        }
    }

    @Test("A mounted secret that rotates is live, and an access reporter does not see it")
    func rotation() async throws {
        try await withFolder { folder in
            // As Kubernetes mounts: the names are links through one link that is replaced.
            let secrets = folder.appending(path: "secrets")
            for (name, token) in [("..1", "first"), ("..2", "second")] {
                let place = secrets.appending(path: name)
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data("\(token)\n".utf8).write(to: place.appending(path: "admin-token"))
            }
            @Sendable func link(_ name: String, to target: String) throws {
                let place = secrets.appending(path: name).path
                try FileManager.default.createSymbolicLink(atPath: place + ".new", withDestinationPath: target)
                guard unsafe rename(place + ".new", place) == 0 else { throw CocoaError(.fileWriteUnknown) }
            }
            try link("..data", to: "..1")
            try link("admin-token", to: "..data/admin-token")
            let mounted = try await MountedSecrets(folder: secrets.path, interval: .milliseconds(20))
            let reporter = Reporter()
            let configuration = ConfigReader(
                providers: [withoutToken(folder), mounted], accessReporter: reporter)
            let waybill = try await WaybillService(
                registry: registry, configuration: configuration, logger: Logger(label: "test"))
            #expect(try await waybill.router.open("/token").destination as? String == "first")
            try await running(waybill, besides: [mounted]) { events in
                try link("..data", to: "..2")
                let attempt = await Self.published(&events)
                #expect(attempt?.trigger == .configuration)
                #expect(try await waybill.router.open("/token").destination as? String == "second")
            }
            let seen = reporter.lines.withLock(\.self)
            #expect(!seen.isEmpty && !seen.contains { $0.contains("first") || $0.contains("second") }, "\(seen)")
        }
    }

    @Test("An option that is not valid, and a variable without a value, refuse the start, also of a router alone")
    func refusals() async throws {
        try await withFolder { folder in
            let values = values(folder)
            values.setValue("soon", forKey: ["waybill", "debounce"])
            await #expect(throws: ConfigurationErrors.self) {
                try await WaybillService(
                    registry: registry, configuration: ConfigReader(provider: values), logger: Logger(label: "test"))
            }
            values.setValue("20ms", forKey: ["waybill", "debounce"])
            values.setValue(nil, forKey: ["admin", "token"])
            let error = #expect(throws: ManifestErrors.self) {
                try Router(registry: registry, configuration: ConfigReader(provider: values))
            }
            #expect(error?.description.contains("[S010 ") == true)
        }
    }

    /// A provider whose values change in the moment before they are followed.
    private final class ChangingProvider: ConfigProvider {
        private let values: MutableInMemoryProvider
        private let change: @Sendable () -> Void

        init(_ values: MutableInMemoryProvider, change: @escaping @Sendable () -> Void) {
            (self.values, self.change) = (values, change)
        }

        var providerName: String { "changing" }
        func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
            try values.value(forKey: key, type: type)
        }
        func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
            try await values.fetchValue(forKey: key, type: type)
        }
        func watchValue<Return: ~Copyable>(
            forKey key: AbsoluteConfigKey, type: ConfigType,
            updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws
                -> Return
        ) async throws -> Return {
            try await values.watchValue(forKey: key, type: type, updatesHandler: updatesHandler)
        }
        func snapshot() -> any ConfigSnapshot { values.snapshot() }
        func watchSnapshot<Return: ~Copyable>(
            updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
        ) async throws -> Return {
            change()
            return try await values.watchSnapshot(updatesHandler: updatesHandler)
        }
    }

    private final class Reporter: AccessReporter {
        let lines = Mutex<[String]>([])
        func report(_ event: AccessEvent) { lines.withLock { $0.append("\(event)") } }
    }
}
