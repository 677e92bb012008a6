import ArgumentParser
import SystemPackage
import WaybillCommandSupport
import WaybillLanguageServer
import WaybillManifest
import WaybillRules
import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Lsp: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Serve an editor: problems, fixes, completion and navigation while you type.",
        discussion: """
            Speaks the Language Server Protocol 3.17 on standard input and output, so an editor starts it. It checks the set of \
            each folder as 'waybill check' does, with the unsaved texts of the editor: the folder of the nearest .waybill.yaml, \
            or the folder 'Routes' in it.

            Logs go to standard error. The article "Set up editors" has settings for Visual Studio Code, Neovim, Emacs, \
            Helix, Kate and Zed.

            Examples:
              waybill lsp
            """)

    @Flag(help: .hidden) var stdio = false

    @OptionGroup var output: OutputOptions

    func perform() throws {
        let server = LanguageServer(.ofProcess(logName: "lsp")) { Output.write($0) }
        Task.detached { System.exit(Output.status(await server.run())) }
        // A client whose stream cannot be read is gone.
        try? FileDescriptor.standardInput.forEachPart { server.receive(Array($0)) }
        server.end()
        // The task ends the process, after what it still has to do.
        while true { System.sleep(milliseconds: 1000) }
    }
}

extension ServerSettings {
    /// The settings of a server in this process.
    ///
    /// - Parameter name: The verb, for the log.
    static func ofProcess(logName name: String) -> ServerSettings {
        ServerSettings(
            environment: ProcessInfo.processInfo.environment, today: { .today },
            log: { Output.remark("\(name): \($0)") },
            isRunning: System.isRunning,
            compileCommit: { (commit, folder) throws(CommitProblem) in try compile(commit, at: folder) })
    }

    /// Compiles what a commit has in a folder, with the names that its files have there now.
    private static func compile(_ commit: String, at folder: String) throws(CommitProblem) -> Compilation {
        let git = Git(folder: folder)
        let sources: [SourceFile]?
        do {
            sources = try git.withCopy(of: ".", in: commit) { copy, path in
                let root = copy + (path == "." ? "" : "/" + path)
                return ManifestFiles.read(paths: [root]).files.map {
                    SourceFile(path: folder + $0.path.dropFirst(root.count), bytes: $0.bytes)
                }
            }
        } catch {
            throw CommitProblem(message: "Git cannot read '\(commit)' in '\(folder)'")
        }
        guard let sources else {
            let problem = try? git.problem(of: folder, in: commit)
            throw CommitProblem(message: problem ?? "'\(commit)' has no '\(folder)'")
        }
        return Compilation.compile(files: ManifestFiles(sources: sources), requiresVariables: false)
    }
}
