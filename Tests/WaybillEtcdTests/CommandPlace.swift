#if Etcd
    import Foundation
    import WaybillTestSupport

    @testable import WaybillEtcd

    /// A cluster, and a folder with a set, where the program `waybill-fleet` runs.
    final class CommandPlace: Sendable {
        static let one = "waybill: 1\nroutes:\n  - { id: home, url: /, handler: one }\n"
        static let two = "waybill: 1\nroutes:\n  - { id: home, url: /, handler: two }\n"

        static let executable = NotesProcess.program("waybill-fleet")

        static let environment = ["PATH": "/usr/bin:/bin", "USER": "ann"]

        let cluster: EtcdCluster
        let fleet: Fleet
        let folder: URL

        /// - Parameter more: Further arguments of etcd.
        init(_ more: [String] = []) async throws {
            cluster = try await EtcdCluster(more)
            try await cluster.untilReady()
            fleet = Fleet(try cluster.address(), EtcdOptions())
            folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: folder.appending(path: "Routes"), withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ text: String, to name: String = "a.yaml") throws {
            try Data(text.utf8).write(to: folder.appending(path: "Routes/\(name)"))
        }

        func arguments(_ verb: String, _ more: [String]) throws -> [String] {
            [Self.executable, verb, "--to", "\(try cluster.address())"] + more
        }

        /// - Parameter text: The only manifest; `nil` for the one that is there.
        func run(_ verb: String, _ text: String? = nil, _ more: String...) async throws -> (
            status: Int32?, output: String, errors: String
        ) {
            if let text { try write(text) }
            let run = try await ProgramRun.ofProgram(
                try arguments(verb, more), in: folder, environment: Self.environment)
            return (run.end.status, run.output, run.errors)
        }
    }
#endif
