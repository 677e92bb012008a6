#if Etcd
    import Foundation
    import Logging
    import Synchronization
    import Testing
    import Waybill
    import WaybillManifest
    import WaybillReload
    import WaybillRules
    import WaybillSyntax

    @testable import WaybillEtcd

    /// A service of a fleet.
    final class Instance: Sendable {
        let name: String
        let source: EtcdSource
        let waybill: WaybillService
        private let task: Task<Void, Never>

        /// - Parameters:
        ///   - handlers: The names of its handlers, each of which returns its name.
        ///   - lastGood: The file of its last good set.
        init(
            _ name: String, _ address: EtcdAddress, _ options: EtcdOptions = EtcdOptions(),
            handlers: [String] = ["one", "two", "three"], heartbeat: Duration = .milliseconds(500),
            lastGood: String? = nil, startLimit: Duration = .seconds(5), log: LogLines = LogLines(),
            health: (@Sendable (_ generation: Int) -> RequestHealth)? = nil
        ) async throws {
            var registry = Registry()
            for handler in handlers { registry.handler(handler) { _ in handler } }
            var reloading = ReloadOptions()
            reloading.lastGoodFile = lastGood
            self.name = name
            source = EtcdSource(
                address, instance: name, options: options, heartbeat: heartbeat, logger: log.logger, health: health)
            let waybill = try await WaybillService(
                etcd: source, registry: registry, startLimit: startLimit, options: reloading, logger: log.logger)
            self.waybill = waybill
            task = Task { try? await waybill.run() }
        }

        deinit { task.cancel() }

        func end() async {
            task.cancel()
            await task.value
        }

        var status: ReloadStatus { waybill.reloader.status }

        /// The name of the handler of `/`; nil if there is none.
        func answer() async throws -> String? {
            do { return try await waybill.router.open("/").destination as? String } catch RoutingError.unmatched {
                return nil
            }
        }

        /// Waits until it serves a set, and says so.
        ///
        /// - Returns: How long that took.
        @discardableResult
        func until(_ set: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Duration {
            let start = ContinuousClock.now
            try await eventually("\(name): \(status)", sourceLocation: sourceLocation) {
                status.source?.isCurrent == true && status.source?.serving == set
            }
            return .now - start
        }
    }

    /// The lines of a log.
    final class LogLines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock(\.self) }
        var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

        private struct Handler: LogHandler {
            let log: LogLines
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.debug

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) { log.lines.withLock { $0.append("\(event.level) \(event.message)") } }
        }
    }

    extension Fleet {
        /// Publishes a set whose `/` has this handler, with further routes.
        @discardableResult
        func publish(_ handler: String, routes: Int = 0, share: Int? = nil, by: String = "test") async throws
            -> FleetPointer
        {
            let lines = (0..<routes).map { "  - { url: /r\($0)/items, handler: \(handler) }\n" }.joined()
            let text = "waybill: 1\nroutes:\n  - { url: /, handler: \(handler) }\n" + lines
            let compilation = Compilation.compile(files: ManifestFiles(texts: [("Routes/a.yaml", text)]))
            return try await push(
                digest: compilation.digest, compilation.sources, over: state(), share: share, Note(by: by))
        }
    }
#endif
