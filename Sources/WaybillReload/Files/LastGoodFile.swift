import Waybill
import WaybillManifest
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The last good set, stored on disk for a start with invalid manifests. It is one file, so that it is complete or
/// missing.
struct LastGoodFile: Sendable {
    let path: String
    /// Called before each step; if it throws, saving ends there. For tests.
    var beforeStep: @Sendable (DurableFile.Step) throws -> Void = { _ in }

    /// What was saved last; `nil` if it cannot be read.
    func load() -> ManifestArchive? {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let content = try? JSONDecoder().decode(ManifestArchive.self, from: data),
            content.version == ManifestArchive.currentVersion
        else { return nil }
        return content
    }

    /// Replaces the whole file.
    func save(_ content: ManifestArchive) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try DurableFile.replace(path, with: Array(try encoder.encode(content)), beforeStep: beforeStep)
    }
}
