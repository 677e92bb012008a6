#if Etcd
    import ArgumentParser
    import WaybillCommandOptions
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillManifest
    import WaybillReload
    import WaybillRules

    extension FleetStatus: FleetTask {
        func work() async throws {
            let fleet = try options.fleet.open()
            guard !options.watch else { return try await watch(fleet) }
            let overview = try await reporting { try await FleetOverview(fleet, withHistory: options.history) }
            try options.report.write(json: JSONText.encode(overview)) { _, _ in overview.text }
            let isEnough = overview.instances.count >= options.expect ?? 0
            if !isEnough || overview.instances.contains(where: { !$0.isCurrent }) { throw Status.problems.exit }
        }

        /// Shows each change until the process is interrupted. A store that does not answer is shown, too.
        private func watch(_ fleet: Fleet) async throws {
            let isJSON = options.report.format.first?.format == .json
            var (last, fault) = (FleetOverview?.none, String?.none)
            while true {
                do {
                    var overview = try await FleetOverview(fleet, withHistory: options.history)
                    overview.gone = Self.gone(in: overview, since: last)
                    if fault != nil || last.map({ !overview.isSame(as: $0) }) ?? true {
                        show(isJSON ? JSONText.line(overview) : overview.text)
                    }
                    (last, fault) = (overview, nil)
                } catch {
                    let words = "\(error)"
                    if fault != words { Output.report(words) }
                    fault = words
                }
                try await Task.sleep(for: .seconds(1))
            }
        }

        private func show(_ text: String) {
            let isJSON = options.report.format.first?.format == .json
            // Home, and erase what was there.
            Output.write(isJSON || !System.isOnTerminal ? text : "\u{1B}[H\u{1B}[2J\(text)")
        }

        /// The instances that were listed before, and are not any more.
        private static func gone(in overview: FleetOverview, since last: FleetOverview?) -> [String]? {
            guard let last else { return nil }
            let names = Set(last.instances.map(\.name)).union(last.gone ?? [])
            let gone = names.subtracting(overview.instances.map(\.name))
            return gone.isEmpty ? nil : gone.sorted()
        }
    }

    /// What a fleet serves at one moment.
    struct FleetOverview: Encodable {
        var version = 1
        var current: FleetPointer?
        /// Those that do not serve what they should come first.
        var instances: [Line]
        var history: [FleetPointer]?
        /// How many bytes etcd stores.
        var storage: Int64
        /// The alarms of etcd, such as `NOSPACE`.
        var alarms: [String]
        /// Instances that were listed before by the same watch.
        var gone: [String]?

        struct Line: Encodable, Hashable {
            var name: String
            var report: FleetInstance?
            /// The set that it should serve by the pointer, which it may not know yet.
            var wanted: String?
            var isCurrent: Bool
            var state: State
        }

        enum State: String, Encodable, CaseIterable {
            /// It serves what it should.
            case current
            /// It has not answered yet.
            case behind
            /// Its binary has no code for the set.
            case unbound
            /// It has refused the set for another reason.
            case rejected
            /// Its report is not one of this protocol.
            case unknown
        }

        init(_ fleet: Fleet, withHistory: Bool) async throws {
            let pointer = try await fleet.state().pointer
            current = pointer
            let lines = try await fleet.instances().map { Line($0.name, $0.report, wanted: pointer?.set(for: $0.name)) }
            instances = lines.filter { !$0.isCurrent } + lines.filter(\.isCurrent)
            history = withHistory ? try await fleet.history() : nil
            (storage, alarms) = try await fleet.storage()
        }

        /// Whether the same would be shown, besides how much is stored.
        func isSame(as other: Self) -> Bool {
            current == other.current && instances == other.instances && history == other.history
                && alarms == other.alarms && gone == other.gone
        }

        var text: String {
            var lines = [current.map { Self.line($0) } ?? "nothing is published here yet"]
            let width = instances.map(\.name.count).max() ?? 0
            lines += instances.map { "  \($0.name.padded(to: width))  \($0.words(counts: current?.rollout != nil))" }
            lines += (gone ?? []).map { "  \($0.padded(to: width))  gone       it does not report any more" }
            let good = instances.count(where: \.isCurrent)
            lines.append("\(instances.count) instances: \(good) current, \(instances.count - good) not")
            lines += refusals
            let builds = Dictionary(grouping: instances.compactMap { $0.report?.build }) { "\($0.prefix(12))" }
            if builds.count > 1 {
                let counts = builds.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.count))" }
                lines.append("\(builds.count) builds: \(counts.joined(separator: ", "))")
            }
            if !alarms.isEmpty { lines.append("etcd has the alarm \(alarms.joined(separator: ", ")): writes may fail") }
            if let history { lines += ["history:"] + history.map { "  " + Self.line($0) } }
            return lines.map { $0.safeOnScreen + "\n" }.joined()
        }

        /// For each refused set, whether it is wrong for all, or for some binaries.
        private var refusals: [String] {
            let bySet = Dictionary(grouping: instances) { $0.wanted ?? "" }
            return bySet.sorted { $0.key < $1.key }.compactMap { set, members in
                let refused = members.count { [.unbound, .rejected].contains($0.state) }
                guard refused > 0 else { return nil }
                let serving = members.count(where: \.isCurrent)
                let words =
                    if members.contains(where: { $0.state == .unbound }) {
                        "the code there does not fit the set"
                    } else if refused == members.count {
                        "the set is wrong"
                    } else {
                        serving > 0 ? "these differ from the others" : "the others have not tried it yet"
                    }
                return "set \(set.prefix(12)): \(refused) refuse it, \(serving) serve it: \(words)"
            }
        }

        private static func line(_ pointer: FleetPointer) -> String {
            let rollout = pointer.rollout.map { ", \($0.percent) at \($0.set.prefix(12))" } ?? ""
            let notes = [pointer.message, pointer.plan, pointer.commit.map { "commit \($0.prefix(12))" }]
            let words = notes.compactMap(\.self).map { ": \($0)" }.joined()
            return "\(pointer.number)  set \(pointer.set.prefix(12))\(rollout), \(pointer.at) by \(pointer.by)\(words)"
        }
    }

    extension FleetOverview.Line {
        fileprivate init(_ name: String, _ report: FleetInstance?, wanted: String?) {
            (self.name, self.report, self.wanted) = (name, report, wanted)
            isCurrent = report?.serving != nil && report?.serving == wanted
            let hasRefused = report?.reason != nil && report?.wanted == wanted
            state =
                switch report {
                case nil: .unknown
                case .some where isCurrent: .current
                case .some(let report) where hasRefused: report.reason == "unbound" ? .unbound : .rejected
                case .some: .behind
                }
        }

        fileprivate func words(counts: Bool) -> String {
            guard let report else { return "unknown    its report is not one of this protocol" }
            let serving = report.serving.map { "set \($0.prefix(12))" } ?? "another set"
            var parts = ["\(serving), digest \(report.digest), generation \(report.generation)"]
            if let build = report.build { parts.append("build \(build.prefix(12))") }
            if let registry = report.registry { parts.append("registry \(registry.prefix(12))") }
            if isCurrent, !report.ready { parts.append("not ready") }
            if counts, let health = report.health {
                parts.append("\(health.requests) requests, \(health.errors) errors, \(health.notFound) not found")
            }
            let reason = [state == .behind ? nil : report.reason, report.problem].compactMap(\.self)
            let words = isCurrent || reason.isEmpty ? "" : "; " + reason.joined(separator: ": ")
            return state.rawValue.padded(to: 9) + "  " + parts.joined(separator: ", ") + words
        }
    }

    extension String {
        fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    }
#endif
