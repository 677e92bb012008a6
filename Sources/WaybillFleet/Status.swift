#if Etcd
    import ArgumentParser
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillManifest
    import WaybillRules

    struct Status: FleetVerb {
        static let configuration = CommandConfiguration(
            commandName: "fleet", abstract: FleetStatusOptions.abstract, discussion: FleetStatusOptions.discussion)

        @OptionGroup var options: FleetStatusOptions

        @OptionGroup var output: OutputOptions

        func perform() async throws {
            let fleet = try options.fleet.open()
            let overview = try await reporting { try await FleetOverview(fleet, withHistory: options.history) }
            try options.report.write(json: JSONText.encode(overview)) { _, _ in overview.text }
            if overview.instances.contains(where: { !$0.isCurrent }) {
                throw WaybillCommandSupport.Status.problems.exit
            }
        }
    }

    /// What a fleet serves at one moment.
    struct FleetOverview: Encodable {
        var current: FleetPointer?
        var instances: [Line]
        var history: [FleetPointer]?
        /// How many bytes etcd stores.
        var storage: Int64
        /// The alarms of etcd, such as `NOSPACE`.
        var alarms: [String]

        struct Line: Encodable {
            var name: String
            var report: FleetInstance?
            /// The set that it should serve by the pointer, which it may not know yet.
            var wanted: String?
            var isCurrent: Bool
        }

        init(_ fleet: Fleet, withHistory: Bool) async throws {
            let pointer = try await fleet.state().pointer
            current = pointer
            instances = try await fleet.instances().map { name, report in
                let wanted = pointer?.set(for: name)
                return Line(
                    name: name, report: report, wanted: wanted,
                    isCurrent: report?.serving != nil && report?.serving == wanted)
            }
            history = withHistory ? try await fleet.history() : nil
            (storage, alarms) = try await fleet.storage()
        }

        var text: String {
            var lines = [current.map { Self.line($0) } ?? "nothing is published here yet"]
            let width = instances.map(\.name.count).max() ?? 0
            for instance in instances {
                let name = instance.name.padded(to: width)
                lines.append("  \(name)  \(instance.state)")
            }
            let current = instances.count(where: \.isCurrent)
            lines.append("\(instances.count) instances: \(current) current, \(instances.count - current) not")
            if !alarms.isEmpty { lines.append("etcd has the alarm \(alarms.joined(separator: ", ")): writes may fail") }
            if let history { lines += ["history:"] + history.map { "  " + Self.line($0) } }
            return lines.map { $0.safeOnScreen + "\n" }.joined()
        }

        private static func line(_ pointer: FleetPointer) -> String {
            let rollout = pointer.rollout.map { ", \(Double($0.share) / 100) % at \($0.set.prefix(12))" } ?? ""
            let notes = [pointer.message, pointer.plan, pointer.commit.map { "commit \($0.prefix(12))" }]
            let words = notes.compactMap(\.self).map { ": \($0)" }.joined()
            return "\(pointer.number)  set \(pointer.set.prefix(12))\(rollout), \(pointer.at) by \(pointer.by)\(words)"
        }
    }

    extension FleetOverview.Line {
        fileprivate var state: String {
            guard let report else { return "unknown: its report is not one of this protocol" }
            let serving = report.serving.map { "set \($0.prefix(12))" } ?? "another set"
            let generation = "\(serving), digest \(report.digest), generation \(report.generation)"
            if isCurrent { return "current    \(generation)\(report.ready ? "" : ", not ready")" }
            let word = report.reason.map { "rejected   \(generation); \($0)" } ?? "behind     \(generation)"
            return word + (report.problem.map { ": \($0)" } ?? "")
        }
    }

    extension String {
        fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    }
#endif
