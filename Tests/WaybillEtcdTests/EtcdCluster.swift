#if Etcd
    import Foundation
    import NIOCore
    import NIOPosix
    import Synchronization
    import Testing
    import WaybillTestSupport

    @testable import WaybillEtcd

    /// One after the other: a process that one test starts would keep the ports that another one is just choosing.
    @Suite("Fleets", EtcdCluster.canRun, .serialized)
    struct EtcdTests {}

    /// A cluster of real members of etcd, as processes of this machine.
    final class EtcdCluster: Sendable {
        /// The program, from Debian's package `etcd-server`. Backups need `etcdctl` of `etcd-client`.
        static let program = ["/usr/bin/etcd", "/usr/local/bin/etcd"].first(where: FileManager.default.isExecutableFile)

        private struct Member {
            var client: Int
            var peer: Int
            var process: ChildProcess?
        }

        private let members: Mutex<[Member]>
        private let folder: String
        private let extra: [String]
        let scheme: String

        /// - Parameters:
        ///   - extra: Further arguments of each member.
        init(members count: Int = 1, scheme: String = "http", _ extra: [String] = [], folder: String? = nil)
            async throws
        {
            self.folder = folder ?? FileManager.default.temporaryDirectory.path + "/etcd-\(UUID().uuidString)"
            self.extra = extra
            self.scheme = scheme
            try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
            let ports = try await Self.freePorts(count * 2)
            members = Mutex((0..<count).map { Member(client: ports[$0], peer: ports[count + $0]) })
            for index in 0..<count { try start(index) }
        }

        deinit {
            for index in members.withLock({ $0.indices }) { kill(index) }
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Ports that no other cluster of these tests takes, and below those that the system gives to connections.
        private static let nextPort = Mutex(Int.random(in: 15_000...25_000))

        private static func freePorts(_ count: Int) async throws -> [Int] {
            var ports: [Int] = []
            while ports.count < count {
                let port = nextPort.withLock { next in
                    next += 1
                    return next
                }
                let server = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                guard let channel = try? await server.bind(host: "127.0.0.1", port: port).get() else { continue }
                try await channel.close()
                ports.append(port)
            }
            return ports
        }

        /// Starts a member, with the data that it has.
        func start(_ index: Int) throws {
            let all = members.withLock { $0 }
            let (client, peer) = ("\(scheme)://127.0.0.1:\(all[index].client)", "http://127.0.0.1:\(all[index].peer)")
            let names = all.enumerated().map { "m\($0)=http://127.0.0.1:\($1.peer)" }.joined(separator: ",")
            let arguments =
                [
                    Self.program ?? "etcd", "--logger", "zap", "--name", "m\(index)", "--data-dir", data(index),
                    "--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer,
                    "--initial-advertise-peer-urls", peer, "--initial-cluster", names, "--heartbeat-interval", "50",
                    "--election-timeout", "300",
                ] + extra
            let path = "\(folder)/\(index).log"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            let log = try FileHandle(forWritingTo: URL(filePath: path))
            let process = try ChildProcess(
                arguments, descriptors: [1: log.fileDescriptor, 2: log.fileDescriptor])
            members.withLock { $0[index].process = process }
        }

        private func data(_ index: Int) -> String { "\(folder)/data\(index)" }

        /// Ends a member as a crash does.
        func kill(_ index: Int) {
            let process = members.withLock { members in
                defer { members[index].process = nil }
                return members[index].process
            }
            process?.send(SIGKILL)
            _ = process?.wait()
        }

        /// Lets a member answer nothing, and keep its connections, as behind a broken network.
        func freeze(_ index: Int) { members.withLock { $0[index].process }?.send(SIGSTOP) }

        func thaw(_ index: Int) { members.withLock { $0[index].process }?.send(SIGCONT) }

        /// Starts a member that was killed without its data.
        func startEmpty(_ index: Int) throws {
            try FileManager.default.removeItem(atPath: data(index))
            try start(index)
        }

        func address(_ chosen: [Int]? = nil, prefix: String = "/waybill/test") throws -> EtcdAddress {
            let ports = members.withLock { $0.map(\.client) }
            let hosts = (chosen ?? Array(ports.indices)).map { "127.0.0.1:\(ports[$0])" }.joined(separator: ",")
            return try EtcdAddress("\(scheme == "https" ? "etcds" : "etcd")://\(hosts)\(prefix)")
        }

        /// Where a member listens.
        func port(_ index: Int) -> Int { members.withLock { $0[index].client } }

        /// An address at which a server listens that is not etcd's gateway.
        func peerAddress() throws -> EtcdAddress {
            try EtcdAddress("etcd://127.0.0.1:\(members.withLock { $0[0].peer })/waybill/test")
        }

        func client(_ chosen: [Int]? = nil, _ options: EtcdOptions = EtcdOptions()) throws -> EtcdClient {
            EtcdClient(try address(chosen), options)
        }

        /// Waits until the members have a leader.
        func untilReady(_ options: EtcdOptions = EtcdOptions()) async throws {
            let client = try client(nil, options)
            try await eventually {
                (try? await client.call("kv/range", EtcdRange("ready"), as: EtcdRangeAnswer.self)) != nil
            }
        }

        /// The index of the leader.
        func leader() async throws -> Int {
            struct Status: Decodable {
                struct Header: Decodable { var memberId: String }
                var header: Header
                var leader: String?
            }
            for index in members.withLock({ $0.indices }) {
                let status = try? await client([index]).call("maintenance/status", [String: String](), as: Status.self)
                if let status, status.leader == status.header.memberId { return index }
            }
            throw CancellationError()
        }

        /// Drops all revisions before now.
        func compact(_ options: EtcdOptions = EtcdOptions()) async throws {
            let client = try client(nil, options)
            let now: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange("now"))
            let _: EtcdWriteAnswer = try await client.call("kv/compaction", ["revision": "\(now.header.number)"])
        }

        /// Adds a user with all rights, without whom nobody may do anything from now on.
        func askForUsers() async throws -> EtcdOptions.Credentials {
            let user = EtcdOptions.Credentials(user: "root", password: "right")
            let client = try client()
            for (method, body) in [
                ("auth/user/add", ["name": user.user, "password": user.password]),
                ("auth/role/add", ["name": "root"]),
                ("auth/user/grant", ["user": "root", "role": "root"]),
                ("auth/enable", [:]),
            ] {
                let _: EtcdWriteAnswer = try await client.call(method, body)
            }
            return user
        }

        // MARK: Backups

        /// Does what `etcdctl del`, `compaction`, `defrag` and `alarm disarm` do.
        func freeSpace(below prefix: String) async throws {
            let endpoint = try address([0]).endpoints[0]
            try await control(["--endpoints", endpoint, "del", "--prefix", prefix])
            try await compact()
            for words in [["defrag"], ["alarm", "disarm"]] { try await control(["--endpoints", endpoint] + words) }
        }

        /// Stores all data of the first member.
        ///
        /// - Returns: The path of the backup.
        func backUp(_ options: EtcdOptions = EtcdOptions()) async throws -> String {
            let path = "\(folder)/backup-\(UUID().uuidString)"
            let user = options.credentials.map { ["--user", "\($0.user):\($0.password)"] } ?? []
            let endpoint = try address([0]).endpoints[0]
            try await control(["--endpoints", endpoint] + user + ["snapshot", "save", path])
            return path
        }

        /// Replaces the data of the only member, which must have ended.
        func restore(_ path: String) async throws {
            try FileManager.default.removeItem(atPath: data(0))
            let peer = "http://127.0.0.1:\(members.withLock { $0[0].peer })"
            try await control([
                "snapshot", "restore", path, "--data-dir", data(0), "--name", "m0", "--initial-cluster", "m0=\(peer)",
                "--initial-advertise-peer-urls", peer,
            ])
        }

        private func control(_ arguments: [String]) async throws {
            let run = try await ProgramRun.ofProgram(
                ["/usr/bin/env", "etcdctl"] + arguments,
                environment: ["ETCDCTL_API": "3", "PATH": "/usr/local/bin:/usr/bin:/bin"])
            try #require(run.end.status == 0, "etcdctl \(arguments): \(run.errors)")
        }

        /// How many requests the first member has had, by method.
        func requests() async throws -> [String: Int] {
            let url = try address().endpoints[0] + "/metrics"
            let run = try await ProgramRun.ofProgram(["/usr/bin/curl", "-s", url])
            var counts: [String: Int] = [:]
            for line in run.output.split(separator: "\n") where line.hasPrefix("grpc_server_started_total{") {
                guard let name = line.split(separator: "grpc_method=\"").last?.prefix(while: { $0 != "\"" }),
                    let count = line.split(separator: " ").last.flatMap({ Double($0) })
                else { continue }
                counts[String(name), default: 0] += Int(count)
            }
            return counts
        }

        func put(_ key: String, _ value: String) async throws {
            let _: EtcdWriteAnswer = try await client().call("kv/put", EtcdPut(key, Array(value.utf8)))
        }

        func value(_ key: String) async throws -> Data {
            let answer: EtcdRangeAnswer = try await client().call("kv/range", EtcdRange(key))
            return Data(answer.kvs?.first?.bytes ?? [])
        }

        func delete(_ key: String) async throws {
            let _: EtcdWriteAnswer = try await client().call("kv/deleterange", EtcdRange(key))
        }

        /// Returns the names of all keys that begin with a text.
        func keys(below prefix: String) async throws -> [String] {
            let answer: EtcdRangeAnswer = try await client().call("kv/range", EtcdRange(prefix: prefix, keysOnly: true))
            return (answer.kvs ?? []).map(\.name)
        }
    }

    /// Polls what nothing reports, for a minute at most.
    func eventually(
        _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            guard ContinuousClock.now < end else {
                Issue.record(comment() ?? "this did not become true", sourceLocation: sourceLocation)
                throw CancellationError()
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    extension EtcdCluster {
        /// Whether tests can start members.
        static let canRun: ConditionTrait = .enabled(
            if: program != nil, "etcd is not installed: type 'apt-get install etcd-server etcd-client' as root")
    }
#endif
