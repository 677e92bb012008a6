#if Etcd
    import Foundation
    import Logging
    import Synchronization
    import Waybill
    import WaybillEtcd
    import WaybillReload
    import WaybillSyntax

    /// Many instances of a fleet in one process: `FleetInstances ADDRESS COUNT`.
    ///
    /// It prints a line `NAME SET TIME` whenever an instance has a set, with the seconds since 1970, and ends when its
    /// input ends. The user of etcd is that of `ETCD_USER` and `ETCD_PASSWORD`.
    @main
    struct FleetInstances {
        static func main() async throws {
            let arguments = CommandLine.arguments
            guard arguments.count == 3, let count = Int(arguments[2]), let address = try? EtcdAddress(arguments[1])
            else {
                try? FileHandle.standardError.write(contentsOf: Data("usage: FleetInstances ADDRESS COUNT\n".utf8))
                exit(2)
            }
            var options = EtcdOptions()
            let environment = ProcessInfo.processInfo.environment
            if let user = environment["ETCD_USER"] {
                options.credentials = .init(user: user, password: environment["ETCD_PASSWORD"] ?? "")
            }
            let logger = Logger(label: "instances") { _ in SwiftLogNoOpLogHandler() }
            // A status as a service has it.
            var registry = Registry()
            registry.handler("one") { _ in "one" }
            let any = EtcdSource(address, instance: "any", options: options, logger: logger)
            let status = try await WaybillService(etcd: any, registry: registry, logger: logger).reloader.status
            await withDiscardingTaskGroup { group in
                for number in 0..<count {
                    let source = EtcdSource(address, instance: "instance-\(number)", options: options, logger: logger)
                    group.addTask { await SimulatedInstance(source, status).run() }
                }
                while readLine() != nil {}
                group.cancelAll()
            }
        }
    }

    /// An instance that reads, watches and reports as that of a service does, and binds nothing: a set that names a
    /// handler `unknown` is one that its program does not know.
    private final class SimulatedInstance: Sendable {
        private let source: EtcdSource
        private let state: Mutex<ReloadStatus>

        init(_ source: EtcdSource, _ status: ReloadStatus) {
            self.source = source
            state = Mutex(status)
        }

        func run() async {
            await source.follow {
                var status = self.state.withLock(\.self)
                status.source = self.source.status(serving: status.digest)
                return status
            } changed: {
                self.reload()
            }
        }

        private func reload() {
            let snapshot = source.snapshot()
            guard let set = snapshot.id else { return }
            let isKnown = snapshot.files.allSatisfy { !String(decoding: $0.bytes, as: UTF8.self).contains("unknown") }
            let attempt = state.withLock { status in
                status.lastAttempt.number += 1
                status.lastAttempt.result = isKnown ? .published : .failed
                status.lastAttempt.reason = isKnown ? nil : .unbound
                status.lastAttempt.message = isKnown ? nil : "no handler 'unknown' is registered"
                status.ready = status.ready || isKnown
                if isKnown {
                    status.digest = set
                    status.generation += 1
                }
                status.lastAttempt.digest = status.digest
                return status.lastAttempt
            }
            source.settle(snapshot, attempt)
            let line = "\(source.instance) \(set) \(Date().timeIntervalSince1970)\n"
            try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
        }
    }
#else
    /// It needs the trait `Etcd`.
    @main
    struct FleetInstances {
        static func main() {}
    }
#endif
