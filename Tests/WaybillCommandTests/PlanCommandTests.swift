import Foundation
import Testing
import WaybillTestSupport

@Suite("waybill plan")
struct PlanCommandTests {
    private static let old = """
        waybill: 1
        interceptors:
          login: { url: "/admin/**", use: requireLogin }
        routes:
          - { url: /admin/users, handler: users }
          - { url: /notes/:id, handler: show }

        """

    @Test("A Git commit is compared with the folder on disk")
    func commits() throws {
        try withFolder(["Routes/a.yaml": Self.old, "Other/x.txt": ""]) { folder in
            try commitAll(in: folder)
            let same = try CommandRun(["plan", "HEAD:Routes"], in: folder)
            #expect((same.status, same.output) == (0, "Every request is served as before.\n"))
            #expect(try CommandRun(["plan", "-q", "HEAD:Routes"], in: folder).output.isEmpty)

            let changed = Self.old.replacing("/admin/**", with: "/admin/*/x")
            try Data(changed.utf8).write(to: folder.appendingPathComponent("Routes/a.yaml"))
            let broken = try CommandRun(["plan", "HEAD:Routes", "Routes"], in: folder)
            #expect(broken.status == 1)
            #expect(broken.output.contains("breaking: /admin/users: loses 'login' (use requireLogin) [R003]\n"))
            #expect(broken.output.contains("   = example: GET /admin/users\n"))

            let inside = try CommandRun(["plan", "HEAD:./a.yaml", "a.yaml"], in: folder.appending(path: "Routes"))
            #expect(inside.status == 1)
            for wrong in ["HEAD:Nowhere", "nowhere:Routes", "--output=x:Routes", "Nowhere"] {
                let run = try CommandRun(["plan", "--", wrong, "Routes"], in: folder)
                #expect(run.status == 3)
                #expect(run.errors.hasPrefix("waybill: '\(wrong)' does not exist"))
            }
        }
    }

