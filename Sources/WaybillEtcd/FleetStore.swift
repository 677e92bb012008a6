#if Etcd
    import Foundation
    import WaybillRules
    import WaybillSyntax

    /// The sets of a fleet in etcd.
    ///
    /// ```
    /// current ─▶ sets/SHA-256 ─▶ pieces/SHA-256 …      instances/NAME (under a lease)
    /// history/0000000042 (what `current` was)          └──▶ registries/SHA-256
    /// ```
    ///
    /// Sets and pieces never change. Only one transaction changes `current`: it compares the revision that was read, and that
    /// all parts of the set exist. So readers find a whole set or the one before, whenever a writer ends.
    struct FleetStore: Sendable {
        let client: EtcdClient
        let keys: FleetKeys

        /// How many changes of the pointer are kept, with their sets, for rollbacks.
        static let historyLimit = 20

        init(_ client: EtcdClient) {
            self.client = client
            keys = FleetKeys(client.address)
        }

        /// The pointer at one moment.
        struct Current: Sendable {
            var header: EtcdHeader
            /// `nil` if nothing was published.
            var value: [UInt8]?
            /// The revision that a change compares; 0 if nothing was published.
            var revision: Int64

            /// - Throws: ``FleetArchive/Problem`` if the value is not a pointer of this protocol.
            func pointer() throws(FleetArchive.Problem) -> FleetPointer? {
                guard let value else { return nil }
                return try FleetStore.decode(value, "the pointer")
            }
        }

        private struct Header: Decodable {
            var version: Int

            private enum CodingKeys: String, CodingKey { case version = "protocol" }
        }

        static func decode<Value: Decodable>(
            _ bytes: [UInt8], _ name: String, as type: Value.Type = Value.self
        ) throws(FleetArchive.Problem) -> Value {
            let data = Data(bytes)
            if let header = try? JSONDecoder().decode(Header.self, from: data), header.version != FleetPointer.current {
                throw FleetArchive.Problem(
                    description:
                        "\(name) has protocol \(header.version), and this program reads \(FleetPointer.current)")
            }
            guard let value = try? JSONDecoder().decode(Value.self, from: data) else {
                throw FleetArchive.Problem(description: "\(name) is not a value of this protocol")
            }
            return value
        }

        // MARK: Reading

        func current() async throws -> Current {
            let answer: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(keys.pointer))
            let entry = answer.kvs?.first
            return Current(
                header: answer.header, value: entry?.bytes, revision: entry?.modRevision?.value ?? 0)
        }

        /// Returns the files of a set. Each piece is read by a request of its own, and compared with its digest.
        ///
        /// - Throws: ``FleetArchive/Problem`` if a part is missing or is not what its key says.
        func files(of id: String) async throws -> [SourceFile] {
            let set = try await set(id)
            var pieces: [[UInt8]] = []
            for piece in set.pieces { pieces.append(try await part(keys.piece(piece), id: piece)) }
            return try FleetArchive.files(set, pieces)
        }

        func set(_ id: String) async throws -> FleetSet {
            try Self.decode(try await part(keys.set(id), id: id), "set \(id.prefix(12))")
        }

        private func part(_ key: String, id: String) async throws -> [UInt8] {
            let answer: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(key))
            guard let bytes = answer.kvs?.first?.bytes else {
                throw FleetArchive.Problem(description: "'\(key)' is missing")
            }
            guard FleetArchive.id(bytes) == id else {
                throw FleetArchive.Problem(description: "'\(key)' has other contents than its name says")
            }
            return bytes
        }

        /// Returns the kept changes of the pointer, the newest first. Values that cannot be read are left out.
        func history() async throws -> [FleetPointer] {
            let answer: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(prefix: keys.history))
            return (answer.kvs ?? []).compactMap { try? Self.decode($0.bytes, $0.name, as: FleetPointer.self) }
                .reversed()
        }

        /// Returns what the instances report now, by name. A value that cannot be read has only its name.
        func instances() async throws -> [(name: String, report: FleetInstance?)] {
            let answer: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(prefix: keys.instances))
            return (answer.kvs ?? []).map { entry in
                (String(entry.name.dropFirst(keys.instances.count)), try? Self.decode(entry.bytes, entry.name))
            }
        }

        /// Returns what code has registered; `nil` if it is not known, or not readable here.
        func registry(_ id: String) async throws -> RegistryDescription? {
            do {
                let bytes = try await part(keys.registry(id), id: id)
                let registry = try? JSONDecoder().decode(RegistryDescription.self, from: Data(bytes))
                return registry?.version == RegistryDescription.currentVersion ? registry : nil
            } catch is FleetArchive.Problem { return nil }
        }

        func storage() async throws -> (bytes: Int64, alarms: [String]) {
            struct Status: Decodable { var dbSize: Int64Text? }
            struct Alarms: Decodable {
                var alarms: [Alarm]?

                struct Alarm: Decodable { var alarm: String? }
            }
            let status: Status = try await client.call("maintenance/status", [String: String]())
            let alarms: Alarms = try await client.call("maintenance/alarm", ["action": "GET"])
            return (status.dbSize?.value ?? 0, Set((alarms.alarms ?? []).compactMap(\.alarm)).sorted())
        }

        // MARK: Writing

        /// Why the pointer was not changed.
        enum Conflict: Error, Hashable, CustomStringConvertible {
            /// Somebody else changed it.
            case changed(by: String, number: Int)

            var description: String {
                switch self {
                case .changed(let by, let number):
                    "\(by) has published number \(number) meanwhile; look at it, and try again"
                }
            }
        }

        /// Stores the parts of a set that are not there yet. They mean nothing until the pointer names them.
        func upload(_ archive: FleetArchive) async throws {
            for id in archive.set.pieces {
                try await store(keys.piece(id), archive.pieces[id] ?? [])
            }
            try await store(keys.set(archive.id), archive.value)
        }

        private func store(_ key: String, _ bytes: [UInt8]) async throws {
            var transaction = EtcdTransaction(compare: [.revision(of: key, is: 0)])
            transaction.success = [.init(requestPut: EtcdPut(key, bytes))]
            let _: EtcdTransactionAnswer = try await client.call("kv/txn", transaction)
        }

        /// Writes a report. The registry that it names exists whenever the report does.
        func write(_ report: EtcdPut, naming registry: FleetRegistry?) async throws {
            var transaction = EtcdTransaction(compare: (registry.map { [.exists(keys.registry($0.id))] } ?? []))
            transaction.success = [.init(requestPut: report)]
            let answer: EtcdTransactionAnswer = try await client.call("kv/txn", transaction)
            guard answer.succeeded != true, let registry else { return }
            let puts = [EtcdPut(keys.registry(registry.id), registry.value), report]
            let both = EtcdTransaction(success: puts.map { .init(requestPut: $0) })
            let _: EtcdTransactionAnswer = try await client.call("kv/txn", both)
        }

        /// Makes a pointer the current one, if the one that was read still is.
        ///
        /// - Parameter sets: The sets that it names.
        /// - Returns: Whether it is current; false if a part of a set is missing.
        /// - Throws: ``Conflict`` if another change was faster.
        func publish(_ pointer: FleetPointer, after current: Current, naming sets: [String: FleetSet]) async throws
            -> Bool
        {
            let value = try JSONText.bytes(pointer)
            let parts = sets.keys.map(keys.set) + Set(sets.values.flatMap(\.pieces)).map(keys.piece)
            var transaction = EtcdTransaction(
                compare: [.revision(of: keys.pointer, is: current.revision)] + parts.map { .exists($0) })
            transaction.success = [keys.pointer, keys.history(pointer.number)].map {
                .init(requestPut: EtcdPut($0, value))
            }
            let answer: EtcdTransactionAnswer = try await client.call("kv/txn", transaction)
            if answer.succeeded == true { return true }
            // An answer may have been lost after the change, and the request sent again.
            let entry: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(keys.history(pointer.number)))
            if let written = entry.kvs?.first?.bytes, written == value { return true }
            let now = try await self.current()
            if now.revision == current.revision { return false }
            let other = try now.pointer()
            throw Conflict.changed(by: other?.by ?? "somebody", number: other?.number ?? 0)
        }

        /// Deletes changes beyond the limit, and sets and pieces that no kept change names, unless the pointer has changed since.
        /// What another writer has stored and not published yet is deleted, too; it stores it again.
        ///
        /// - Returns: How many keys were deleted.
        @discardableResult
        func collect(after current: Current) async throws -> Int {
            let history = try await history()
            let kept = history.prefix(Self.historyLimit)
            var sets = Set(kept.flatMap { [$0.set] + [$0.rollout?.set].compactMap(\.self) })
            if let pointer = try current.pointer() {
                sets.formUnion([pointer.set] + [pointer.rollout?.set].compactMap(\.self))
            }
            var pieces: Set<String> = []
            for id in sets {
                // A set that is not there or is damaged has no pieces. One that etcd did not answer has them still.
                do { pieces.formUnion(try await set(id).pieces) } catch is FleetArchive.Problem {}
            }
            let old = history.dropFirst(Self.historyLimit).map { keys.history($0.number) }
            let unused =
                old
                + (try await names(below: keys.sets).filter { !sets.contains(String($0.dropFirst(keys.sets.count))) })
                + (try await names(below: keys.pieces).filter {
                    !pieces.contains(String($0.dropFirst(keys.pieces.count)))
                })
            for start in stride(from: 0, to: unused.count, by: 100) {
                var transaction = EtcdTransaction(compare: [.revision(of: keys.pointer, is: current.revision)])
                transaction.success = unused[start..<min(start + 100, unused.count)].map {
                    .init(requestDeleteRange: EtcdRange($0))
                }
                let answer: EtcdTransactionAnswer = try await client.call("kv/txn", transaction)
                guard answer.succeeded == true else { return start }
            }
            return unused.count + (try await collectRegistries())
        }

        /// Deletes the registries that no instance reports, unless a report has changed meanwhile: then it is done next time.
        private func collectRegistries() async throws -> Int {
            let stored = try await names(below: keys.registries)
            let answer: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(prefix: keys.instances))
            let reports = (answer.kvs ?? []).map { try? Self.decode($0.bytes, $0.name, as: FleetInstance.self) }
            let used = Set(reports.compactMap { ($0?.registry).map(keys.registry) })
            let unused = stored.filter { !used.contains($0) }.prefix(100)
            guard !unused.isEmpty else { return 0 }
            var transaction = EtcdTransaction(
                compare: [.nothing(below: keys.instances, after: answer.header.number)])
            transaction.success = unused.map { .init(requestDeleteRange: EtcdRange($0)) }
            let deletion: EtcdTransactionAnswer = try await client.call("kv/txn", transaction)
            return deletion.succeeded == true ? unused.count : 0
        }

        private func names(below prefix: String) async throws -> [String] {
            let answer: EtcdRangeAnswer = try await client.call("kv/range", EtcdRange(prefix: prefix, keysOnly: true))
            return (answer.kvs ?? []).map(\.name)
        }
    }
#endif
