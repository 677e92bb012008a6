import WaybillCommandSupport
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        guard let commit = try commit(reference) else {
            throw failure("'\(reference)' is not a commit of this Git repository", .wrongUsage)
        }
        // Attributes such as `-diff` and `binary` hide lines from people, but not from checks. The other options do not
        // depend on the user's configuration.
        let options = [
            "--unified=0", "--inter-hunk-context=0", "--text", "--no-color", "--no-ext-diff", "--no-textconv",
            "--find-renames", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/",
        ]
        let others = ["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", "."]
        guard let diff = try run(["diff"] + options + [commit, "--", "."]), let new = try run(others) else {
            throw failure("Git cannot list the changes since '\(reference)'", .failure)
        }
        return ChangedLines(diff: diff, newFiles: new.split(separator: "\0").map(String.init), root: root)
    }

    /// Copies a file or a folder of a commit, and all manifests of the commit, to a folder, so that they are read as on
    /// disk: with includes, and with the same rules for links. Neither the index nor the files of the repository change.
    ///
    /// - Parameters:
    ///   - path: Relative to the repository's root or, with `./` before it, to the folder.
    ///   - place: The absolute path of the folder to which it copies. The folder is empty.
    /// - Returns: The path in `place`, or `nil` if the commit or the path does not exist.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func copy(_ path: String, of reference: String, to place: String) throws -> String? {
        guard let commit = try self.commit(reference) else { return nil }
        var path = path
        if path == "." || path.hasPrefix("./"), let prefix = try run(["rev-parse", "--show-prefix"])?.withoutLineEnd {
            path = prefix + path.dropFirst(2)
        }
        while path.hasSuffix("/") { path.removeLast() }
        guard try run(["rev-parse", "--verify", "--quiet", "\(commit):\(path)"]) != nil else { return nil }
        // An index of its own, because git locks the one that it uses.
        let index = place + ".index"
        defer { try? FileManager.default.removeItem(atPath: index) }
        let restore = [
            "--work-tree=\(place)", "restore", "--source=\(commit)", "--worktree", "--ignore-skip-worktree-bits", "--",
        ]
        guard try run(restore + [":(top,literal)\(path)"], index: index) != nil else {
            throw failure("Git cannot copy '\(path)' of '\(reference)'", .failure)
        }
        // Includes and links may lead to other manifests. It fails if there are none.
        _ = try run(restore + [":(top,glob)**/*.y*ml"], index: index)
        return path.isEmpty ? "." : path
    }

    /// Returns the hash of a commit, or `nil` if it does not exist.
    private func commit(_ reference: String) throws -> String? {
        try run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"])?.withoutLineEnd
    }

    /// Returns the output of git, or `nil` if it fails.
    ///
    /// - Parameter index: The path of the index, if not the repository's own.
    private func run(_ arguments: [String], index: String? = nil) throws -> String? {
        let variables = index.map { ["GIT_INDEX_FILE=\($0)"] } ?? []
        let outcome: ExternalTool.Outcome
        do throws(ExternalTool.Problem) {
            outcome = try ExternalTool.run("env", variables + ["git", "-C", folder] + arguments)
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
