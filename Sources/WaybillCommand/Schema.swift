import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillTools
import WaybillTraffic

struct Schema: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Print the JSON Schema of manifests, or of another kind of file.",
        discussion: """
            Editors with YAML support use a schema (draft-07) to complete, explain and check keys. Write its path into the \
            first line of a file:
              # yaml-language-server: $schema=../Schemas/manifest.schema.json

            Examples:
              waybill schema > Schemas/manifest.schema.json
              waybill schema --kind config > Schemas/config.schema.json
            """)

    @Option(help: "Choose which schema to print.")
    var kind: SchemaKind = .manifest

    @OptionGroup var output: OutputOptions

    func perform() throws { Output.write(kind.json) }
}

enum SchemaKind: String, CaseIterable, ExpressibleByArgument {
    case manifest
    case testFile = "test-file"
    case config, baseline, plan, traffic, registry, fleet

    /// The JSON Schema.
    var json: String {
        switch self {
        case .manifest: ManifestSchema.json()
        case .testFile: TestFileSchema.json()
        case .config: ConfigurationSchema.json()
        case .baseline: BaselineSchema.json()
        case .plan: PlanSchema.json()
        case .traffic: TrafficSchema.json()
        case .registry: RegistrySchema.json()
        case .fleet: FleetSchema.json()
        }
    }
}
