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
            throw Output.failure("--since needs a Git repository, but '\(folder)' is not in one")
        }
        guard let commit = try commit(reference) else {
            throw Output.failure("'\(reference)' is not a commit of this Git repository", .wrongUsage)
        }
        // Attributes such as `-diff` and `binary` hide lines from people, but not from checks. The other options do not
        // depend on the user's configuration.
        let options = [
            "--unified=0", "--inter-hunk-context=0", "--text", "--no-color", "--no-ext-diff", "--no-textconv",
            "--find-renames", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/",
        ]
        let others = ["ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", "."]
        guard let diff = try run(["diff"] + options + [commit, "--", "."]), let new = try run(others) else {
            throw Output.failure("Git cannot list the changes since '\(reference)'")
        }
        return ChangedLines(diff: diff, newFiles: new.split(separator: "\0").map(String.init), root: root)
    }

    /// Copies files of a commit to a folder on disk, so that they are read like any others. Git converts them as on a
    /// checkout; the repository does not change, and no hook runs.
    ///
    /// - Parameters:
    ///   - path: Relative to the repository's root or, if it begins with `.` or `..` as a component, to the folder.
    ///   - place: The absolute path of an empty folder.
    /// - Returns: The path in `place`, or `nil` if the commit or the path does not exist.
    /// - Throws: The exit status, after the reason is printed to standard error.
    func copy(_ path: String, of reference: String, to place: String) throws -> String? {
        guard let commit = try commit(reference), let path = try fromRoot(path),
            try run(["cat-file", "-e", "\(commit):\(path)"]) != nil
        else { return nil }
        let paths = try paths(neededFor: path, of: commit)
        let index = place + ".index"
        defer { try? FileManager.default.removeItem(atPath: index) }
        try runOrFail(["read-tree", commit], index: index)
        let checkout = ["-c", "core.symlinks=true", "--work-tree=\(place)", "checkout-index", "--"]
        for start in stride(from: 0, to: paths.count, by: Self.pathLimit) {
            try runOrFail(checkout + paths[start..<min(start + Self.pathLimit, paths.count)], index: index)
        }
        return path.isEmpty ? "." : path
    }

    /// How many paths git gets at once. The arguments of a process are limited.
    private static let pathLimit = 500

    /// Returns the files that must be copied to read a path: a file, with its folder if it includes others, or a folder.
    /// If one of them is a link, it may lead anywhere, so these are all files.
    private func paths(neededFor path: String, of commit: String) throws -> [String] {
        let entries: [TreeEntry]
        if let below = try self.entries(below: path, of: commit) {
            entries = below
        } else {
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            let beside = try self.entries(below: folder, of: commit) ?? []
            let text = try run(["cat-file", "blob", "\(commit):\(path)"]) ?? ""
            entries = text.contains("include") ? beside : beside.filter { $0.path == path }
        }
        let needed = entries.contains(where: \.isLink) ? try self.entries(below: "", of: commit) ?? [] : entries
        return needed.map(\.path)
    }

    /// Returns the files of a folder in a commit; `nil` if the path is not a folder.
    private func entries(below folder: String, of commit: String) throws -> [TreeEntry]? {
        let prefix = folder.isEmpty ? "" : folder + "/"
        return try run(["ls-tree", "-r", "-z", "--full-tree", "\(commit):\(folder)"])?
            .split(separator: "\0").compactMap { TreeEntry($0, prefix: prefix) }
    }

    /// Returns a path relative to the repository's root; `nil` if it leads out of the repository.
    private func fromRoot(_ path: String) throws -> String? {
        let first = path.split(separator: "/").first
        let isRelative = first == "." || first == ".."
        let prefix = isRelative ? try run(["rev-parse", "--show-prefix"])?.withoutLineEnd ?? "" : ""
        var components: [Substring] = []
        for component in (prefix + path).split(separator: "/") where component != "." {
            if component != ".." {
                components.append(component)
            } else if components.popLast() == nil {
                return nil
            }
        }
        return components.joined(separator: "/")
    }

    /// Runs git with another index than the repository's, and without the hooks that an index has.
    private func runOrFail(_ arguments: [String], index: String) throws {
        let options = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"]
        let outcome = try outcome(of: options + arguments, index: index)
        guard outcome.status != 0 else { return }
        let reason = String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isNewline).first
        throw Output.failure("Git cannot copy the files of the commit\(reason.map { ": \($0)" } ?? "")")
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
        return try ExternalTool.run(
            "env", variables + ["git", "-C", folder] + arguments, errors: index == nil ? .discarded : .inOutput,
            ifMissing: "'git' is needed, but it is not on the PATH")
    }
}

/// A line of `git ls-tree -z`: `100644 blob d670460b… ⇥ a.yaml`.
private struct TreeEntry {
    let path: String
    let isLink: Bool

    /// `nil` for a submodule, and for a name that is not UTF-8, which is not read on disk either.
    init?(_ line: Substring, prefix: String) {
        guard let tab = line.firstIndex(of: "\t"), !line.hasPrefix("160000 "), !line.contains("\u{FFFD}") else {
            return nil
        }
        path = prefix + line[line.index(after: tab)...]
        isLink = line.hasPrefix("120000 ")
    }
}
