#if Etcd
    import Logging
    import Synchronization
    package import WaybillReload
    import WaybillReports
    import WaybillRules

    extension EtcdSource {
        package func follow(
            _ service: @escaping @Sendable () -> ReloadStatus, changed: @escaping @Sendable () async -> Void
        ) async {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.apply(changed) }
                group.addTask { await self.report(service) }
                group.addTask { await self.reportHealth() }
                group.addTask { await self.stayConnected() }
            }
            await leave()
        }

        /// Gives each new set to the reloader once, also one that it rejects.
        private func apply(_ changed: @Sendable () async -> Void) async {
            for await _ in changes.stream {
                let isNew = state.withLock { state in
                    defer { state.offered = state.snapshot.id }
                    return state.snapshot.id != nil && state.snapshot.id != state.offered
                }
                if isNew { await changed() }
            }
        }

        // MARK: Connections

        /// Follows the pointer, and begins again after each fault: soon, and not when all others do.
        private func stayConnected() async {
            var pause = 100
            while !Task.isCancelled {
                do {
                    try await session { pause = 100 }
                } catch EtcdError.compacted {
                    // Whatever was in between, the newest pointer is all that counts.
                    record(EtcdError.compacted)
                    pause = 0
                } catch {
                    guard !Task.isCancelled else { return }
                    record(error)
                    store.client.leaveMember()
                }
                guard (try? await Task.sleep(for: .milliseconds(Int.random(in: pause / 2...pause)))) != nil else {
                    return
                }
                pause = min(max(pause, 100) * 2, 1000)
            }
        }

        /// Reads the pointer, and watches it from the next revision on, until a fault.
        ///
        /// - Parameter started: Called when the watch runs.
        private func session(_ started: () -> Void) async throws {
            let current = try await read().current
            started()
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                let first = current.header.number + 1
                group.addTask {
                    try await self.store.client.watch(self.store.keys.pointer, from: first) { message in
                        try await self.receive(message, first)
                    }
                }
                group.addTask { try await self.beat() }
                try await group.next()
            }
        }

        private func receive(_ message: EtcdWatchMessage, _ first: Int64) async throws {
            let cluster = state.withLock(\.cluster)
            guard message.header.clusterId == cluster else {
                throw EtcdError.otherHistory("another cluster of etcd answers")
            }
            if message.created == true {
                // etcd accepts a watch from a revision that it does not have, and then it says nothing.
                guard message.header.number >= first - 1 else {
                    throw EtcdError.otherHistory("etcd went back to revision \(message.header.number)")
                }
                recordWatch()
            }
            state.withLock { state in
                state.contact = .now
                state.revision = max(state.revision, message.header.number)
            }
            guard let event = message.events?.last else { return }
            let isDeleted = event.type == "DELETE"
            try await take(
                FleetStore.Current(
                    header: message.header, value: isDeleted ? nil : event.kv.bytes,
                    revision: event.kv.modRevision?.value ?? 0))
        }

        /// Compares the pointer now and then, and renews the lease. Single requests, because a stream of them is not answered by
        /// the gateway.
        private func beat() async throws {
            for round in 1... {
                // A bit longer in the mean, so that it is at most 80 times an hour for one of 45 seconds.
                try await Task.sleep(for: heartbeat * Double.random(in: 0.95...1.1))
                if round.isMultiple(of: 2) { try await renewLease() }
                // What no attempt changes, such as the digest of the executable, may be known by now.
                reports.continuation.yield()
                if try await read().isNews { throw EtcdError.otherHistory("the watch has missed a change") }
            }
        }

        // MARK: Reports

        /// Writes what this instance serves whenever it has changed.
        private func report(_ service: @Sendable () -> ReloadStatus) async {
            reports.continuation.yield()
            for await _ in reports.stream {
                let report = report(service())
                let (last, isRollingOut, fault) = state.withLock { ($0.reported, $0.isRollingOut, $0.fault) }
                var same = last
                same?.at = report.at
                // Requests alone are no news, unless somebody waits for them.
                if !isRollingOut { same?.health = report.health }
                // Without a contact, it is written when the store is followed again.
                guard same != report, fault == nil else { continue }
                do { try await write(report) } catch {
                    logger.debug("the report of this instance was not written: \(error)")
                }
            }
        }

        private func report(_ status: ReloadStatus) -> FleetInstance {
            let refused = state.withLock(\.refused)
            var report = FleetInstance(
                status, of: instance, hasRefused: refused != nil && refused == status.source?.wanted)
            (report.number, report.registry) = state.withLock { ($0.number, $0.registry?.id) }
            report.health = health?(status.generation)
            return report
        }

        /// While a rollout runs, reports now and then how requests end.
        private func reportHealth() async {
            guard health != nil else { return }
            while (try? await Task.sleep(for: heartbeat * Double.random(in: 0.3...0.36))) != nil {
                if state.withLock(\.isRollingOut) { reports.continuation.yield() }
            }
        }

        private func write(_ report: FleetInstance) async throws {
            let (known, registry) = state.withLock { ($0.lease, $0.registry) }
            let lease: Int64
            if let known { lease = known } else { lease = try await grantLease() }
            let put = EtcdPut(store.keys.instance(instance), try JSONText.bytes(report), lease: lease)
            do {
                try await store.write(put, naming: registry)
                state.withLock { $0.reported = report }
            } catch EtcdError.refused(5, _) {
                // The lease is gone.
                forgetLease()
            }
        }

        private func grantLease() async throws -> Int64 {
            let seconds = max(2, Int64((heartbeat * 4) / .seconds(1)))
            let answer: EtcdLease = try await store.client.call("lease/grant", EtcdLease(ttl: Int64Text(seconds)))
            let lease = answer.id?.value ?? 0
            state.withLock { $0.lease = lease }
            return lease
        }

        private func renewLease() async throws {
            guard let lease = state.withLock(\.lease) else {
                reports.continuation.yield()
                return
            }
            let answer: EtcdStreamed<EtcdLease> = try await store.client.call(
                "lease/keepalive", EtcdLease(id: Int64Text(lease)))
            if answer.result?.ttl?.value ?? 0 <= 0 { forgetLease() }
        }

        private func forgetLease() {
            state.withLock { ($0.lease, $0.reported) = (nil, nil) }
            reports.continuation.yield()
        }

        /// Takes the report back, because the instance ends. It would end with the lease otherwise.
        private func leave() async {
            guard let lease = state.withLock(\.lease) else { return }
            // The task is cancelled.
            await Task.detached { [store] in
                try? await withLimit(.seconds(1)) {
                    let _: EtcdWriteAnswer = try await store.client.call(
                        "lease/revoke", EtcdLease(id: Int64Text(lease)))
                }
            }.value
        }
    }

    extension FleetInstance {
        /// - Parameter hasRefused: Whether the last attempt was made with the wanted set, and failed.
        init(_ status: ReloadStatus, of instance: String, hasRefused: Bool) {
            self.init(
                instance: instance, at: timestamp(), digest: status.digest, generation: status.generation,
                ready: status.ready, stale: status.stale)
            wanted = status.source?.wanted
            serving = status.source?.serving
            build = status.build
            guard !isCurrent else { return }
            problem = status.source?.reason
            guard hasRefused else { return }
            let attempt = status.lastAttempt
            reason = attempt.reason?.rawValue
            problem = problem ?? attempt.message ?? attempt.diagnostics.first?.message
        }
    }
#endif
