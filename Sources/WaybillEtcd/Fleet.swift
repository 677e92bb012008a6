#if Etcd
    import WaybillReload
    package import WaybillRules
    package import WaybillSyntax

    /// A fleet, for those who publish its sets and ask about its instances.
    ///
    /// All errors describe themselves in words for people.
    package struct Fleet: Sendable {
        let store: FleetStore

        package init(_ address: EtcdAddress, _ options: EtcdOptions) {
            store = FleetStore(EtcdClient(address, options))
        }

        init(_ store: FleetStore) { self.store = store }

        package var address: EtcdAddress { store.client.address }

        /// What is published at one moment. A change of the fleet is made over it, and fails if it is not the newest any more.
        package struct State: Sendable {
            package let pointer: FleetPointer?
            let current: FleetStore.Current
        }

        /// Who changes a fleet, and why.
        package struct Note: Sendable {
            package var by: String
            package var message: String?
            package var commit: String?
            package var plan: String?

            package init(by: String, message: String? = nil, commit: String? = nil, plan: String? = nil) {
                (self.by, self.message, self.commit, self.plan) = (by, message, commit, plan)
            }
        }

        /// Why a fleet cannot be changed as asked, in words.
        package struct Refusal: Error, Hashable, CustomStringConvertible {
            package let description: String

            static let noRollout = Refusal(description: "there is no rollout")
        }

        // MARK: Questions

        package func state() async throws -> State {
            let current = try await store.current()
            return State(pointer: try current.pointer(), current: current)
        }

        /// Returns the files of a published set.
        package func files(of set: String) async throws -> [SourceFile] { try await store.files(of: set) }

        /// Returns the last changes, the newest first.
        package func history() async throws -> [FleetPointer] { try await store.history() }

        /// Returns the reports of the instances, by name; `nil` for one that cannot be read.
        package func instances() async throws -> [(name: String, report: FleetInstance?)] {
            try await store.instances()
        }

        /// What the code of some instances has registered.
        package struct CodeGroup: Sendable {
            /// `nil` if these instances do not report it, or if it cannot be read.
            package var registry: RegistryDescription?
            package var instances: [String]
        }

        /// Returns what the instances' code has registered, each registry once.
        package func code() async throws -> [CodeGroup] {
            let groups = Dictionary(grouping: try await instances()) { $0.report?.registry }
            var code: [CodeGroup] = []
            for (id, members) in groups.sorted(by: { $0.value[0].name < $1.value[0].name }) {
                var registry: RegistryDescription?
                if let id { registry = try await store.registry(id) }
                code.append(CodeGroup(registry: registry, instances: members.map(\.name)))
            }
            return code
        }

        /// Returns how much etcd stores, in bytes, and its alarms.
        package func storage() async throws -> (bytes: Int64, alarms: [String]) { try await store.storage() }

        // MARK: Changes

        /// Publishes a set for all instances, or for a share of them.
        ///
        /// - Parameters:
        ///   - digest: The digest of what the set means.
        ///   - share: Hundredths of a percent of the instances; `nil` for all.
        /// - Returns: The new pointer, or the current one if it has this set already.
        package func push(
            digest: String, _ sources: [SourceFile], over state: State, share: Int? = nil, _ note: Note
        ) async throws -> FleetPointer {
            if let rollout = state.pointer?.rollout {
                throw Refusal(
                    description:
                        "a rollout is at \(rollout.percent); let it end, or take it back with 'waybill rollback'")
            }
            let archive = try FleetArchive(digest: digest, sources: sources)
            if let pointer = state.pointer, pointer.set == archive.id { return pointer }
            var change = Change(set: archive.id, digest: digest, note: note)
            var sets = [archive.id: archive.set]
            if let share, let pointer = state.pointer {
                change.rollout = FleetPointer.Rollout(set: archive.id, digest: digest, share: share)
                (change.set, change.digest) = (pointer.set, pointer.digest)
                sets[pointer.set] = try await store.set(pointer.set)
            }
            let pointer = change.pointer(after: state.pointer)
            for _ in 0..<3 {
                try await store.upload(archive)
                if try await store.publish(pointer, after: state.current, naming: sets) {
                    // What is left is collected after the next change.
                    _ = try? await store.collect(after: try await store.current())
                    return pointer
                }
            }
            throw Refusal(description: "parts of the set were deleted while it was stored; try again")
        }

        /// Gives a rollout to a larger share of the instances, up to 10,000 for all.
        package func grow(to share: Int, over state: State, _ note: Note) async throws -> FleetPointer {
            guard let pointer = state.pointer, let rollout = pointer.rollout else { throw Refusal.noRollout }
            var change = Change(set: pointer.set, digest: pointer.digest, note: note)
            change.rollout = FleetPointer.Rollout(set: rollout.set, digest: rollout.digest, share: share)
            return try await publish(change, over: state)
        }

        /// Ends a rollout, so that its set is that of the fleet.
        package func finish(over state: State, _ note: Note) async throws -> FleetPointer {
            guard let rollout = state.pointer?.rollout else { throw Refusal.noRollout }
            return try await publish(Change(set: rollout.set, digest: rollout.digest, note: note), over: state)
        }

        /// Ends a rollout, so that all instances serve the set before it. Without one, publishes an earlier set again.
        ///
        /// - Parameter number: The number of the change whose set serves again; `nil` for the last one with another set.
        package func rollBack(to number: Int? = nil, over state: State, _ note: Note) async throws -> FleetPointer {
            guard let pointer = state.pointer else { throw Refusal(description: "nothing is published here yet") }
            if pointer.rollout != nil, number == nil {
                return try await publish(Change(set: pointer.set, digest: pointer.digest, note: note), over: state)
            }
            let history = try await history()
            let target =
                number.map { number in history.first { $0.number == number } }
                ?? history.first { $0.number < pointer.number && $0.set != pointer.set }
            guard let target else {
                let numbers = history.map { "\($0.number)" }.joined(separator: ", ")
                let asked = number.map { "there is no number \($0)" } ?? "there is no earlier set"
                throw Refusal(description: "\(asked); the kept numbers are \(numbers.isEmpty ? "none" : numbers)")
            }
            return try await publish(Change(set: target.set, digest: target.digest, note: note), over: state)
        }

        private func publish(_ change: Change, over state: State) async throws -> FleetPointer {
            let pointer = change.pointer(after: state.pointer)
            var sets: [String: FleetSet] = [:]
            for id in [pointer.set] + [pointer.rollout?.set].compactMap(\.self) { sets[id] = try await store.set(id) }
            guard try await store.publish(pointer, after: state.current, naming: sets) else {
                throw Refusal(description: "parts of the set are missing in etcd; push it again")
            }
            return pointer
        }

        /// What the next pointer says.
        private struct Change {
            var set: String
            var digest: String
            var rollout: FleetPointer.Rollout?
            var note: Note

            init(set: String, digest: String, note: Note) {
                (self.set, self.digest, self.note) = (set, digest, note)
            }

            func pointer(after last: FleetPointer?) -> FleetPointer {
                FleetPointer(
                    number: (last?.number ?? 0) + 1, set: set, digest: digest, at: timestamp(), by: note.by,
                    message: note.message, commit: note.commit, plan: note.plan,
                    nonce: "\(UInt64.random(in: .min ... .max))", rollout: rollout)
            }
        }
    }
#endif
