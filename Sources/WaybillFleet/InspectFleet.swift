#if Etcd
    import ArgumentParser
    import Foundation
    import Logging
    import WaybillCommandSupport
    import WaybillEtcd
    import WaybillInspector
    import WaybillManifest
    import WaybillReload
    import WaybillReports
    import WaybillRules
    import WaybillSyntax

    /// What `waybill inspect --to` starts.
    struct FleetInspect: CompanionVerb {
        static let configuration = CommandConfiguration(
            commandName: "inspect", abstract: InspectOptions.abstract, discussion: InspectOptions.discussion)

        @OptionGroup var options: InspectOptions

        @OptionGroup var output: OutputOptions

        func validate() throws {
            guard options.to != nil else { throw ValidationError("'--to' is missing: the address of the fleet.") }
        }

        func work() async throws {
            Signals.prepare()
            let sets = FolderSource(mode: .fleet)
            let fleet = PublishedFleet(try Fleet.open(options.to ?? "", ca: options.ca), sets)
            // A wrong address is an error now, and not a page that says it.
            _ = try await fleet.fleetOverview()
            let logger = Logger(label: "waybill.inspect") { _ in SwiftLogNoOpLogHandler() }
            let inspector = LocalInspector(fleet, sets, address: options.address, pages: options.page)
            try await inspector.serve(port: options.port, logger: logger) { address in
                Output.write("the inspector listens on http://\(address)/#/fleet\n")
            }
        }
    }

    /// A fleet, and the sets that it publishes.
    private actor PublishedFleet: InspectableFleet {
        nonisolated let fleetAddress: String
        private let fleet: Fleet
        private let watch: FleetWatch
        private let sets: FolderSource
        /// The set that was read last.
        private var known: String?

        init(_ fleet: Fleet, _ sets: FolderSource) {
            self.fleet = fleet
            self.sets = sets
            fleetAddress = "\(fleet.address)"
            watch = FleetWatch(fleet, withHistory: true, remembersGone: .seconds(600))
        }

        func fleetOverview() async throws -> [UInt8] {
            let overview = try await watch.next()
            // A set that cannot be read is a problem of all instances, and they report it.
            if let set = overview.current?.set, set != known { try? await read(set) }
            return try JSONText.bytes(overview)
        }

        private func read(_ set: String) async throws {
            let files = try await fleet.files(of: set)
            let start = ContinuousClock.now
            let compilation = Compilation.compile(
                files: ManifestFiles(sources: files), environment: ProcessInfo.processInfo.environment,
                requiresVariables: false)
            sets.record(compilation, .standard, ReloadCost(seconds: (ContinuousClock.now - start) / .seconds(1)))
            known = set
        }
    }
#endif
