import Foundation
import Testing
import WaybillManifest
import WaybillTools

@Suite("The JSON Schemas of the linter's own files")
struct ConfigurationSchemaTests {
    /// The resolved path of the folder: tests may be built through symbolic links.
    private static let folder: URL =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Schemas")

    @Test(
        "in Schemas are generated from the grammars; delete a file to have it written again",
        arguments: [
            ("config.schema.json", ConfigurationSchema.json()), ("baseline.schema.json", BaselineSchema.json()),
            ("registry.schema.json", RegistrySchema.json()), ("fleet.schema.json", FleetSchema.json()),
        ])
    func isFresh(_ name: String, _ json: String) throws {
        let file = Self.folder.appending(path: name)
        guard let written = try? String(contentsOf: file, encoding: .utf8) else {
            try json.write(to: file, atomically: true, encoding: .utf8)
            Issue.record("Schemas/\(name) was missing and is written; run the tests again")
            return
        }
        #expect(written == json, "Schemas/\(name) is stale: delete it and run the tests again")
    }
}
