#if Etcd
    import ArgumentParser
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillRules

    struct Rollout: FleetVerb {
        static let configuration = CommandConfiguration(
            abstract: FleetRolloutOptions.abstract, discussion: FleetRolloutOptions.discussion)

        @OptionGroup var options: FleetRolloutOptions

        @OptionGroup var output: OutputOptions

        func perform() async throws {
            let candidate = try FleetCandidate(options.push)
            let fleet = try options.push.fleet.open()
            try await reporting { try await run(candidate, in: fleet) }
        }

        private func run(_ candidate: FleetCandidate, in fleet: Fleet) async throws {
            let state = try await fleet.state()
            let note = options.push.note.note(plan: try await candidate.plan(over: state, in: fleet))
            var pointer: FleetPointer?
            for share in try await shares(in: fleet) {
                if pointer == nil {
                    pointer = try await fleet.push(
                        digest: candidate.compilation.digest, candidate.compilation.sources, over: state, share: share,
                        note)
                } else {
                    pointer = try await fleet.grow(to: share, over: fleet.state(), note)
                }
                guard let now = pointer else { return }
                Output.write(now.line)
                // The first set of a fleet, and one that serves already, have no steps.
                guard now.rollout != nil || share == Self.all else { return }
                if let problem = try await problem(of: now, in: fleet) {
                    try await goBack(because: problem, from: now, to: state.pointer, in: fleet)
                }
            }
        }

        private static let all = 10_000

        /// The shares of the steps. The first one reaches an instance, because a step without one would prove nothing.
        private func shares(in fleet: Fleet) async throws -> [Int] {
            let places = try await fleet.instances().map { FleetPointer.place(of: $0.name) + 1 }
            let least = places.min() ?? 0
            let steps = options.steps.map { max(least, Int($0 * 100)) }.filter { $0 < Self.all }
            return steps.reduce(into: []) { if $0.last != $1 { $0.append($1) } } + [Self.all]
        }

        /// Waits until the instances of a step serve the set, and then for the bake time.
        ///
        /// - Returns: Why the step fails; `nil` if it does not.
        private func problem(of pointer: FleetPointer, in fleet: Fleet) async throws -> String? {
            let set = pointer.rollout?.set ?? pointer.set
            let clock = ContinuousClock()
            let limit = clock.now + .seconds(options.within)
            var members: Set<String> = []
            var waiting: [String] = []
            repeat {
                let step = try await fleet.instances().filter { pointer.set(for: $0.name) == set }
                members.formUnion(step.map(\.name))
                if let refused = step.first(where: { $0.report?.wanted == set && $0.report?.reason != nil }) {
                    return Self.words(refused.name, refused.report)
                }
                waiting = step.filter { $0.report?.serving != set || $0.report?.ready != true }.map(\.name)
                if waiting.isEmpty { break }
                try await Task.sleep(for: .milliseconds(200))
            } while clock.now < limit
            guard waiting.isEmpty else {
                return "after \(options.within) s, \(waiting.joined(separator: ", ")) does not serve it"
            }
            let end = clock.now + .seconds(options.bake)
            while clock.now < end {
                try await Task.sleep(for: min(.seconds(1), end - clock.now))
                let reports = Dictionary(
                    try await fleet.instances().map { ($0.name, $0.report) }, uniquingKeysWith: { first, _ in first })
                for name in members.sorted() {
                    guard let report = reports[name] else { return "\(name) has ended" }
                    if report?.serving != set || report?.ready != true { return Self.words(name, report) }
                }
            }
            return nil
        }

        private static func words(_ name: String, _ report: FleetInstance?) -> String {
            let reason = [report?.reason, report?.problem].compactMap(\.self).joined(separator: ": ")
            return "\(name): \(reason.isEmpty ? "it does not serve the set any more" : reason)"
        }

        /// Publishes the set from before the rollout for all instances.
        private func goBack(
            because problem: String, from now: FleetPointer, to before: FleetPointer?, in fleet: Fleet
        ) async throws {
            Output.report("the rollout has failed at \(problem)")
            let state = try await fleet.state()
            // Somebody may have changed the fleet meanwhile, and then knows more.
            guard state.pointer == now else {
                throw Output.failure("somebody else has changed the fleet; nothing is taken back")
            }
            var note = options.push.note.note()
            note.message = "rollout of \((now.rollout?.set ?? now.set).prefix(12)) failed: \(problem)"
            let number = now.rollout == nil ? before?.number : nil
            let pointer = try await fleet.rollBack(to: number, over: state, note)
            Output.write(pointer.line)
            throw WaybillCommandSupport.Status.problems.exit
        }
    }

    struct Rollback: FleetVerb {
        static let configuration = CommandConfiguration(
            abstract: FleetRollbackOptions.abstract, discussion: FleetRollbackOptions.discussion)

        @OptionGroup var options: FleetRollbackOptions

        @OptionGroup var output: OutputOptions

        func perform() async throws {
            let fleet = try options.fleet.open()
            let pointer = try await reporting {
                try await fleet.rollBack(to: options.number, over: fleet.state(), options.note.note())
            }
            Output.write(pointer.line)
        }
    }
#endif
