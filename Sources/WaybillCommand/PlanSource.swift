import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
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
    func compile(
        _ environment: CommandLineHost.EnvironmentOptions, hidingSecrets hidesSecrets: Bool
    ) throws -> Compilation {
        let compilation = try compile(environment)
        guard hidesSecrets else { return compilation }
        return try ManifestOptions.compilationWithTable(
            of: ManifestFiles(sources: compilation.sources.map(\.withoutSecrets)), environment)
    }

    /// Whether it is a running service, which hides values under `with:`.
    var isService: Bool { !FileManager.default.fileExists(atPath: text) && RunningService(address: text) != nil }

    /// The path on disk; `nil` for a commit or a service.
    var path: String? { FileManager.default.fileExists(atPath: text) ? text : nil }

    /// The style of its paths in reports. Files of a commit are named from the root of the repository.
    var style: ReportStyle {
        var style = ReportStyle.standard(isOnScreen: false)
        if !isService, !FileManager.default.fileExists(atPath: text) { style.folder = style.root }
        return style
    }

    /// Files on disk take precedence; else `main:Routes` is the folder of a commit, and an address that of a service.
    private func compile(_ environment: CommandLineHost.EnvironmentOptions) throws -> Compilation {
        if FileManager.default.fileExists(atPath: text) {
            return try ManifestOptions.compilationWithTable(of: .read(paths: [text]), environment)
        }
        if let service = RunningService(address: text) {
            return try ManifestOptions.compilationWithTable(of: service.manifests(), environment)
        }
        // The name of a commit may contain a colon: HEAD@{2026-01-01 10:00}
        let colons = text.indices.filter { text[$0] == ":" }
        for colon in colons {
            let path = String(text[text.index(after: colon)...])
            if let compilation = try Self.compile(path, of: String(text[..<colon]), environment) { return compilation }
        }
        throw Output.failure(try problem(atColon: colons.last))
    }

    /// Returns the reason why nothing was found, neither on disk nor in a commit.
    private func problem(atColon colon: String.Index?) throws -> String {
        guard let colon, colon != text.startIndex else {
            return "'\(text)' does not exist; give a file, a folder, COMMIT:FOLDER, or the address of a service"
        }
        let path = String(text[text.index(after: colon)...])
        return "'\(text)' does not exist: " + (try Git(folder: ".").problem(of: path, in: String(text[..<colon])))
    }

    /// Compiles a file or a folder of a commit; `nil` if it does not exist.
    private static func compile(
        _ path: String, of commit: String, _ environment: CommandLineHost.EnvironmentOptions
    ) throws -> Compilation? {
        let manager = FileManager.default
        let folder = manager.currentDirectoryPath
        return try Git(folder: ".").withCopy(of: path, in: commit) { copy, path in
            // The copy ends here, as a repository does: the configuration of another folder is not that of the commit.
            try? manager.createDirectory(atPath: copy + "/.git", withIntermediateDirectories: false)
            // In the copy, so that its files have the names that they have in the commit.
            guard manager.changeCurrentDirectoryPath(copy) else { throw Output.failure("cannot enter '\(copy)'") }
            let result = Result { try ManifestOptions.compilationWithTable(of: .read(paths: [path]), environment) }
            guard manager.changeCurrentDirectoryPath(folder) else {
                throw Output.failure("cannot enter '\(folder)' again")
            }
            return try result.get()
        }
    }
}
