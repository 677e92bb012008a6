import Waybill

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The last good set, kept on disk for a start with a bad one. All of it is one file, so that it is whole or not there.
struct LastGoodFile: Sendable {
    let path: String
    /// Told of each step before it is taken; what it throws ends the saving there. For tests.
    var beforeStep: @Sendable (DurableFile.Step) throws -> Void = { _ in }

    /// What was saved last, as far as it can be read.
    func load() -> ManifestArchive? {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let content = try? JSONDecoder().decode(ManifestArchive.self, from: data),
            content.version == ManifestArchive.currentVersion
        else { return nil }
        return content
    }

    /// Replaces the file whole.
    func save(_ content: ManifestArchive) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try DurableFile.replace(path, with: Array(try encoder.encode(content)), beforeStep: beforeStep)
    }
}
