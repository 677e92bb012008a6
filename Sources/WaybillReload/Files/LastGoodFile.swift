import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a service remembers for its next start: the last good set, and which sets were withdrawn.
struct StoredState: Hashable, Sendable {
    var lastGood: ManifestArchive
    /// The digests of withdrawn sets, the last one last.
    var withdrawn: [String] = []
}

/// One JSON object: the members of ``/WaybillSyntax/ManifestArchive``, and `withdrawn`.
extension StoredState: Codable {
    private enum CodingKeys: String, CodingKey { case withdrawn }

    init(from decoder: any Decoder) throws {
        lastGood = try ManifestArchive(from: decoder)
        // Services before it was remembered wrote none.
        withdrawn =
            try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent([String].self, forKey: .withdrawn) ?? []
    }

    func encode(to encoder: any Encoder) throws {
        try lastGood.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(withdrawn, forKey: .withdrawn)
    }
}

/// The state of a service on disk. It is one file, so that it is complete or missing.
struct LastGoodFile: Sendable {
    let path: String
    /// Called before each step; if it throws, saving ends there. For tests.
    var beforeStep: @Sendable (DurableFile.Step) throws -> Void = { _ in }

    /// Why a file cannot be used, in words that follow its path.
    struct Unusable: Error, Hashable {
        var reason: String
    }

    /// Returns the last saved state; `nil` if there is no file.
    func load() throws(Unusable) -> StoredState? {
        struct Header: Decodable { var version: Int }
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { throw Unusable(reason: "cannot be read") }
        guard let header = try? JSONDecoder().decode(Header.self, from: data) else {
            throw Unusable(reason: "is not complete")
        }
        guard header.version == ManifestArchive.currentVersion else {
            let known = ManifestArchive.currentVersion
            throw Unusable(reason: "has version \(header.version), and this service reads version \(known)")
        }
        guard let state = try? JSONDecoder().decode(StoredState.self, from: data) else {
            throw Unusable(reason: "is not complete")
        }
        return state
    }

    /// Replaces the file atomically.
    func save(_ state: StoredState) throws {
        try DurableFile.replace(path, with: JSONText.bytes(state), beforeStep: beforeStep)
    }

    // MARK: Opening

    /// Takes the file for this service: creates its folder, and keeps other services out until the lock is released.
    ///
    /// - Throws: The reason, so that a service that cannot store its state reports it at the start.
    func open() throws(ManifestErrors) -> FileLock {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw problem(
                "cannot make the folder \(folder)",
                help: "store the last good manifests in a folder that the service may write to")
        }
        do throws(FileLock.Failure) { return try FileLock(path + ".lock") } catch {
            switch error {
            case .unavailable(let reason):
                throw problem("cannot open \(path).lock: \(reason)", help: "let the service write to this folder")
            case .taken(let holder):
                let process = holder.isEmpty ? "another service" : "process \(holder)"
                throw problem(
                    "\(process) uses \(path), which stores its last good manifests",
                    help: "give each service a folder of its own, or end the other one first")
            }
        }
    }

    /// The message has no quotes, because a report hides quoted texts of a file that was not read.
    private func problem(_ message: String, help: String) -> ManifestErrors {
        let diagnostic = Diagnostic(.unreadableFile, at: .startOfFile(), message, help: help)
        return ManifestErrors(diagnostics: [diagnostic], sources: [SourceFile(path: path, bytes: [])])
    }
}
