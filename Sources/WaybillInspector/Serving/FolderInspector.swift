import Foundation
package import Hummingbird
package import Logging
package import ServiceLifecycle
import WaybillHummingbird
import WaybillReload

/// The inspector of a folder: it follows every save, and serves the page on a port of this machine.
package struct FolderInspector: Sendable {
    private let source = FolderSource()
    private let follower: ManifestFollower
    private let identity: Inspection.Identity
    private let pages: [String: PageFile]

    /// - Parameters:
    ///   - paths: The files and folders of the set.
    ///   - address: Where commands to copy send their requests.
    ///   - folder: A folder with the page's files, for those who work on it; `nil` for those in the program.
    package init(paths: [String], environment: [String: String], address: String, pages folder: String? = nil) {
        follower = ManifestFollower(paths: paths, environment: environment)
        identity = .init(name: paths.joined(separator: " "), address: address)
        pages = folder.map(PageFile.read) ?? PageFile.embedded
    }

    /// Follows the saves and serves the page on a port of this machine, until `SIGTERM` or `SIGINT`.
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

    /// The application that serves the page on a port of this machine.
    package func application(
        port: Int, logger: Logger, onListening: @escaping @Sendable (String) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        InspectorEndpoint(source, identity, access: .loopback, logger: logger, counts: nil, pages: pages)
            .localApplication(port: port, logger: logger, onListening: onListening)
    }
}

extension InspectorEndpoint {
    /// The application that serves the page on a port of this machine, and nothing else.
    func localApplication(
        port: Int, logger: Logger, onListening: @escaping @Sendable (String) -> Void
    ) -> some ApplicationProtocol {
        let router = Hummingbird.Router(context: OperatorContext.self)
        mount(on: router, at: "")
        return WaybillService.operatorApplication(
            router, on: .hostname("127.0.0.1", port: port), logger: logger, onListening: onListening)
    }
}

/// Follows the saves until the service ends.
private struct Following: Service {
    let follower: ManifestFollower
    let source: FolderSource

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await follower.follow { source.record($0.compilation, $0.configuration, $0.cost) }
        }
    }
}

extension PageFile {
    /// Reads the files of a folder, by name.
    static func read(_ folder: String) -> [String: PageFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: "\(folder)/\(name)").map {
                    (name, PageFile(name: name, bytes: Array($0)))
                }
            })
    }
}
