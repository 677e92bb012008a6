import ArgumentParser
import Waybill
import WaybillCommandSupport
import WaybillManifest
import WaybillRules

/// The verb `registry`.
struct RegistryCommand<Provider: RegistryProvider>: Verb {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "registry",
            abstract: "Print the registered names of this service as JSON.",
            discussion: """
                'waybill check --registry' uses this file to check manifests against the code of a service without its \
                executable. Print it again for each build.

                Examples:
                  \(ServiceHost<Provider>.command) registry > registry.json
                  waybill check Routes --registry registry.json
                """)
    }

    @OptionGroup var output: OutputOptions

    func perform() throws { Output.write(try ServiceHost<Provider>.registry().describe().json) }
}
