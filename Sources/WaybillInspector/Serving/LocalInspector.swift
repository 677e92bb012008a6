package import Hummingbird
package import Logging
package import ServiceLifecycle
import WaybillHummingbird
package import WaybillReload

/// The inspector on the machine of its reader: it serves the page on a port there, for a folder or a fleet.
package struct LocalInspector: Sendable {
    private let source: FolderSource
    private let identity: Inspection.Identity
    private let fleet: FleetFeed?
    private let pages: [String: PageFile]
    /// Records the sets until the service ends; `nil` if the fleet records them when it is read.
    private let follower: ManifestFollower?

    /// Creates the inspector of a folder, which follows every save.
    ///
    /// - Parameters:
    ///   - paths: The files and folders of the set.
    ///   - address: Where commands to copy send their requests.
    ///   - folder: A folder with the page's files, for those who work on it; `nil` for those in the program.
    package init(paths: [String], environment: [String: String], address: String, pages folder: String? = nil) {
        source = FolderSource()
        identity = .init(name: paths.joined(separator: " "), address: address)
        fleet = nil
        pages = PageFile.files(in: folder)
        follower = ManifestFollower(paths: paths, environment: environment)
    }

    /// Creates the inspector of a fleet, with the published set and all instances. The fleet is read while somebody looks.
    ///
    /// - Parameters:
    ///   - sets: Where the fleet records each published set.
    ///   - address: Where commands to copy send their requests.
    ///   - folder: As for a folder of manifests.
    package init(_ fleet: any InspectableFleet, _ sets: FolderSource, address: String, pages folder: String? = nil) {
        source = sets
        let name = fleet.fleetAddress.split(separator: "/").last.map(String.init) ?? ""
        identity = .init(name: name, address: address)
        self.fleet = FleetFeed(fleet)
        pages = PageFile.files(in: folder)
        follower = nil
    }

    /// Serves the page on a port of this machine, until `SIGTERM` or `SIGINT`.
    ///
    /// - Parameter onListening: Called with the address, `127.0.0.1:7070`.
    /// - Throws: `CannotListen`.
    package func serve(
        port: Int, logger: Logger, onListening: @escaping @Sendable (String) -> Void
    ) async throws {
        let app = application(port: port, logger: logger, onListening: onListening)
        try await WaybillService.serve(service, [app], drain: .seconds(1), logger: logger)
    }

    /// The service that follows the saves.
    package var service: some Service { Following(follower: follower, source: source) }

    /// The application that serves the page on a port of this machine, and nothing else.
    package func application(
        port: Int, logger: Logger, onListening: @escaping @Sendable (String) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = Hummingbird.Router(context: OperatorContext.self)
        InspectorEndpoint(
            source, identity, access: .loopback, logger: logger, counts: nil, pages: pages, fleet: fleet
        ).mount(on: router, at: "")
        return WaybillService.operatorApplication(
            router, on: .hostname("127.0.0.1", port: port), logger: logger, onListening: onListening)
    }
}

/// Follows the saves of a folder, or only waits, until the service ends.
private struct Following: Service {
    let follower: ManifestFollower?
    let source: FolderSource

    func run() async throws {
        guard let follower else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
            await follower.follow { source.record($0.compilation, $0.configuration, $0.cost) }
        }
    }
}
