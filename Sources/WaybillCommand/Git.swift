import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// Queries of git, in the folder of a set.
struct Git {
    let folder: String

    /// Returns the lines that differ from a commit, including untracked files.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    func changes(since reference: String) throws -> ChangedLines {
        guard let root = try run(["rev-parse", "--show-toplevel"])?.withoutLineEnd else {
            throw failure("--since needs a Git repository, but '\(folder)' is not in one", .failure)
        }
        let name = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"]
        guard let commit = try run(name)?.withoutLineEnd else {
            throw failure("'\(reference)' is not a commit of this Git repository", .wrongUsage)
        }
        // Attributes such as `-diff` and `binary` hide lines from people, but not from checks.
        let options = [
            "--unified=0", "--text", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames",
            "--src-prefix=a/",
            "--dst-prefix=b/",
        ]
        let others = ["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", "."]
        guard let diff = try run(["diff"] + options + [commit, "--", "."]), let new = try run(others) else {
            throw failure("Git cannot list the changes since '\(reference)'", .failure)
        }
        return ChangedLines(diff: diff, newFiles: new.split(separator: "\0").map(String.init), root: root)
    }

    /// Returns the manifests of a folder or a file in a commit, under their paths in it; `nil` if the commit or the
    /// path does not exist.
    ///
    /// - Parameter path: Relative to the repository's root or, with `./` before it, to the folder.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func manifests(at path: String, of reference: String) throws -> ManifestFiles? {
        let name = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"]
        guard let commit = try run(name)?.withoutLineEnd else { return nil }
        var path = path
        if path == "." || path.hasPrefix("./"), let prefix = try run(["rev-parse", "--show-prefix"])?.withoutLineEnd {
            path = prefix + path.dropFirst(2)
        }
        while path.hasSuffix("/") { path.removeLast() }
        let list = ["ls-tree", "-r", "-z", "--full-tree", "--name-only", commit] + (path.isEmpty ? [] : ["--", path])
        guard let names = try run(list)?.split(separator: "\0").map(String.init), !names.isEmpty else { return nil }
        let sources = try names.filter { ManifestName.fits($0) || $0 == path }.map { name in
            guard let text = try run(["cat-file", "blob", "\(commit):\(name)"]) else {
                return SourceFile.unreadable(path: name)
            }
            return SourceFile(path: name, bytes: Array(text.utf8))
        }
        return ManifestFiles(sources: sources)
    }

    /// Returns the output of git, or `nil` if it fails.
    private func run(_ arguments: [String]) throws -> String? {
        let outcome: ExternalTool.Outcome
        do throws(ExternalTool.Problem) {
            outcome = try ExternalTool.run("git", ["-C", folder] + arguments)
        } catch {
            throw failure(error.message, .failure)
        }
        if outcome.isMissing { throw failure("'git' is needed, but it is not on the PATH", .failure) }
        return outcome.status == 0 ? String(decoding: outcome.output, as: UTF8.self) : nil
    }

    private func failure(_ reason: String, _ status: Status) -> any Error {
        Output.write("waybill: \(reason)\n", to: .standardError)
        return status.exit
    }
}
