import SystemPackage
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

    /// Returns the manifests of a folder or a file in a commit, under their paths in it; `nil` if the commit or the
    /// path does not exist.
    ///
    /// As on disk, names that begin with a dot are skipped, and a link that leads out of the path is an error. A link to
    /// a place below it is skipped, because manifests there are read under their own names. Includes are not read.
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
        let list = ["ls-tree", "-r", "-z", "--full-tree", commit] + (path.isEmpty ? [] : ["--", path])
        guard let entries = try run(list)?.split(separator: "\0").compactMap(TreeEntry.init), !entries.isEmpty
        else { return nil }
        var sources: [SourceFile] = []
        var linksToElsewhere: Set<String> = []
        for entry in entries where entry.path == path || entry.isManifest(below: path) {
            let text = try run(["cat-file", "blob", "\(commit):\(entry.path)"])
            if entry.isLink, let target = text.map(entry.target(of:)) {
                guard !entries.contains(where: { $0.path == target || $0.path.hasPrefix(target + "/") }) else {
                    continue
                }
                linksToElsewhere.insert(entry.path)
                sources.append(.unreadable(path: entry.path))
            } else {
                sources.append(
                    text.map { SourceFile(path: entry.path, bytes: Array($0.utf8)) } ?? .unreadable(path: entry.path))
            }
        }
        return ManifestFiles(sources: sources) { path, place in
            linksToElsewhere.contains(path) ? .unread(path, .linkToElsewhere, at: place) : nil
        }
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

/// A line of `git ls-tree -z`: `100644 blob d670460b… ⇥ Routes/a.yaml`.
private struct TreeEntry {
    let path: String
    let isLink: Bool

    init?(_ line: Substring) {
        guard let tab = line.firstIndex(of: "\t") else { return nil }
        path = String(line[line.index(after: tab)...])
        isLink = line.hasPrefix("120000 ")
    }

    /// Whether it is a manifest of the set of a folder.
    func isManifest(below folder: String) -> Bool {
        let inside = folder.isEmpty ? path[...] : path.dropFirst(folder.count + 1)
        return ManifestName.fits(path) && !inside.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// The path to which a link leads.
    func target(of link: String) -> String {
        FilePath(path).removingLastComponent().pushing(FilePath(link)).lexicallyNormalized().string
    }
}
