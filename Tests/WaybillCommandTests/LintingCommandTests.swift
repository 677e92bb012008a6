import Foundation
import Testing

@Suite("Configuration, baselines and --since of waybill check")
struct LintingCommandTests {
    private static let crossing = """
        waybill: 1
        routes:
          - url: /:box/new
            handler: newMail
          - url: /mail/:id
            handler: showMail

        """

    // MARK: Configuration

    @Test("The configuration of a parent folder applies, another one with --config, and none with --no-config")
    func configuration() throws {
        let files = [
            "Routes/a.yaml": Self.crossing, ".waybill.yaml": "rules: { P005: error }\n", ".git/HEAD": "",
            "strict/other.yaml": "rules: { P005: off }\n",
        ]
        try withFolder(files) { folder in
            let found = try CommandRun(["check"], in: folder)
            #expect(found.status == 1)
            #expect(found.output.contains("error: route '/:box/new' loses"))
            let other = try CommandRun(["check", "--config", "strict/other.yaml"], in: folder)
            #expect(other.status == 0)
            #expect(other.output.hasPrefix("no problems"))
            let none = try CommandRun(["check", "--no-config"], in: folder)
            #expect(none.status == 0)
            #expect(none.output.contains("info: route '/:box/new' loses"))
            #expect(try CommandRun(["check", "--no-config", "--config", "x"], in: folder).status == 2)
        }
    }

    @Test("An invalid configuration fails the run, and is in the report with its own text")
    func fault() throws {
        try withFolder(["Routes/a.yaml": Self.crossing, "Routes/.waybill.yaml": "rules: { P001: off }\n"]) { folder in
            let run = try CommandRun(["check", "--format", "json"], in: folder)
            #expect(run.status == 1)
            let report = try run.json()
            let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
            #expect(diagnostics.last?["file"] as? String == "Routes/.waybill.yaml")
            #expect((report["summary"] as? [String: Any])?["files"] as? Int == 1)
            let missing = try CommandRun(["check", "--config", "nowhere.yaml"], in: folder)
            #expect(missing.status == 3)
            #expect(missing.output.contains("nowhere.yaml: error: 'nowhere.yaml' cannot be read"))
        }
    }

    private static let oneSet = [
        "Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n",
        "Routes/drafts/b.yaml": "waybill: 1\nroutes:\n  -   url: /b\n", ".git/HEAD": "",
    ]

    @Test("What the configuration excludes is not read: by check, routes, fmt, with links and dots in the paths")
    func excluded() throws {
        var files = Self.oneSet
        files[".waybill.yaml"] = "exclude: [Routes/drafts]\n"
        try withFolder(files) { folder in
            for (place, path) in [(".", "Routes"), ("Routes", "../Routes"), (".", folder.path + "/Routes"), (".", ".")]
            {
                let run = try CommandRun(["check", path], in: folder.appending(path: place))
                #expect(run.status == 0, "\(path): \(run.output)")
                #expect(run.output.contains("1 file, 1 route"))
            }
            #expect(try CommandRun(["routes"], in: folder).status == 0)
            let formatting = try CommandRun(["fmt", "--check"], in: folder)
            #expect(!(formatting.output + formatting.errors).contains("drafts"))
            #expect(try CommandRun(["check", "--no-config"], in: folder).status == 1)
        }
    }

    @Test("A file that is given is read although it is excluded; a folder in which everything is excluded is an error")
    func excludedButGiven() throws {
        var files = Self.oneSet
        files[".waybill.yaml"] = "exclude: Routes/drafts/**\n"
        try withFolder(files) { folder in
            let file = try CommandRun(["check", "Routes/drafts/b.yaml"], in: folder)
            #expect(file.status == 1)
            #expect(file.output.contains("Routes/drafts/b.yaml:3:"))
            let drafts = try CommandRun(["check", "Routes/drafts"], in: folder)
            #expect(drafts.status == 3)
            #expect(drafts.output.contains("contains no manifest but what 'exclude' of '.waybill.yaml' excludes"))
        }
    }

