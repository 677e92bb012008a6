package import ArgumentParser
package import WaybillManifest
package import WaybillSyntax

/// Which `.waybill.yaml` counts.
package struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The configuration. Default: the .waybill.yaml in the set's folder or in the nearest one around it, up to \
            one that holds .git.
            """, valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    package var config: String?

    @Flag(help: "Look for no configuration.")
    package var noConfig = false

    package init() {}

    package func validate() throws {
        if noConfig, config != nil { throw ValidationError("--config and --no-config exclude each other.") }
    }

    package func file(for files: ManifestFiles) -> ConfigurationFile? {
        if noConfig { return nil }
        return config.map(ConfigurationFile.read) ?? ConfigurationFile.find(from: files.root)
    }
}
