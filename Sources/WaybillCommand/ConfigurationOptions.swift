import ArgumentParser
import WaybillManifest
import WaybillSyntax

/// Which `.waybill.yaml` counts.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The configuration. Default: the .waybill.yaml in the set's folder or in the nearest one around it, up to \
            one that holds .git.
            """, valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var config: String?

    @Flag(help: "Look for no configuration.")
    var noConfig = false

    func validate() throws {
        if noConfig, config != nil { throw ValidationError("--config and --no-config exclude each other.") }
    }

    func file(for files: ManifestFiles) -> ConfigurationFile? {
        if noConfig { return nil }
        return config.map(ConfigurationFile.read) ?? ConfigurationFile.find(from: files.root)
    }
}
