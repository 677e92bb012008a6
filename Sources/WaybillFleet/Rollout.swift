#if Etcd
    import ArgumentParser
    package import WaybillCommandOptions
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillReload
    import WaybillRules
    import WaybillSyntax

    extension FleetRollout: CompanionVerb {
        package func work() async throws {
            let candidate = try FleetCandidate(push)
            let fleet = try push.fleet.open()
            let state = try await fleet.state()
            let note = push.note.note(plan: try await candidate.plan(over: state, in: fleet))
            try await candidate.checkCode(of: fleet)
            // Nobody serves it yet, and all report how their requests end so far.
            var pointer = try await fleet.push(
                digest: candidate.compilation.digest, candidate.compilation.sources, over: state, share: 0, note)
            Output.write(pointer.line)
            // The first set of a fleet, and one that serves already, have no steps.
            guard pointer.rollout != nil else { return }
            var watch = RolloutWatch(fleet: fleet, options: self)
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
            let steps = steps.map { max(least, Int($0 * 100)) }.filter { $0 < Self.all }
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
            var note = push.note.note()
            note.message = "rollout of \((now.rollout?.set ?? now.set).prefix(12)) failed: \(problem)"
            Output.write(try await fleet.rollBack(over: state, note).line)
            throw Status.problems.exit
        }
    }

    /// What a rollout looks at after each of its steps.
    private struct RolloutWatch {
        let fleet: Fleet
        let options: FleetRollout
        /// How requests ended before.
        private var before = FleetHealth([])

        init(fleet: Fleet, options: FleetRollout) { (self.fleet, self.options) = (fleet, options) }

        /// Reads how requests ended before the rollout, when all instances know of it.
        ///
        /// - Returns: Why that fails; `nil` if it does not.
        mutating func measure(_ pointer: FleetPointer) async throws -> String? {
            let (problem, reports) = try await reports("no answer") { _, report in
                report.number == nil || report.number == pointer.number ? .arrived : .late
            }
            before = FleetHealth(reports.values.filter { $0.serving == pointer.set }.compactMap(\.health))
            return problem
        }

        /// Waits until the instances of a step serve the set, and then for the bake time.
        ///
        /// - Returns: Why the step fails; `nil` if it does not.
        func problem(of pointer: FleetPointer) async throws -> String? {
            let set = pointer.rollout?.set ?? pointer.set
            let (problem, reports) = try await reports("not served") { name, report in
                guard pointer.set(for: name) == set else { return .arrived }
                if report.wanted == set, report.reason != nil { return .refused }
                return report.serving == set && report.ready ? .arrived : .late
            }
            if let problem { return problem }
            return try await bake(reports.keys.filter { pointer.set(for: $0) == set }.sorted(), set)
        }

        /// How far an instance is.
        private enum Arrival { case late, arrived, refused }

        /// Reads the reports until no instance is late, one has refused, or the time is over.
        private func reports(
            _ what: String, _ arrival: (String, FleetInstance) -> Arrival
        ) async throws -> (problem: String?, all: [String: FleetInstance]) {
            let limit = ContinuousClock.now + .seconds(options.within)
            while true {
                let all = try await read()
                let sorted = all.sorted { $0.key < $1.key }
                if let refused = sorted.first(where: { arrival($0.key, $0.value) == .refused }) {
                    return (Self.words(refused.key, refused.value), all)
                }
                let late = sorted.filter { arrival($0.key, $0.value) == .late }.map(\.key)
                if late.isEmpty { return (nil, all) }
                guard ContinuousClock.now < limit else {
                    return ("\(late.quoted): \(what) in time (--within)", all)
                }
                try await Task.sleep(for: .milliseconds(200))
            }
        }

        private func bake(_ members: [String], _ set: String) async throws -> String? {
            let end = ContinuousClock.now + .seconds(options.bake)
            let limits = FleetHealth.Limits(errors: options.moreErrors, notFound: options.moreNotFound)
            while true {
                let reports = try await read()
                for name in members {
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
            return Dictionary(firstOf: known)
        }

        private static func words(_ name: String, _ report: FleetInstance) -> String {
            let reason = [report.reason, report.problem].compactMap(\.self).joined(separator: ": ")
            return "'\(name)': \(reason.isEmpty ? "it does not serve the set any more" : reason)"
        }
    }

    extension FleetRollback: CompanionVerb {
        package func work() async throws {
            let fleet = try fleet.open()
            let pointer = try await fleet.rollBack(to: number, over: fleet.state(), note.note())
            Output.write(pointer.line)
        }
    }
#endif
