import Waybill
import WaybillManifest
import WaybillRules
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

    /// Creates its folder if it does not exist, so that a service that cannot store its manifests reports it at the
    /// start.
    func makeFolder() throws(ManifestErrors) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            // The path has no quotes, because a report hides quoted texts of a file that was not read.
            let diagnostic = Diagnostic(
                .unreadableFile, at: .startOfFile(), "cannot make the folder \(folder)",
                help: "store the last good manifests in a folder that the service may write to")
            throw ManifestErrors(diagnostics: [diagnostic], sources: [SourceFile(path: path, bytes: [])])
        }
    }

    /// Returns the last saved set; `nil` if it cannot be read.
    func load() -> ManifestArchive? {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let content = try? JSONDecoder().decode(ManifestArchive.self, from: data),
            content.version == ManifestArchive.currentVersion
        else { return nil }
        return content
    }

    /// Replaces the file atomically.
    func save(_ content: ManifestArchive) throws {
        try DurableFile.replace(path, with: JSONText.bytes(content), beforeStep: beforeStep)
    }
}