    @Test("An include does not read excluded files, and one that names nothing else is an error")
    func excludedButIncluded() throws {
        let files = [
            "Routes/a.yaml": "waybill: 1\ninclude: [parts/*.yaml]\n", ".git/HEAD": "",
            "Routes/parts/b.yaml": "waybill: 1\nroutes:\n  - { url: /b, handler: b }\n",
            "Routes/parts/c.yaml": "waybill: 1\nroutes:\n  - { url: /c, handler: c }\n",
            ".waybill.yaml": "exclude: [\"**/c.yaml\"]\n",
        ]
        try withFolder(files) { folder in
            for path in ["Routes", "Routes/a.yaml"] {
                let run = try CommandRun(["check", path], in: folder)
                #expect(run.status == 0, "\(run.output)")
                #expect(run.output.contains("2 files, 1 route"))
            }
            try Data("waybill: 1\ninclude: [parts/c.yaml]\n".utf8)
                .write(to: folder.appending(path: "Routes/a.yaml"))
            let named = try CommandRun(["check"], in: folder)
            #expect(named.status == 1)
            #expect(named.output.contains("matches only what 'exclude' of '.waybill.yaml' excludes"))
        }
    }

    @Test(
        "A glob that excludes nothing is reported at its place", arguments: ["Routes/draft/**", "**/*.yml", ".old/**"])
    func excludesNothing(_ glob: String) throws {
        var files = Self.oneSet
        files[".waybill.yaml"] = "exclude: [Routes/drafts/b.yaml, \"\(glob)\"]\n"
        try withFolder(files) { folder in
            let run = try CommandRun(["check", "--format", "compact"], in: folder)
            #expect(run.status == 0)
            #expect(run.output.contains(".waybill.yaml:1:33: warning: '\(glob)' excludes nothing"), "\(run.output)")
            #expect(!run.output.contains("'Routes/drafts/b.yaml' excludes"))
        }
    }

    @Test("Schemas are printed by their kind", arguments: ["manifest", "config", "baseline", "registry"])
    func schemas(_ kind: String) throws {
        try withFolder { folder in
            let run = try CommandRun(["schema", "--kind", kind], in: folder)
            #expect(run.status == 0)
            #expect(try run.json()["$schema"] as? String == "http://json-schema.org/draft-07/schema#")
        }
    }

    // MARK: Baselines

