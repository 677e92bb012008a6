#if Etcd
    import ArgumentParser
    package import WaybillCommandOptions
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillManifest
    import WaybillReload
    import WaybillRules

    extension FleetStatus: CompanionVerb {
        package func work() async throws {
            let fleet = try fleet.open()
            guard !watch else { return try await follow(fleet) }
            let overview = try await FleetOverview(fleet, withHistory: history)
            try report.write(json: JSONText.encode(overview)) { _, _ in overview.text }
            let isEnough = overview.instances.count >= expect ?? 0
            if !isEnough || overview.instances.contains(where: { !$0.isCurrent }) { throw Status.problems.exit }
        }

        /// Shows each change until the process is interrupted. A store that does not answer is shown, too.
        private func follow(_ fleet: Fleet) async throws {
            let isJSON = report.format.first?.format == .json
            // On a terminal: home, and erase what was there.
            let start = isJSON || !System.isOnTerminal ? "" : "\u{1B}[H\u{1B}[2J"
            let watch = FleetWatch(fleet, withHistory: history)
            var (last, fault) = (FleetOverview?.none, String?.none)
            while true {
                do {
                    let overview = try await watch.next()
                    if fault != nil || last.map({ !overview.isSame(as: $0) }) ?? true {
                        Output.write(start + (isJSON ? JSONText.line(overview) : overview.text))
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
    }

    extension FleetOverview {
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
            let words = why.map { "; \($0)" } ?? ""
            return state.rawValue.padded(to: 9) + "  " + parts.joined(separator: ", ") + words
        }
    }

    extension String {
        fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    }
#endif
