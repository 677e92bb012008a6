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

    /// What the file holds.
    struct Content: Codable, Hashable {
        var version = 1
        /// The digest of the set's table.
        var digest: String
        var files: [File]

        struct File: Codable, Hashable {
            var path: String
            var text: String
        }

        init(_ compilation: Compilation) {
            digest = compilation.digest
            files = compilation.sources.map { File(path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self)) }
        }

        /// The set, compiled anew.
        func compile(environment: [String: String]) -> Compilation {
            .compile(files: ManifestFiles(texts: files.map { ($0.path, $0.text) }), environment: environment)
        }
    }

    /// What was saved last, as far as it can be read.
    func load() -> Content? {
        guard let data = try? Data(contentsOf: URL(filePath: path)),
            let content = try? JSONDecoder().decode(Content.self, from: data), content.version == 1
        else { return nil }
        return content
    }

    /// Replaces the file whole: whoever looks, and whenever the machine stops, there is the old one or the new one.
    func save(_ content: Content) throws {
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
