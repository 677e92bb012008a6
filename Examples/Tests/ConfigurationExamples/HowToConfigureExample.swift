import Configuration
import Logging
import ServiceLifecycle
import UnixSignals
import Waybill
import WaybillConfiguration
import WaybillReload

// The code of HowToConfigure.md, compiled: the part between two marks is in the article, word for word.

enum HowToConfigureExample {
    static func serve(_ registry: Registry, _ logger: Logger) async throws {
        // BEGIN serve
        let secrets = try await MountedSecrets(folder: "/run/secrets")
        let configuration = ConfigReader(providers: [EnvironmentVariablesProvider(), secrets])
        let waybill = try await WaybillService(registry: registry, configuration: configuration, logger: logger)
        try await ServiceGroup(services: [secrets, waybill], gracefulShutdownSignals: [.sigterm], logger: logger).run()
        // END
    }
}
