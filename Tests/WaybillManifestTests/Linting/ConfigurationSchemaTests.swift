import Foundation
import Testing
import WaybillManifest

@Suite("The JSON Schema of configurations")
struct ConfigurationSchemaTests {
    /// The real place of the file: tests may be built through links.
    private static let file: URL =
        URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Schemas/config.schema.json")

    @Test("Schemas/config.schema.json is the one that the grammar makes")
    func isCurrent() throws {
        let json = ConfigurationSchema.json()
        guard let written = try? Data(contentsOf: Self.file) else {
            try Data(json.utf8).write(to: Self.file)
            Issue.record("Schemas/config.schema.json was missing and is written; run the tests again")
            return
        }
        #expect(
            String(decoding: written, as: UTF8.self) == json,
            "Schemas/config.schema.json is stale: delete it and run the tests again")
    }
}
