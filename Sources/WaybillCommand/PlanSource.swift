import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One of the two sets of a plan: files on disk, in a commit, or of a running service.
struct PlanSource: ExpressibleByArgument {
    /// As written by the user.
    let text: String

    init(argument: String) { text = argument }

    var defaultValueDescription: String { text }

    /// - Parameter hidesSecrets: Whether it is compared with a set that has no secrets.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func compile(hidingSecrets hidesSecrets: Bool) throws -> Compilation {
        let compilation = try compile()
        guard hidesSecrets else { return compilation }
        return try ManifestOptions.compilationWithTable(
            of: ManifestFiles(sources: compilation.sources.map(\.withoutSecrets)))
    }

    /// Whether it is a running service, which hides values under `with:`.
    var isService: Bool { !FileManager.default.fileExists(atPath: text) && RunningService(address: text) != nil }

    /// Files on disk take precedence; else `main:Routes` is the folder of a commit, and an address that of a service.
    private func compile() throws -> Compilation {
        if FileManager.default.fileExists(atPath: text) {
            return try ManifestOptions.compilationWithTable(of: .read(paths: [text]))
        }
        if let service = RunningService(address: text) {
            return try ManifestOptions.compilationWithTable(of: service.manifests())
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, let compilation = try Self.compile(parts[1], of: parts[0]) { return compilation }
        let reason =
            parts.count == 2 ? "does not exist, and is not a folder of a Git commit" : "does not exist"
        Output.write(
            "waybill: '\(text)' \(reason); give a file, a folder, COMMIT:FOLDER, or the address of a service\n",
            to: .standardError)
        throw Status.failure.exit
    }

    /// Compiles a file or a folder of a commit; `nil` if it does not exist.
    private static func compile(_ path: String, of commit: String) throws -> Compilation? {
        let manager = FileManager.default
        let copy = manager.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)")
        try manager.createDirectory(at: copy, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: copy) }
        guard let path = try Git(folder: ".").copy(path, of: commit, to: copy.path) else { return nil }
        // In the copy, so that its files have the names that they have in the commit.
        let folder = manager.currentDirectoryPath
        guard manager.changeCurrentDirectoryPath(copy.path) else { throw Status.failure.exit }
        defer { _ = manager.changeCurrentDirectoryPath(folder) }
        return try ManifestOptions.compilationWithTable(of: .read(paths: [path]))
    }
}
