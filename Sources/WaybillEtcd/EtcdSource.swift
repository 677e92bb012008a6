#if Etcd
    import Foundation
    public import Logging
    import Synchronization
    public import WaybillReload
    import WaybillRules
    import WaybillSyntax

    /// The sets of a fleet, for one instance of a service.
    ///
    /// It reads the pointer, watches it from the next revision on, and reads it again after every fault and now and then, so that
    /// a lost event is noticed. It reports under a lease what the instance serves. A value that cannot be read, or a store that
    /// does not answer, changes nothing about what is served: ``/WaybillReload/SourceStatus`` says so.
    public final class EtcdSource: Sendable {
        let store: FleetStore
        /// The name of the instance, from which its place in a rollout follows.
        public let instance: String
        let heartbeat: Duration
        let logger: Logger
        /// Returns how the requests of a generation have ended.
        let health: (@Sendable (_ generation: Int) -> RequestHealth)?
        let state = Mutex(State())
        /// What the inspector shows of the whole fleet.
        let watch: FleetWatch
        /// One element for each change that the reloader or the report must look at.
        let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reports = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

        struct State {
            var snapshot = SourceSnapshot(missing: "etcd was not asked yet")
            /// The set that the pointer wants here.
            var wanted: String?
            /// The number of the pointer.
            var number: Int?
            /// Whether a rollout runs, so that somebody reads how requests end.
            var isRollingOut = false
            /// What the code of this instance has registered.
            var registry: FleetRegistry?
            /// The revision of the pointer, and the newest one of the store.
            var pointer: Int64 = 0
            var revision: Int64 = 0
            var cluster: String?
            var contact: ContinuousClock.Instant?
            /// Why the store is not followed now; `nil` if it is.
            var fault: String? = "etcd was not asked yet"
            /// What is wrong with the values in the store.
            var problem: String?
            /// The set that was given to the reloader last.
            var offered: String?
            /// The set that the reloader has refused last, since it took another one.
            var refused: String?
            /// The sets that the reloader took, by the digest of what they mean here, the last one last.
            var taken: [(digest: String, set: String)] = []
            var lease: Int64?
            var reported: FleetInstance?
            var loggedFault: String?
        }

        /// - Parameters:
        ///   - instance: A name that no other instance has, and that stays the same when this one starts again: a host name with
        ///     a port. Letters, digits, `-`, `_`, `.` and `:`; others are replaced.
        ///   - heartbeat: How often the pointer is compared. Every second time the lease is renewed, which lasts four of them.
        ///   - health: Returns how the requests of a generation have ended, so that a rollout can compare that: `health(of:)` of
        ///     the `RequestCounts` that an observer of `WaybillHummingbird` fills. `nil` if requests are not counted.
        public init(
            _ address: EtcdAddress, instance: String, options: EtcdOptions = EtcdOptions(),
            heartbeat: Duration = .seconds(45), logger: Logger,
            health: (@Sendable (_ generation: Int) -> RequestHealth)? = nil
        ) {
            store = FleetStore(EtcdClient(address, options))
            watch = FleetWatch(Fleet(store), withHistory: true, remembersGone: .seconds(600))
            let plain = instance.unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_.:".unicodeScalars.contains(scalar))
                    ? Character(scalar) : "-"
            }
            self.instance = String(plain.prefix(200))
            self.heartbeat = heartbeat
            self.logger = logger
            self.health = health
        }

        /// Says in its reports which names the code of this instance has registered.
        func describe(_ registry: RegistryDescription) {
            let value = FleetRegistry(registry)
            state.withLock { $0.registry = value }
            guard value == nil else { return }
            logger.warning("the registry is too large to be reported, so no push is compared with it")
        }

        /// Asks for the first set, until it is there or the time is over.
        func begin(within limit: Duration) async {
            let end = ContinuousClock.now + limit
            var problem = EtcdError.unreachable("no answer in time") as any Error
            repeat {
                do {
                    _ = try await withLimit(end - .now) { try await self.read() }
                    return
                } catch is LimitExceeded { return record(problem) } catch { problem = error }
                record(problem)
            } while (try? await Task.sleep(for: .milliseconds(200))) != nil && ContinuousClock.now < end
        }

        // MARK: Reading

        /// Reads the pointer, and the set that it wants here.
        ///
        /// - Returns: The pointer, and whether something else than the watch had to bring it.
        func read() async throws -> (current: FleetStore.Current, isNews: Bool) {
            let before = state.withLock { ($0.revision, $0.cluster) }
            let current = try await store.current()
            var isNews = false
            if let cluster = before.1, cluster != current.header.clusterId {
                logger.warning("another cluster of etcd answers at \(identity); its pointer is followed from now on")
                isNews = true
            } else if current.header.number < before.0 {
                logger.warning(
                    "etcd went back from revision \(before.0) to \(current.header.number), as after a restore; its pointer is followed"
                )
                isNews = true
            }
            let known = state.withLock(\.pointer)
            try await take(current, restarts: isNews)
            return (current, isNews || current.revision != known)
        }

        /// Takes a pointer that was read or reported.
        ///
        /// - Parameter restarts: Whether the revision of the store cannot be compared with earlier ones.
        func take(_ current: FleetStore.Current, restarts: Bool = false) async throws {
            let isNew = state.withLock { state in
                guard restarts || current.header.number >= state.revision else { return false }
                state.pointer = current.revision
                state.revision = current.header.number
                state.cluster = current.header.clusterId
                state.contact = .now
                return true
            }
            guard isNew else { return }
            do throws(FleetArchive.Problem) {
                let pointer = try current.pointer()
                let wanted = pointer?.set(for: instance)
                state.withLock { state in
                    state.wanted = wanted
                    state.number = pointer?.number
                    state.isRollingOut = pointer?.rollout != nil
                    // The store may have an earlier report.
                    if restarts { state.reported = nil }
                }
                // Nothing is served only if somebody publishes an empty set: a store may have been wiped.
                if wanted == nil { return record(problem: "nothing is published below \(store.keys.root)") }
            } catch {
                state.withLock { ($0.wanted, $0.number, $0.isRollingOut) = (nil, nil, false) }
                return record(problem: "\(error)")
            }
            try await fetch()
        }

        /// Reads the wanted set, unless it is there.
        private func fetch() async throws {
            let wanted = state.withLock { $0.snapshot.id == $0.wanted ? nil : $0.wanted }
            if let wanted {
                do {
                    let files = try await store.files(of: wanted)
                    state.withLock { state in
                        guard state.wanted == wanted else { return }
                        state.snapshot = SourceSnapshot(id: wanted, files: files)
                    }
                } catch let problem as FleetArchive.Problem {
                    return record(problem: "set \(wanted.prefix(12)): \(problem)")
                }
            }
            state.withLock { $0.problem = nil }
            changes.continuation.yield()
            reports.continuation.yield()
        }

        // MARK: Faults

        func record(problem: String) {
            let isNew = state.withLock { state in
                defer { state.problem = problem }
                if state.snapshot.id == nil { state.snapshot = SourceSnapshot(missing: problem) }
                return state.problem != problem
            }
            if isNew { logger.error("the store has no set that can serve: \(problem); the last one stays live") }
            reports.continuation.yield()
        }

        /// Records that the store is not followed now. The log has it once.
        func record(_ error: any Error) {
            let words = "\(error)"
            let isNew = state.withLock { state in
                defer { (state.fault, state.loggedFault) = (words, words) }
                if state.snapshot.id == nil { state.snapshot = SourceSnapshot(missing: words) }
                return state.loggedFault == nil
            }
            if isNew { logger.warning("the store of the manifests is not followed: \(words)") }
        }

        /// Records that a watch runs.
        func recordWatch() {
            let wasLost = state.withLock { state in
                defer { (state.fault, state.loggedFault, state.contact) = (nil, nil, .now) }
                return state.loggedFault != nil
            }
            if wasLost { logger.info("the store of the manifests is followed again") }
            reports.continuation.yield()
        }
    }

    extension EtcdSource: InspectableFleet {
        public var fleetAddress: String { identity }

        public func fleetOverview() async throws -> [UInt8] { try await JSONText.bytes(watch.next()) }
    }

    extension EtcdSource: ManifestSource {
        package var identity: String { "\(store.client.address)" }

        package func snapshot() -> SourceSnapshot { state.withLock(\.snapshot) }

        package func status(serving digest: String) -> SourceStatus {
            var status = SourceStatus(source: identity, instance: instance)
            let limit = heartbeat * 2
            state.withLock { state in
                let age = state.contact.map { ContinuousClock.now - $0 }
                status.fresh = state.fault == nil && age.map { $0 < limit } ?? false
                status.reason = state.fault ?? state.problem
                status.age = age.map { $0 / .seconds(1) }
                status.revision = state.revision == 0 ? nil : state.revision
                status.wanted = state.wanted
                status.serving = state.taken.last { $0.digest == digest }?.set
                // Two sets may mean the same, and then both serve.
                if state.taken.contains(where: { $0.digest == digest && $0.set == state.wanted }) {
                    status.serving = state.wanted
                }
            }
            return status
        }

        package func settle(_ snapshot: SourceSnapshot, _ attempt: ReloadAttempt) {
            state.withLock { state in
                guard let id = snapshot.id else { return }
                // Also the attempt of the start, so that no other one follows it.
                state.offered = id
                state.refused = attempt.result == .failed ? id : nil
                guard attempt.result != .failed else { return }
                state.taken.removeAll { $0.set == id }
                state.taken = (state.taken + [(attempt.digest, id)]).suffix(20)
            }
            reports.continuation.yield()
        }
    }
#endif