    @Test("In a commit, as on disk, hidden files are not read, and a link that leads out of the set is an error")
    func hiddenFiles() throws {
        let files = [
            "Routes/a.yaml": Self.old, "Routes/.waybill.yaml": "rules: { P006: error }\n",
            "Routes/.old/b.yaml": "no: manifest\n", ".github/ci.yml": "on: push\n", "Other/b.yaml": "no: manifest\n",
        ]
        try withFolder(files) { folder in
            let manager = FileManager.default
            try manager.createSymbolicLink(
                atPath: folder.path + "/Routes/again.yaml", withDestinationPath: "./a.yaml")
            try commitAll(in: folder)
            for paths in [["HEAD:Routes", "Routes"], ["Routes", "HEAD:Routes"], ["HEAD:./", "HEAD:."]] {
                let inside = paths[0].hasSuffix("/") ? folder.appending(path: "Routes") : folder
                let run = try CommandRun(["plan"] + paths, in: inside)
                #expect(
                    (run.status, run.output) == (0, "Every request is served as before.\n"), "\(paths) \(run.output)")
            }
            try manager.createSymbolicLink(
                atPath: folder.path + "/Routes/out.yaml", withDestinationPath: "../Other/b.yaml")
            try git(["add", "."], in: folder)
            try git(["commit", "-qm", "two"], in: folder)
            let run = try CommandRun(["plan", "HEAD:Routes", "HEAD~1:Routes"], in: folder)
            #expect(run.status == 3)
            #expect((run.output + run.errors).contains("is a link that leads out of the set"))
        }
    }

    @Test("The configuration of a commit says which of its files are excluded")
    func exclusions() throws {
        let files = [
            "shop/Routes/a.yaml": Self.old, "shop/Routes/drafts/b.yaml": Self.old.replacing("/notes", with: "/drafts"),
            ".waybill.yaml": "exclude: [shop/Routes/drafts]\n",
        ]
        try withFolder(files) { folder in
            try commitAll(in: folder)
            let same = try CommandRun(["plan", "HEAD:shop/Routes", "shop/Routes"], in: folder)
            #expect((same.status, same.output) == (0, "Every request is served as before.\n"), "\(same.errors)")
            try Data("exclude: [shop/Routes/a.yaml]\n".utf8).write(to: folder.appending(path: ".waybill.yaml"))
            let swapped = try CommandRun(["plan", "HEAD:shop/Routes", "shop/Routes"], in: folder)
            #expect(swapped.status == 1)
            #expect(swapped.output.contains("/notes/"))
        }
    }

    @Test("In a commit, as on disk, a link in the set is followed to a hidden file, a hidden folder and another name")
    func links() throws {
        func route(_ path: String) -> String {
            "waybill: 1\nroutes:\n  - url: /\(path)\n    handler: show\n"
        }
        let files = [
            "Routes/a.yaml": route("a"), "Routes/.base.yaml": route("b"), "Routes/base.txt": route("c"),
            "Routes/.old/d.yaml": route("d"),
        ]
        try withFolder(files) { folder in
            let links = ["b.yaml": ".base.yaml", "c.yaml": "base.txt", "old": ".old"]
            for (name, target) in links {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/Routes/\(name)", withDestinationPath: target)
            }
            try commitAll(in: folder)
            try Data("waybill: 1\n".utf8).write(to: folder.appendingPathComponent("empty.yaml"))
            let added = try CommandRun(["plan", "empty.yaml", "HEAD:Routes"], in: folder)
            for path in ["a", "b", "c", "d"] {
                #expect(added.output.contains("/\(path)"), "\(added.output) \(added.errors)")
            }
            let same = try CommandRun(["plan", "HEAD:Routes", "Routes"], in: folder)
            #expect((same.status, same.output) == (0, "Every request is served as before.\n"))
        }
    }

    @Test("A file of a commit is read with its includes, and named by its path in the commit")
    func includes() throws {
        let including = "waybill: 1\ninclude: [parts/*.yaml]\n"
        try withFolder(["Routes/main.yaml": including, "Routes/parts/a.yaml": Self.old]) { folder in
            try commitAll(in: folder)
            let same = try CommandRun(["plan", "HEAD:Routes/main.yaml", "Routes/main.yaml"], in: folder)
            #expect((same.status, same.output) == (0, "Every request is served as before.\n"), "\(same.errors)")

            try Data("waybill: 2\n".utf8).write(to: folder.appendingPathComponent("Routes/parts/a.yaml"))
            try git(["commit", "-qam", "two"], in: folder)
            let broken = try CommandRun(["plan", "HEAD:Routes", "HEAD~1:Routes"], in: folder)
            #expect(broken.status == 1)
            #expect(broken.errors.hasPrefix("Routes/parts/a.yaml:1:"), "\(broken.errors)")
            try git(["diff", "--exit-code", "HEAD"], in: folder)
        }
    }

    @Test("A commit is read as a checkout has it, whatever Git is configured to do, and the repository does not change")
    func configuredRepositories() throws {
        let files = [
            "Routes/main.yaml": "waybill: 1\ninclude: [parts/*]\n", "Routes/parts/a.txt": Self.old,
            "Library/b.yaml": "waybill: 1\n", ".gitattributes": "*.txt filter=reverse\n",
        ]
        try withFolder(files) { folder in
            try commitAll(in: folder.appending(path: "Library"))
            try git(["init", "-q"], in: folder)
            for (name, value) in ["filter.reverse.smudge": "rev", "filter.reverse.clean": "rev"] {
                try git(["config", name, value], in: folder)
            }
            let library = folder.path + "/Library"
            try git(
                ["-c", "protocol.file.allow=always", "submodule", "add", "-q", library, "Routes/sub"], in: folder)
            try git(["add", "Routes", ".gitattributes"], in: folder)
            try git(["commit", "-qm", "one"], in: folder)
            try git(["config", "submodule.recurse", "true"], in: folder)
            let hook = folder.appending(path: ".git/hooks/post-checkout")
            try Data("#!/bin/sh\ntouch \(folder.path)/hooked\nexit 3\n".utf8).write(to: hook)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook.path)
            for paths in [["HEAD:Routes", "Routes"], ["Routes/main.yaml", "HEAD:Routes/main.yaml"]] {
                let run = try CommandRun(["plan"] + paths, in: folder)
                #expect(run.output == "Every request is served as before.\n", "\(paths) \(run.output) \(run.errors)")
            }
            let above = try CommandRun(["plan", "HEAD:../Routes", "."], in: folder.appending(path: "Routes"))
            #expect(above.output == "Every request is served as before.\n", "\(above.output) \(above.errors)")
            try git(["status"], in: folder)
            try git(["status"], in: folder.appending(path: "Routes/sub"))
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/hooked"))
        }
    }

    @Test("Paths and names of a commit that are unusual are read, and a filter may write any number of errors")
    func unusualNames() throws {
        let files = [
            ":d/a.yaml": Self.old, ":d/in/b.yaml": "waybill: 1\n", ".gitattributes": "*.yaml filter=loud\n",
            "top.yaml": Self.old, "other.txt": "",
        ]
        try withFolder(files) { folder in
            for (name, target) in [":d/l.yaml": "../L/in/b.yaml", "L": ":d"] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + name, withDestinationPath: target)
            }
            try commitAll(in: folder)
            try git(["config", "filter.loud.smudge", "head -c 300000 /dev/zero >&2; cat"], in: folder)
            try git(["config", "core.hooksPath", "hooks"], in: folder)
            try FileManager.default.createDirectory(atPath: folder.path + "/hooks", withIntermediateDirectories: true)
            let hook = folder.appending(path: "hooks/post-index-change")
            try Data("#!/bin/sh\ntouch \(folder.path)/hooked\n".utf8).write(to: hook)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook.path)
            for (old, new) in [("HEAD::d", ":d"), ("HEAD@{2040-01-01 10:00:00}:top.yaml", "top.yaml")] {
                let run = try CommandRun(["plan", old, new], in: folder)
                #expect(run.output == "Every request is served as before.\n", "\(old) \(run.output) \(run.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/hooked"))
            for wrong in ["HEAD:../../x", "HEAD:a/../../../../../x", "HEAD:../\(folder.lastPathComponent)"] {
                let run = try CommandRun(["plan", wrong, "top.yaml"], in: folder)
                #expect(run.status == 3)
                #expect(run.errors.contains("' is not in the commit 'HEAD'\n"), "\(run.errors)")
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/:d/out.yaml", withDestinationPath: "../../../../../x.yaml")
            try git(["add", "-A"], in: folder)
            try git(["commit", "-qm", "two"], in: folder)
            let broken = try CommandRun(["plan", "HEAD::d", "top.yaml"], in: folder)
            #expect((broken.status, broken.errors.contains(":d/out.yaml' is a ")) == (3, true), "\(broken.errors)")
        }
    }

    @Test("A branch that is behind main is compared with the commit where it left main")
    func mergeBase() throws {
        try withFolder(["Routes/a.yaml": Self.old]) { folder in
            try makeBranchBehindMain(in: folder) {
                let gained = Self.old + "  - { url: /gained, handler: gained }\n"
                try Data(gained.utf8).write(to: folder.appending(path: "Routes/a.yaml"))
            }
            #expect(try CommandRun(["plan", "main:Routes", "Routes"], in: folder).status == 1)
            for old in ["main...:Routes", "main...HEAD:Routes", "...main:Routes"] {
                let run = try CommandRun(["plan", old, "Routes"], in: folder)
                #expect(run.output == "Every request is served as before.\n", "\(old): \(run.output) \(run.errors)")
            }
            let run = try CommandRun(["plan", "nowhere...:Routes", "Routes"], in: folder)
            let reason = "'nowhere' is not a commit of this Git repository"
            #expect(run.errors == "waybill: 'nowhere...:Routes' does not exist: \(reason)\n")
        }
    }

    @Test("If Git does not open a repository of another user, its reason says what to do")
    func otherOwner() throws {
        try withFolder(["Routes/a.yaml": Self.old]) { folder in
            try commitAll(in: folder)
            let run = try CommandRun(
                ["plan", "HEAD:Routes", "Routes"], in: folder, environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
            #expect(run.errors.contains("git config --global --add safe.directory "), "\(run.errors)")
            let since = try CommandRun(
                ["check", "--since", "HEAD"], in: folder, environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
            #expect(since.status == 3 && since.errors.contains("safe.directory"), "\(since.errors)")
        }
    }

    @Test("A commit that cannot be copied is an error, and not an empty set")
    func missingObjects() throws {
        try withFolder(["Routes/main.yaml": "waybill: 1\ninclude: [parts/*.yaml]\n", "Routes/parts/a.yaml": Self.old]) {
            (folder: URL) throws in
            try commitAll(in: folder)
            let objects = folder.appending(path: ".git/objects")
            let name = try ProgramRun(["/usr/bin/env", "git", "rev-parse", "HEAD:Routes/parts/a.yaml"], in: folder)
                .output.trimmingCharacters(in: .whitespacesAndNewlines)
            try FileManager.default.removeItem(at: objects.appending(path: "\(name.prefix(2))/\(name.dropFirst(2))"))
            let run = try CommandRun(["plan", "HEAD:Routes/main.yaml", "Routes/main.yaml"], in: folder)
            #expect(run.status == 3)
            #expect(run.errors.hasPrefix("waybill: Git cannot copy the files of the commit: "), "\(run.errors)")
        }
    }

    @Test("The exit status depends on breaking changes and, if requested, on any change")
    func statuses() throws {
        let moved = Self.old.replacing("handler: show", with: "handler: read")
        try withFolder(["old.yaml": Self.old, "new.yaml": moved, "bad.yaml": "waybill: 2\n"]) { (folder: URL) throws in
            func status(_ arguments: String...) throws -> Int32 {
                try CommandRun(["plan"] + arguments, in: folder).status
            }
            #expect(try status("old.yaml", "new.yaml") == 0)
            #expect(try status("old.yaml", "new.yaml", "--detailed-exit-code") == 4)
            #expect(try status("old.yaml", "old.yaml", "--detailed-exit-code") == 0)
            #expect(try status("old.yaml", "new.yaml", "--breaking", "moved-request") == 1)
            #expect(try status("old.yaml", "new.yaml", "--breaking", "P003") == 2)
            #expect(try status("old.yaml", "new.yaml", "--breaking", "R099") == 2)
            #expect(try status("old.yaml", "bad.yaml") == 1)
        }
    }

    @Test("A comment for a pull request is written to a file beside the report")
    func formats() throws {
        let moved = Self.old.replacing("handler: show", with: "handler: read")
        try withFolder(["old.yaml": Self.old, "new.yaml": moved]) { folder in
            let run = try CommandRun(
                ["plan", "old.yaml", "new.yaml", "--format", "json", "--format", "markdown=comment.md"], in: folder)
            #expect(try run.json()["breaking"] as? Bool == false)
            let comment = try String(contentsOf: folder.appendingPathComponent("comment.md"), encoding: .utf8)
            #expect(comment.hasPrefix("### waybill plan\n\n0 breaking, 2 other changes\n"))
        }
    }

    @Test("If one file cannot be written, the other formats are written")
    func unwritableFile() throws {
        try withFolder(["old.yaml": Self.old]) { folder in
            let run = try CommandRun(
                ["plan", "old.yaml", "old.yaml", "--format", "json=missing/plan.json", "--format", "text"], in: folder)
            #expect(run.status == 3 && !run.output.isEmpty)
            #expect(run.errors.hasPrefix("waybill: 'missing/plan.json' "), "\(run.errors)")
        }
    }
}
