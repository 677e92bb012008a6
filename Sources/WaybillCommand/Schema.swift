import ArgumentParser
import WaybillManifest

struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the manifests' JSON Schema (draft-07).",
        discussion: """
            Editors complete and explain keys with it; put its path into the first line of a manifest:
              # yaml-language-server: $schema=../Schemas/manifest.schema.json
            """)

    func run() throws {
        Output.write(ManifestSchema.json())
    }
}