    @Test("Problems in the baseline are counted, but not shown; new ones are shown")
    func baseline() throws {
        try withFolder(["Routes/a.yaml": Self.crossing]) { folder in
            let written = try CommandRun(["check", "--write-baseline", "known.json"], in: folder)
            #expect(written.output == "no problems in 1 file, 2 routes; not shown: 1 in the baseline\n")
            let again = try CommandRun(["check", "--baseline", "known.json", "--format", "json"], in: folder)
            let hidden = (try again.json()["summary"] as? [String: Any])?["hidden"] as? [String: Int]
            #expect(hidden == ["allowed": 0, "inBaseline": 1, "untouched": 0])
            try Data("baseline: known.json\n".utf8).write(to: folder.appendingPathComponent(".waybill.yaml"))
            try Data("# moved\n\(Self.crossing)".utf8).write(to: folder.appendingPathComponent("Routes/b.yaml"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("Routes/a.yaml"))
            #expect(try CommandRun(["check"], in: folder).output == written.output)
        }
    }

    @Test("A baseline is not replaced while the manifests have errors, because some checks do not run")
    func baselineOfErrors() throws {
        try withFolder(["Routes/a.yaml": Self.crossing]) { folder in
            let file = folder.appendingPathComponent("known.json")
            _ = try CommandRun(["check", "--write-baseline", "known.json"], in: folder)
            let known = try Data(contentsOf: file)
            try Data("waybill: 1\nroutes: [\n".utf8).write(to: folder.appendingPathComponent("Routes/b.yaml"))
            let broken = try CommandRun(["check", "--write-baseline", "known.json"], in: folder)
            #expect(broken.status == 1)
            #expect(broken.errors.hasPrefix("waybill: 'known.json' is not written, because"))
            #expect(try CommandRun(["check", "Routse", "--write-baseline", "known.json"], in: folder).status == 3)
            #expect(try Data(contentsOf: file) == known)
        }
    }

    @Test("A baseline that cannot be read or written is one line, and status 3")
    func unreadableBaseline() throws {
        try withFolder(["Routes/a.yaml": Self.crossing]) { folder in
            let missing = try CommandRun(["check", "--baseline", "nowhere.json"], in: folder)
            #expect((missing.status, missing.errors) == (3, "waybill: cannot read 'nowhere.json'\n"))
            let unwritable = try CommandRun(["check", "--write-baseline", "no/where.json"], in: folder)
            #expect(unwritable.status == 3)
            #expect(unwritable.errors.hasPrefix("waybill: 'no/where.json' is in a folder that does not exist"))
        }
    }

    // MARK: --since

    @Test("Only problems that a change touches are shown, in changed, renamed and new files")
    func since() throws {
        let other = Self.crossing.replacing("url: /", with: "url: /other/")
        try withFolder(["Routes/a.yaml": Self.crossing, "Routes/b.yaml": other]) { folder in
            try commitAll(in: folder)
            let nothing = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(nothing.output == "no problems in 2 files, 4 routes; not shown: 2 on unchanged lines\n")

            try git(["mv", "Routes/b.yaml", "Routes/c d.yaml"], in: folder)
            let changed = other.replacing("showMail", with: "showBox")
            try Data(changed.utf8).write(to: folder.appendingPathComponent("Routes/c d.yaml"))
            let renamed = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(renamed.output.contains("Routes/c d.yaml:3:10: info"))
            #expect(renamed.output.hasSuffix("1 info in 2 files, 4 routes; not shown: 1 on unchanged lines\n"))

            let new = "waybill: 1\nroutes:\n  - { url: /plain, handler: x, priority: 2 }\n"
            try Data(new.utf8).write(to: folder.appendingPathComponent("Routes/new.yaml"))
            let fresh = try CommandRun(["check", "--since", "HEAD", "Routes"], in: folder)
            #expect(fresh.output.contains("Routes/new.yaml:3:42: hint"))
        }
    }

    @Test("A change of an interceptor shows the broken policies of unchanged routes")
    func sincePolicy() throws {
        let set = """
            waybill: 1
            interceptors:
              gate: { url: "/admin/**", use: gate }
            routes:
              - { id: show, url: /admin/show, handler: show }
              - { id: deep, url: /admin/x/y, handler: show }

            """
        let policy = "policies: [{ routes: { handlers: [show] }, need: [gate] }]\n"
        try withFolder(["Routes/a.yaml": set, "Routes/.waybill.yaml": policy]) { folder in
            try commitAll(in: folder)
            let narrow = set.replacing("/admin/**", with: "/admin/x/**")
            try Data(narrow.utf8).write(to: folder.appendingPathComponent("Routes/a.yaml"))
            let run = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(run.status == 1)
            #expect(run.output.contains("'gate' does not run for every request of route 'show'"))

            let move = "  move: { url: /old, rewrite: /admin/show }\nroutes:\n"
            let moved = set.replacing("routes:\n", with: move)
            try Data(moved.utf8).write(to: folder.appendingPathComponent("Routes/a.yaml"))
            let rewritten = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(rewritten.output.contains("/old is rewritten, and reaches 'show' without it"))
        }
    }

    @Test("Attributes that hide lines from people do not hide them from check", arguments: ["-diff", "binary"])
    func attributes(_ attribute: String) throws {
        let files = ["Routes/a.yaml": Self.crossing, ".gitattributes": "*.yaml \(attribute)\n"]
        try withFolder(files) { folder in
            try commitAll(in: folder)
            let changed = Self.crossing.replacing("newMail", with: "newBox")
            try Data(changed.utf8).write(to: folder.appendingPathComponent("Routes/a.yaml"))
            let run = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(run.output.hasSuffix("1 info in 1 file, 2 routes\n"))
        }
    }

    @Test(
        "The user's settings for diffs do not change which lines are new",
        arguments: ["diff.relative=true", "diff.interHunkContext=9"])
    func diffSettings(_ setting: String) throws {
        let comments = (1...3).map { "# \($0)\n" }.joined()
        let sets = ["a": Self.crossing, "b": Self.crossing.replacing("url: /", with: "url: /other/")]
        try withFolder(Dictionary(uniqueKeysWithValues: sets.map { ("Routes/\($0).yaml", $1 + comments) })) { folder in
            try commitAll(in: folder)
            try git(["config"] + setting.split(separator: "=").map(String.init), in: folder)
            for (name, set) in sets {
                // Two changes near each other.
                let changed = "# new\n" + set.replacing("newMail", with: "newBox") + comments + "# new\n"
                try Data(changed.utf8).write(to: folder.appendingPathComponent("Routes/\(name).yaml"))
            }
            let run = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(run.output.hasSuffix("2 infos in 2 files, 4 routes\n"), "\(run.output)")
        }
    }

    @Test("Outside of a repository, and for an unknown commit, there is one clear line")
    func noRepository() throws {
        try withFolder(["Routes/a.yaml": Self.crossing]) { folder in
            let outside = try CommandRun(["check", "--since", "HEAD"], in: folder)
            #expect(outside.status == 3)
            let reason = "Git reports not a git repository (or any of the parent directories): .git"
            #expect(outside.errors == "waybill: --since needs a Git repository: \(reason)\n")
            try git(["init", "-q"], in: folder)
            for reference in ["nowhere", "--output=x", "HEAD"] {
                let unknown = try CommandRun(["check", "--since=\(reference)"], in: folder)
                #expect(unknown.status == 2)
                #expect(unknown.errors == "waybill: '\(reference)' is not a commit of this Git repository\n")
            }
        }
    }

    @Test("A branch that is behind main has changed only what it changed since it left main", arguments: ["", "HEAD"])
    func mergeBase(_ side: String) throws {
        let other = Self.crossing.replacing("url: /", with: "url: /other/")
        try withFolder(["Routes/a.yaml": Self.crossing, "Routes/b.yaml": other]) { folder in
            try makeBranchBehindMain(in: folder) {
                let gained = Self.crossing.replacing("newMail", with: "newBox")
                try Data(gained.utf8).write(to: folder.appending(path: "Routes/a.yaml"))
            }
            let tip = try CommandRun(["check", "--since", "main"], in: folder)
            #expect(tip.output.hasSuffix("1 info in 2 files, 4 routes; not shown: 1 on unchanged lines\n"))
            let base = try CommandRun(["check", "--since", "main...\(side)"], in: folder)
            #expect(base.output == "no problems in 2 files, 4 routes; not shown: 2 on unchanged lines\n")
        }
    }

    @Test("In a shallow clone, a missing commit or merge base comes with the options that fetch the history")
    func shallowClones() throws {
        try withFolder(["r/Routes/a.yaml": Self.crossing]) { folder in
            let origin = folder.appending(path: "r")
            try commitAll(in: origin)
            try git(["commit", "-qm", "two", "--allow-empty"], in: origin)
            try git(["clone", "-q", "--depth", "1", "file://\(origin.path)", "clone"], in: folder)
            for reference in ["v1", "HEAD~1..."] {
                let run = try CommandRun(["check", "--since", reference], in: folder.appending(path: "clone"))
                #expect(run.status == 2)
                let help = "which is shallow; fetch the whole history: 'fetch-depth: 0'"
                #expect(run.errors.contains(help), "\(run.errors)")
            }
        }
    }

    @Test("In the hook of a linked worktree, and whatever Git's variables say, the same lines are new")
    func gitVariables() throws {
        let comments = (1...3).map { "# \($0)\n" }.joined()
        try withFolder(["r/Routes/a.yaml": Self.crossing + comments]) { folder in
            try commitAll(in: folder.appending(path: "r"))
            let place = folder.appending(path: "tree").path
            try git(["worktree", "add", "-q", place, "-b", "topic"], in: folder.appending(path: "r"))
            let changed = Self.crossing + comments + "# new\n"
            try Data(changed.utf8).write(to: URL(filePath: place + "/Routes/a.yaml"))
            let variables = [
                ["GIT_DIR": folder.path + "/r/.git/worktrees/tree", "GIT_INDEX_FILE": "no/index", "GIT_PREFIX": ""],
                ["GIT_DIFF_OPTS": "-u9"], ["GIT_EXTERNAL_DIFF": "/bin/false"], ["GIT_LITERAL_PATHSPECS": "1"],
                ["GIT_DIR": "../r/.git/worktrees/tree", "GIT_WORK_TREE": "."],
            ]
            for environment in [[:]] + variables {
                let run = try CommandRun(
                    ["check", "--since", "HEAD"], in: URL(filePath: place), environment: environment)
                #expect(run.output.hasPrefix("no problems in 1 file"), "\(environment) \(run.output) \(run.errors)")
            }
        }
    }
}
