import WaybillCommandSupport
import WaybillSyntax
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
            if let refusal = try refusal() { throw Output.failure("--since needs a Git repository: \(refusal)") }
            throw Output.failure("--since needs files on disk, but '\(folder)' is in a Git repository without them")
        }
        guard let commit = try commit(reference) else {
            throw Output.failure(try unknown(reference), .wrongUsage)
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

    /// Copies files of a commit to a folder on disk, so that they are read like any others, and removes the folder after
    /// `body`. Git converts them as on a checkout; the repository does not change, and no hook runs.
    ///
    /// - Parameters:
    ///   - path: Relative to the repository's root or, if it begins with `.` or `..` as a component, to the folder.
    ///   - body: Gets the absolute path of the new folder, and the path in it.
    /// - Returns: `nil` if the commit or the path does not exist.
    /// - Throws: The exit status, after the reason is printed to standard error, and what `body` throws.
    func withCopy<R>(
        of path: String, in reference: String, _ body: (_ copy: String, _ path: String) throws -> R
    ) throws -> R? {
        guard let commit = try commit(reference), let path = try fromRoot(path),
            try run(["cat-file", "-e", "\(commit):\(path)"]) != nil
        else { return nil }
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UUID().uuidString)").path
        let files = place + "/files"
        defer { try? FileManager.default.removeItem(atPath: place) }
        do {
            // Only for this user, because a repository may be private.
            try FileManager.default.createDirectory(
                atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: false)
        } catch {
            throw Output.failure("cannot create the temporary folder '\(place)'")
        }
        try copy(paths(neededFor: path, of: commit), of: commit, to: files, index: place + "/index")
        return try body(files, path.isEmpty ? "." : path)
    }

    private func copy(_ paths: [String], of commit: String, to place: String, index: String) throws {
        try runOrFail(["read-tree", commit], index: index)
        let checkout = ["-c", "core.symlinks=true", "--work-tree=\(place)", "checkout-index", "--"]
        for start in stride(from: 0, to: paths.count, by: Self.pathLimit) {
            try runOrFail(checkout + paths[start..<min(start + Self.pathLimit, paths.count)], index: index)
        }
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
        if entries.contains(where: \.isLink) { return try self.entries(below: "", of: commit)?.map(\.path) ?? [] }
        return try entries.map(\.path) + configurations(above: path, of: commit)
    }

    /// Returns the configurations of a commit in the folders above a path, which exclude files of a set.
    private func configurations(above path: String, of commit: String) throws -> [String] {
        let names = path.split(separator: "/")
        let places = names.indices.map { (names[..<$0] + [ConfigurationPlace.fileName[...]]).joined(separator: "/") }
        return try places.filter { try run(["cat-file", "-e", "\(commit):\($0)"]) != nil }
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
        let outcome = try outcome(of: options + arguments, errors: .inOutput, index: index)
        guard outcome.status != 0 else { return }
        let reason = String(decoding: outcome.output, as: UTF8.self).split(whereSeparator: \.isNewline).first
        throw Output.failure("Git cannot copy the files of the commit\(reason.map { ": \($0)" } ?? "")")
    }

    /// Returns the hash of a commit, or `nil` if it does not exist. As in `git diff`, `main...topic` is the merge base of
    /// two commits, and `main...` that of a commit and `HEAD`.
    private func commit(_ reference: String) throws -> String? {
        let sides = Self.sides(of: reference)
        let hashes = try sides.compactMap(hash)
        guard hashes.count == sides.count else { return nil }
        return hashes.count == 1 ? hashes[0] : try run(["merge-base"] + hashes)?.withoutLineEnd
    }

    private static func sides(of reference: String) -> [String] {
        guard let dots = reference.firstRange(of: "...") else { return [reference] }
        return [reference[..<dots.lowerBound], reference[dots.upperBound...]].map { $0.isEmpty ? "HEAD" : String($0) }
    }

    private func hash(of reference: String) throws -> String? {
        try run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"])?.withoutLineEnd
    }

    /// Returns the reason why a path of a commit was not found.
    func problem(of path: String, in reference: String) throws -> String {
        if let refusal = try refusal() { return refusal }
        return try commit(reference) == nil ? unknown(reference) : "'\(path)' is not in the commit '\(reference)'"
    }

    /// Returns the reason why a commit was not found, and what to do about it.
    private func unknown(_ reference: String) throws -> String {
        let missing = try Self.sides(of: reference).first { try hash(of: $0) == nil }
        let problem =
            missing.map { "'\($0)' is not a commit of this Git repository" }
            ?? "the commits of '\(reference)' have no merge base in this Git repository"
        guard try run(["rev-parse", "--is-shallow-repository"])?.withoutLineEnd == "true" else { return problem }
        return problem + ", which is shallow; fetch the whole history: 'fetch-depth: 0' of actions/checkout, "
            + "'GIT_DEPTH: 0' on GitLab, or 'git fetch --unshallow'"
    }

    /// Returns the reason why Git does not open the repository of the folder, in its own words: there is none, or it
    /// belongs to another user ("dubious ownership"), with the command that allows it.
    private func refusal() throws -> String? {
        let outcome = try outcome(of: ["rev-parse", "--git-dir"], errors: .separate)
        guard outcome.status != 0 else { return nil }
        let words = outcome.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return "Git reports \(words.hasPrefix("fatal: ") ? String(words.dropFirst(7)) : words)"
    }

    /// Returns the output of git, or `nil` if it fails.
    private func run(_ arguments: [String]) throws -> String? {
        let outcome = try outcome(of: arguments)
        return outcome.status == 0 ? String(decoding: outcome.output, as: UTF8.self) : nil
    }

    /// - Parameter index: The path of the index, if not the repository's own.
    private func outcome(
        of arguments: [String], errors: ExternalTool.Errors = .discarded, index: String? = nil
    ) throws -> ExternalTool.Outcome {
        try ExternalTool.run(
            "git", ["-C", folder] + arguments, errors: errors,
            environment: Self.environment(ProcessInfo.processInfo.environment, index: index),
            ifMissing: "'git' is needed, but it is not on the PATH")
    }
}

extension Git {
    /// The variables that say where a repository is. Git passes them to its hooks.
    private static let places = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"]
    /// The variables that change what the same query of the same repository answers.
    private static let habits = [
        "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_DIFF_OPTS", "GIT_EXTERNAL_DIFF", "GIT_LITERAL_PATHSPECS",
        "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
    ]

    /// Returns the environment in which every query runs.
    ///
    /// A hook in a linked worktree gets `GIT_DIR` alone, and Git would take the folder for the root of the repository. So
    /// Git finds the repository by the folder, unless a user has also named the root, with `GIT_WORK_TREE`.
    private static func environment(_ variables: [String: String], index: String?) -> [String: String] {
        var variables = variables
        for name in habits { variables[name] = nil }
        let isNamed = variables["GIT_WORK_TREE"] != nil
        for name in places {
            // Git runs in another folder than this process.
            variables[name] = isNamed ? variables[name].map(Self.absolute) : nil
        }
        variables["GIT_INDEX_FILE"] = index
        return variables
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
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
