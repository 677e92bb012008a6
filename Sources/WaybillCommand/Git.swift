import SystemPackage
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

    /// Copies the files of a folder in a commit, or of the folder of a file, to a folder on disk, so that they are read
    /// like any others. What their links lead to is copied, too. Git converts the files as on a checkout; the repository
    /// does not change, and no hook runs.
    ///
    /// - Parameters:
    ///   - path: Relative to the repository's root or, if it begins with `./` or `../`, to the folder.
    ///   - place: The absolute path of an empty folder.
    /// - Returns: The path in `place`, or `nil` if the commit or the path does not exist.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func copy(_ path: String, of reference: String, to place: String) throws -> String? {
        guard let commit = try commit(reference) else { return nil }
        let path = try fromRoot(path)
        guard let type = try run(["cat-file", "-t", "\(commit):\(path)"])?.withoutLineEnd else { return nil }
        // Includes do not leave the folder of the file.
        let folder = type == "tree" ? path : FilePath(path).removingLastComponent().string
        var rest = try paths(neededFor: folder, of: commit)[...]
        let index = place + ".index"
        defer { try? FileManager.default.removeItem(atPath: index) }
        try runOrFail(["read-tree", commit], index: index)
        while !rest.isEmpty {
            let checkout = ["-c", "core.symlinks=true", "--work-tree=\(place)", "checkout-index", "--"]
            try runOrFail(checkout + rest.prefix(Self.pathLimit), index: index)
            rest = rest.dropFirst(Self.pathLimit)
        }
        return path.isEmpty ? "." : path
    }

    /// Returns the files of a folder, and those to which its links lead.
    private func paths(neededFor folder: String, of commit: String) throws -> [String] {
        var found: Set<String> = []
        var waiting = try entries(at: folder, of: commit)
        while let entry = waiting.popLast() {
            guard found.insert(entry.path).inserted, entry.isLink,
                let link = try run(["cat-file", "blob", "\(commit):\(entry.path)"])
            else { continue }
            let target = entry.target(link)
            // A link to a folder that contains this one leads out of the set, whatever else is in it.
            if !"\(folder)/".hasPrefix("\(target)/"), !target.isEmpty { waiting += try entries(at: target, of: commit) }
        }
        return found.sorted()
    }

    /// How many paths git gets at once, so that what it says of them fits into a pipe.
    private static let pathLimit = 50

    /// Returns a path relative to the repository's root.
    private func fromRoot(_ path: String) throws -> String {
        var full = FilePath(path)
        if let first = path.split(separator: "/").first, first == "." || first == ".." {
            full = FilePath(try run(["rev-parse", "--show-prefix"])?.withoutLineEnd ?? "").pushing(full)
        }
        return full.lexicallyNormalized().string
    }

    /// Returns the files of a folder in a commit, or the file at the path.
    private func entries(at path: String, of commit: String) throws -> [TreeEntry] {
        let arguments = ["ls-tree", "-r", "-z", "--full-tree", commit] + (path.isEmpty ? [] : ["--", path])
        return try run(arguments)?.split(separator: "\0").compactMap(TreeEntry.init) ?? []
    }

    /// Runs git with another index than the repository's.
    private func runOrFail(_ arguments: [String], index: String) throws {
        let outcome = try outcome(of: arguments, index: index)
        guard outcome.status != 0 else { return }
        let reason = outcome.errors.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
        throw failure("Git cannot copy the files of the commit\(reason)", .failure)
    }

    /// Returns the hash of a commit, or `nil` if it does not exist.
    private func commit(_ reference: String) throws -> String? {
        try run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"])?.withoutLineEnd
    }

    /// Returns the output of git, or `nil` if it fails.
    private func run(_ arguments: [String]) throws -> String? {
        let outcome = try outcome(of: arguments)
        return outcome.status == 0 ? String(decoding: outcome.output, as: UTF8.self) : nil
    }

    /// - Parameter index: The path of the index, if not the repository's own.
    private func outcome(of arguments: [String], index: String? = nil) throws -> ExternalTool.Outcome {
        let variables = index.map { ["GIT_INDEX_FILE=\($0)"] } ?? []
        let outcome: ExternalTool.Outcome
        do throws(ExternalTool.Problem) {
            outcome = try ExternalTool.run(
                "env", variables + ["git", "-C", folder] + arguments, keepsErrors: index != nil)
        } catch {
            throw failure(error.message, .failure)
        }
        if outcome.isMissing { throw failure("'git' is needed, but it is not on the PATH", .failure) }
        return outcome
    }

    private func failure(_ reason: String, _ status: Status) -> any Error {
        Output.write("waybill: \(reason)\n", to: .standardError)
        return status.exit
    }
}

/// A line of `git ls-tree -z`: `100644 blob d670460b… ⇥ Routes/a.yaml`.
private struct TreeEntry {
    let path: String
    let isLink: Bool

    /// `nil` for a submodule.
    init?(_ line: Substring) {
        guard let tab = line.firstIndex(of: "\t"), !line.hasPrefix("160000 ") else { return nil }
        path = String(line[line.index(after: tab)...])
        isLink = line.hasPrefix("120000 ")
    }

    /// Returns the path to which it leads if it is a link.
    func target(_ link: String) -> String {
        FilePath(path).removingLastComponent().pushing(FilePath(link)).lexicallyNormalized().string
    }
}
