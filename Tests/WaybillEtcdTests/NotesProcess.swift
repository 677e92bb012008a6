#if Etcd
    import Foundation
    import HTTPTypes
    import NIOCore
    import Synchronization
    import Testing
    import WaybillHTTPTestSupport
    import WaybillReload
    import WaybillTestSupport

    @testable import WaybillEtcd

    /// A process of the reference service that belongs to a fleet.
    final class NotesProcess: Sendable {
        let name: String
        private let process: ChildProcess
        private let log: URL
        private let client: HTTPTestClient
        /// Whether somebody has waited for its end.
        private let isOver = Mutex(false)

        /// The programs are beside the test bundle.
        static func program(_ name: String) -> String {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            return (bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL).appending(path: name).path
        }

        /// Starts it, and waits until it listens.
        ///
        /// - Parameters:
        ///   - arguments: Where its manifests are.
        ///   - folder: Where its log and its state are.
        init(_ name: String, _ arguments: [String], in folder: URL) async throws {
            self.name = name
            let log = folder.appending(path: "\(name)-\(UUID().uuidString).log")
            try Data().write(to: log)
            let output = try FileHandle(forWritingTo: log)
            process = try ChildProcess(
                [Self.program("notes-service"), "--port", "0", "--drain", "5"] + arguments, in: folder,
                environment: ["PATH": "/usr/bin:/bin", "NOTES_OPERATOR_TOKEN": "token"],
                descriptors: [1: output.fileDescriptor, 2: output.fileDescriptor])
            self.log = log
            var port: Int?
            try await eventually("\(name) does not start: \((try? String(contentsOf: log, encoding: .utf8)) ?? "")") {
                let text = try String(contentsOf: log, encoding: .utf8)
                let line = text.split(separator: "\n").first { $0.hasPrefix("notes-service listens on ") }
                port = line?.split(separator: ":").last.flatMap { Int($0) }
                return port != nil
            }
            client = HTTPTestClient(to: try SocketAddress(ipAddress: "127.0.0.1", port: try #require(port)))
        }

        /// An instance of a fleet, with a lease of four seconds.
        convenience init(_ name: String, _ address: EtcdAddress, in folder: URL) async throws {
            try await self.init(
                name, ["--fleet", "\(address)", "--instance", name, "--heartbeat", "1"], in: folder)
        }

        var status: ReloadStatus {
            get async throws {
                try await client.get("/_waybill/status", headers: [.authorization: "Bearer token"]).decode()
            }
        }

        /// The status code of an answer, and where it leads.
        func answer(_ path: String) async throws -> (code: Int, location: String?) {
            let response = try await client.get(path)
            return (response.status.code, response.headers[.location])
        }

        /// Waits until it serves a set, and says so.
        ///
        /// - Returns: How long that took.
        @discardableResult
        func until(_ set: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Duration {
            let start = ContinuousClock.now
            try await eventually("\(name) is not on \(set)", sourceLocation: sourceLocation) {
                let source = try await status.source
                return source?.isCurrent == true && source?.serving == set
            }
            return .now - start
        }

        func send(_ signal: Int32) { process.send(signal) }

        /// A test that fails leaves no process behind.
        deinit {
            guard !isOver.withLock(\.self) else { return }
            process.send(SIGKILL)
            _ = process.wait()
        }

        /// Ends it with a signal, and waits for its end on a thread of its own.
        @discardableResult
        func end(by signal: Int32) async -> ChildProcess.End {
            let result = await withCheckedContinuation { continuation in
                process.send(signal)
                DispatchQueue(label: "wait").async { [process] in continuation.resume(returning: process.wait()) }
            }
            isOver.withLock { $0 = true }
            return result
        }
    }
#endif
