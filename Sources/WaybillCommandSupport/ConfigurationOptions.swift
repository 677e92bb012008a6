package import ArgumentParser
import WaybillManifest
package import WaybillRules
package import WaybillSyntax

/// The option for the `.waybill.yaml` file.
package struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Read this configuration. Default: the nearest .waybill.yaml, from the set's folder upward to the folder that \
            contains .git.
            """, valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    package var config: String?

    @Flag(help: "Ignore all configuration files.")
    package var noConfig = false

    package init() {}

    package func validate() throws {
        if noConfig, config != nil { throw ValidationError("'--config' cannot be used with '--no-config'.") }
    }

    package var place: ConfigurationPlace { noConfig ? .none : config.map(ConfigurationPlace.file) ?? .nearest }

    package func file(for files: ManifestFiles) -> ConfigurationFile? {
        if noConfig { return nil }
        return config.map(ConfigurationFile.read) ?? ConfigurationFile.find(from: files.root)
    }
}
