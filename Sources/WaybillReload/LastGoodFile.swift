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
    var beforeStep: @Sendable (Step) throws -> Void = { _ in }

    enum Step: CaseIterable {
        case create, write, synchronize, rename, synchronizeFolder
    }

    /// What was saved last, as far as it can be read.
    func load() -> ManifestArchive? {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let content = try? JSONDecoder().decode(ManifestArchive.self, from: data),
            content.version == ManifestArchive.currentVersion
        else { return nil }
        return content
    }

    /// Replaces the file whole: whoever looks, and whenever the machine stops, there is the old one or the new one.
    func save(_ content: ManifestArchive) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let temporary = DurableFile(path: path + ".new")
        do {
            try beforeStep(.create)
            try temporary.create()
            try beforeStep(.write)
            try temporary.write(Array(try encoder.encode(content)))
            try beforeStep(.synchronize)
            try temporary.synchronize()
            try beforeStep(.rename)
            try temporary.rename(to: path)
            try beforeStep(.synchronizeFolder)
            try DurableFile.synchronizeFolder(of: path)
        } catch {
            temporary.close()
            throw error
        }
    }
}
