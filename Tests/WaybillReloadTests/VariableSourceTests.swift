import Synchronization
import Testing
import Waybill
import WaybillManifest
import WaybillReports

@testable import WaybillReload

@Suite("Values of variables that change while a service runs", .timeLimit(.minutes(1)))
struct VariableSourceTests {
    /// A configuration that a test changes.
    private final class Values: Sendable {
        private let values: Mutex<[String: String]>
        /// What is resumed when a change was followed.
        private let changes = AsyncStream<CheckedContinuation<Void, Never>?>.makeStream()

        init(_ values: [String: String]) { self.values = Mutex(values) }

        func set(_ name: String, _ value: String, isTold: Bool = true) {
            values.withLock { $0[name] = value }
            if isTold { changes.continuation.yield(nil) }
        }

        /// Says that values may have changed, and returns when the service has done what follows.
        func tell() async { await withCheckedContinuation { _ = changes.continuation.yield($0) } }

        var source: VariableSource {
            VariableSource(
                snapshot: { [self] in Environment(values.withLock(\.self)) },
                follow: { [self] changed in
                    for await told in changes.stream {
                        await changed()
                        told?.resume()
                    }
                })
        }
    }

    private struct Settings: Decodable, Sendable { var token: String }

    private static let manifest = """
        waybill: 1
        routes:
          - { url: /token, handler: told, with: { token: "${TOKEN}" } }

        """

    private func service(_ values: Values) throws -> ReloadingService {
        try ReloadingService(
            Self.manifest, variables: values.source,
            register: { registry in
                registry.handler("told", configuration: Settings.self) { _, settings in settings.token }
            })
    }

    /// The next attempt that meets a condition.
    private static func next(
        _ attempts: inout Attempts, _ isMeant: (ReloadAttempt) -> Bool
    ) async throws -> ReloadAttempt {
        while true {
            let attempt = try await attempts.next()
            if isMeant(attempt) { return attempt }
        }
    }

    @Test("A changed value is a new generation, and the log does not show it")
    func change() async throws {
        let values = Values(["TOKEN": "first-4711"])
        try await withReloader(try service(values)) { service, attempts in
            #expect(try await service.answer("/token") == "first-4711")
            values.set("TOKEN", "second-4711")
            let attempt = try await Self.next(&attempts) { $0.result == .published }
            #expect(attempt.trigger == .configuration && attempt.generation == 2)
            #expect(try await service.answer("/token") == "second-4711")
            #expect(!service.log.all.contains { $0.contains("4711") })
        }
    }

    @Test("A value and manifests that change together are one generation")
    func together() async throws {
        let values = Values(["TOKEN": "first"])
        try await withReloader(try service(values)) { service, attempts in
            values.set("TOKEN", "second", isTold: false)
            try service.folder.write(Self.manifest + "  - { url: /one, handler: one }\n", to: "Routes/a.yaml")
            values.set("TOKEN", "second")
            _ = try await Self.next(&attempts) { $0.result == .published }
            #expect(try await service.answer("/token") == "second")
            #expect(try await service.answer("/one") == "one")
            #expect(service.router.generation.number == 2)
        }
    }

    @Test("A value that no manifest uses makes no attempt")
    func unused() async throws {
        let values = Values(["TOKEN": "first", "OTHER": "first"])
        try await withReloader(try service(values)) { service, _ in
            values.set("OTHER", "second", isTold: false)
            await values.tell()
            #expect(service.reloader.history.attempts.allSatisfy { $0.trigger != .configuration })
            values.set("TOKEN", "second", isTold: false)
            await values.tell()
            #expect(service.reloader.history.attempts.count { $0.trigger == .configuration } == 1)
            let answer = try await service.answer("/token")
            #expect(answer == "second")
        }
    }

    @Test("SIGHUP takes the values of its moment, and a value that is not set refuses the set")
    func hangup() async throws {
        let values = Values(["TOKEN": "first"])
        try await withReloader(try service(values)) { service, attempts in
            values.set("TOKEN", "second", isTold: false)
            service.hangUp()
            _ = try await Self.next(&attempts) { $0.trigger == .sighup }
            #expect(try await service.answer("/token") == "second")
            try service.folder.write(
                Self.manifest + "  - { url: /other, handler: told, with: { token: \"${OTHER}\" } }\n",
                to: "Routes/a.yaml")
            let refused = try await Self.next(&attempts) { $0.result == .failed }
            #expect(refused.diagnostics.map(\.id) == ["S010"])
            values.set("OTHER", "set")
            _ = try await Self.next(&attempts) { $0.result == .published }
            #expect(try await service.answer("/other") == "set")
        }
    }
}
