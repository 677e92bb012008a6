package import Logging
import ServiceLifecycle
import WaybillHummingbird
package import WaybillReload

/// The inspector of a fleet: serves the page on a port of this machine, with the published set and all instances.
package struct FleetInspector: Sendable {
    private let fleet: any InspectableFleet
    private let sets: FolderSource
    private let identity: Inspection.Identity
    private let pages: [String: PageFile]

    /// - Parameters:
    ///   - sets: Where the fleet records each published set.
    ///   - address: Where commands to copy send their requests.
    ///   - folder: A folder with the page's files, for those who work on it; `nil` for those in the program.
    package init(_ fleet: any InspectableFleet, _ sets: FolderSource, address: String, pages folder: String? = nil) {
        self.fleet = fleet
        self.sets = sets
        let name = fleet.fleetAddress.split(separator: "/").last.map(String.init) ?? ""
        identity = .init(name: name, address: address)
        pages = folder.map(PageFile.read) ?? PageFile.embedded
    }

    /// Serves the page on a port of this machine, until `SIGTERM` or `SIGINT`. The fleet is read while somebody looks.
    ///
    /// - Parameter onListening: Called with the address, `127.0.0.1:7070`.
    /// - Throws: `CannotListen`.
    package func serve(
        port: Int, logger: Logger, onListening: @escaping @Sendable (String) -> Void
    ) async throws {
        let endpoint = InspectorEndpoint(
            sets, identity, access: .loopback, logger: logger, counts: nil, pages: pages, fleet: FleetFeed(fleet))
        let app = endpoint.localApplication(port: port, logger: logger, onListening: onListening)
        try await WaybillService.serve(Waiting(), [app], drain: .seconds(1), logger: logger)
    }
}

/// Does nothing until the service ends.
private struct Waiting: Service {
    func run() async throws { try await gracefulShutdown() }
}
