import ArgumentParser
import Waybill
import WaybillCommandSupport
import WaybillManifest

/// The verb `registry`.
struct RegistryCommand<Provider: RegistryProvider>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "registry",
            abstract: "Print what this service has registered, as JSON.",
            discussion: """
                With it, 'waybill check --registry' finds out without this executable whether manifests fit its code. The \
                file belongs to this build: print it again for the next one.

                Examples:
                  \(ServiceHost<Provider>.command) registry > registry.json
                  waybill check Routes --registry registry.json
                """)
    }

    func run() throws { Output.write(try ServiceHost<Provider>.registry().describe().json) }
}
