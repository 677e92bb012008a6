#if Etcd
    import ArgumentParser
    import WaybillCommandOptions
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillReload
    import WaybillRules

    extension FleetRollout: FleetTask {
        func work() async throws {
            let candidate = try FleetCandidate(options.push)
            let fleet = try options.push.fleet.open()
            try await reporting { try await run(candidate, in: fleet) }
        }

        private func run(_ candidate: FleetCandidate, in fleet: Fleet) async throws {
            let state = try await fleet.state()
            let note = options.push.note.note(plan: try await candidate.plan(over: state, in: fleet))
            try await candidate.checkCode(of: fleet)
            // Nobody serves it yet, and all report how their requests end so far.
            var pointer = try await fleet.push(
                digest: candidate.compilation.digest, candidate.compilation.sources, over: state, share: 0, note)
            Output.write(pointer.line)
            // The first set of a fleet, and one that serves already, have no steps.
            guard pointer.rollout != nil else { return }
            var watch = RolloutWatch(fleet: fleet, options: options)
            if let problem = try await watch.measure(pointer) {
                try await goBack(because: problem, from: pointer, in: fleet)
            }
            for share in try await shares(in: fleet) {
                pointer = try await fleet.grow(to: share, over: fleet.state(), note)
                Output.write(pointer.line)
                if let problem = try await watch.problem(of: pointer) {
                    try await goBack(because: problem, from: pointer, in: fleet)
                }
            }
            Output.write(try await fleet.finish(over: fleet.state(), note).line)
        }

        private static let all = 10_000

        /// The shares of the steps. The first one reaches an instance, because a step without one would prove nothing.
        private func shares(in fleet: Fleet) async throws -> [Int] {
            let places = try await fleet.instances().map { FleetPointer.place(of: $0.name) + 1 }
            let least = places.min() ?? 0
            let steps = options.steps.map { max(least, Int($0 * 100)) }.filter { $0 < Self.all }
            return steps.reduce(into: []) { if $0.last != $1 { $0.append($1) } } + [Self.all]
        }

        /// Publishes the set from before the rollout for all instances.
        ///
        /// - Throws: The exit status.
        private func goBack(because problem: String, from now: FleetPointer, in fleet: Fleet) async throws {
            Output.report("the rollout has failed at \(problem)")
            let state = try await fleet.state()
            // Somebody may have changed the fleet meanwhile, and then knows more.
            guard state.pointer == now else {
                throw Output.failure("somebody else has changed the fleet; nothing is taken back")
            }
            var note = options.push.note.note()
            note.message = "rollout of \((now.rollout?.set ?? now.set).prefix(12)) failed: \(problem)"
            Output.write(try await fleet.rollBack(over: state, note).line)
            throw Status.problems.exit
        }
    }

    /// What a rollout looks at after each of its steps.
    private struct RolloutWatch {
        let fleet: Fleet
        let options: FleetRolloutOptions
        /// How requests ended before.
        private var before = FleetHealth([])

        init(fleet: Fleet, options: FleetRolloutOptions) { (self.fleet, self.options) = (fleet, options) }

        /// Reads how requests ended before the rollout, when all instances know of it.
        ///
        /// - Returns: Why that fails; `nil` if it does not.
        mutating func measure(_ pointer: FleetPointer) async throws -> String? {
            let (waiting, reports) = try await reports { name, report in
                report.number != nil && report.number != pointer.number ? name : nil
            }
            before = FleetHealth(reports.values.filter { $0.serving == pointer.set }.compactMap(\.health))
            return waiting.isEmpty ? nil : "\(Self.words(waiting)): no answer within \(options.within) s"
        }

        /// Waits until the instances of a step serve the set, and then for the bake time.
        ///
        /// - Returns: Why the step fails; `nil` if it does not.
        func problem(of pointer: FleetPointer) async throws -> String? {
            let set = pointer.rollout?.set ?? pointer.set
            func isMember(_ name: String) -> Bool { pointer.set(for: name) == set }
            let (waiting, reports) = try await reports { name, report in
                guard isMember(name), report.reason == nil || report.wanted != set else { return nil }
                return report.serving == set && report.ready ? nil : name
            }
            let members = reports.filter { isMember($0.key) }
            for (name, report) in members.sorted(by: { $0.key < $1.key }) where report.wanted == set {
                if report.reason != nil { return Self.words(name, report) }
            }
            guard waiting.isEmpty else { return "\(Self.words(waiting)): not served within \(options.within) s" }
            return try await bake(Set(members.keys), set)
        }

        /// Reads the reports until all instances have arrived, or the time is over.
        ///
        /// - Parameter isLate: Returns the name of an instance that has not arrived.
        private func reports(
            _ isLate: (String, FleetInstance) -> String?
        ) async throws -> (late: [String], all: [String: FleetInstance]) {
            let limit = ContinuousClock.now + .seconds(options.within)
            while true {
                let all = try await read()
                let late = all.compactMap { isLate($0.key, $0.value) }.sorted()
                if late.isEmpty || ContinuousClock.now >= limit { return (late, all) }
                try await Task.sleep(for: .milliseconds(200))
            }
        }

        private func bake(_ members: Set<String>, _ set: String) async throws -> String? {
            let end = ContinuousClock.now + .seconds(options.bake)
            let limits = FleetHealth.Limits(errors: options.moreErrors, notFound: options.moreNotFound)
            while true {
                let reports = try await read()
                for name in members.sorted() {
                    guard let report = reports[name] else { return "'\(name)': it has ended" }
                    if report.serving != set || !report.ready { return Self.words(name, report) }
                }
                let health = FleetHealth(members.compactMap { reports[$0]?.health })
                if let problem = health.problem(since: before, limits) { return problem }
                let rest = end - .now
                guard rest > .zero else {
                    if health.requests < FleetHealth.leastRequests, options.bake > 0 {
                        Output.remark("\(health.requests) requests are too few to compare their errors")
                    }
                    return nil
                }
                try await Task.sleep(for: min(.seconds(1), rest))
            }
        }

        /// The reports that can be read here, by instance.
        private func read() async throws -> [String: FleetInstance] {
            let known = try await fleet.instances().compactMap { entry in entry.report.map { (entry.name, $0) } }
            return Dictionary(known) { first, _ in first }
        }

        private static func words(_ names: [String]) -> String {
            names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 5 ? " and more" : "")
        }

        private static func words(_ name: String, _ report: FleetInstance) -> String {
            let reason = [report.reason, report.problem].compactMap(\.self).joined(separator: ": ")
            return "'\(name)': \(reason.isEmpty ? "it does not serve the set any more" : reason)"
        }
    }

    extension FleetRollback: FleetTask {
        func work() async throws {
            let fleet = try options.fleet.open()
            let pointer = try await reporting {
                try await fleet.rollBack(to: options.number, over: fleet.state(), options.note.note())
            }
            Output.write(pointer.line)
        }
    }
#endif
