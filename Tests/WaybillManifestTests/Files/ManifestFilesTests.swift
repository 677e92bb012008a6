import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillTools

@testable import WaybillSyntax

@Suite("The search for manifests")
struct ManifestFilesTests {
    @Test("A folder means every *.yaml and *.yml below it, except names that begin with a dot")
    func folder() throws {
        try withFolder { folder in
            try folder.write("b.yaml", "b")
            try folder.write("a.yml", "a")
            try folder.write("sub/deep/c.yaml", "c")
            try folder.write("note.txt", "no")
            try folder.write("d.yaml.bak", "no")
            try folder.write(".hidden.yaml", "no")
            try folder.write(".git/e.yaml", "no")
            let read = ManifestFiles.read(paths: [folder.path + "/"])
            #expect(read.files.map { folder.relative($0.path) } == ["a.yml", "b.yaml", "sub/deep/c.yaml"])
            #expect(read.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a", "b", "c"])
            #expect(read.diagnostics.isEmpty)
            #expect(read.root == folder.path)
        }
    }

    @Test(
        "A copy of a manifest, and a file with a similar name, are not loaded, but reported",
        arguments: [
            "shop.yml.bak", "shop.yaml.orig", "shop.yaml~", "shop.yml~", "shop.YAML", "shop.Yml", "shop.yamll",
            "sub/shop.ymal",
        ])
    func unloadedFiles(_ name: String) throws {
        try withFolder { folder in
            try folder.write("a.yaml", "waybill: 1\n")
            try folder.write(name, "waybill: 1\n")
            let compilation = Compilation.compile(paths: [folder.path])
            #expect(compilation.diagnostics.isEmpty)
            let report = compilation.lint()
            #expect(report.diagnostics.map(\.rule) == [.unloadedFile])
            let diagnostic = try #require(report.diagnostics.first)
            #expect(folder.relative(report.sources[diagnostic.span.file].path) == name)
        }
    }

    @Test(
        "Other files among manifests are not reported",
        arguments: [
            "README.md", "data.json", ".waybill.yaml", ".shop.yaml.swp", "shop.xml", "notes.txt", "yarn.lock", "yaml",
            "shop.yaml.license", "shop.yang", "shop.bak",
        ])
    func others(_ name: String) throws {
        try withFolder { folder in
            try folder.write("a.yaml", "waybill: 1\n")
            try folder.write(name, "no manifest")
            #expect(Compilation.compile(paths: [folder.path]).lint().diagnostics.isEmpty)
        }
    }

    @Test("A file with a similar name is loaded if it is included or given")
    func almostAndIncluded() throws {
        try withFolder { folder in
            try folder.write("a.yaml", "waybill: 1\ninclude: shop.yaml.old\n")
            try folder.write("shop.yaml.old", "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n")
            let compilation = Compilation.compile(paths: [folder.path])
            #expect(compilation.lint().diagnostics.isEmpty)
            #expect(compilation.set.routes.count == 1)
            #expect(Compilation.compile(paths: [folder.path + "/shop.yaml.old"]).lint().diagnostics.isEmpty)
        }
    }

    @Test("Files that everybody may write to are reported once each, and a folder at its first file")
    func writers() throws {
        try withFolder { folder in
            try folder.write("open/a.yaml", "waybill: 1\n")
            try folder.write("open/b.yaml", "waybill: 1\n")
            try folder.write("sticky/c.yaml", "waybill: 1\n")
            try folder.write("d.yaml", "waybill: 1\n")
            for (path, mode) in [("open", 0o777), ("sticky", 0o1777), ("d.yaml", 0o646)] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: mode], ofItemAtPath: "\(folder.path)/\(path)")
            }
            let read = ManifestFiles.read(paths: [folder.path])
            #expect(read.diagnostics.allSatisfy { $0.rule == .foreignWriters && $0.severity == .warning })
            let found = read.diagnostics.map { folder.relative(read.files[$0.span.file].path) }
            #expect(found.sorted() == ["d.yaml", "open/a.yaml"])
        }
    }

    @Test("A mounted ConfigMap is read once, through its links")
    func configMap() throws {
        try withFolder { folder in
            try folder.write("..2024/a.yaml", "a")
            try folder.link("..data", to: "..2024")
            try folder.link("a.yaml", to: "..data/a.yaml")
            let read = ManifestFiles.read(paths: [folder.path])
            #expect(read.files.map { folder.relative($0.path) } == ["a.yaml"])
            #expect(read.diagnostics.isEmpty)
        }
    }

    @Test("A link that leads out of the set is an error, unless its own path is given too")
    func linksOut() throws {
        try withFolder { folder in
            try folder.write("set/a.yaml", "a")
            try folder.write("set-2/b.yaml", "b")
            try folder.write("set-2/more/c.yaml", "c")
            try folder.link("set/b.yaml", to: "../set-2/b.yaml")
            try folder.link("set/more", to: "../set-2/more")
            try folder.link("set/notes.txt", to: "../set-2/b.yaml")
            try folder.link("set/inside.yaml", to: "../set/a.yaml")
            let paths = ["set", "set/b.yaml", "set/more"].map { folder.path + "/" + $0 }
            let read = ManifestFiles.read(paths: [paths[0]])
            let messages = read.diagnostics.map { $0.message.replacing(folder.path + "/", with: "") }
            let reason = "is a link that leads out of the set; to follow it, pass the path of the link too"
            #expect(messages == ["'set/b.yaml' \(reason)", "'set/more' \(reason)"])
            #expect(read.files.map(\.bytes.count) == [1, 0, 0])
            let all = ManifestFiles.read(paths: paths)
            #expect(all.diagnostics.isEmpty)
            #expect(all.files.map { folder.relative($0.path) } == ["set/a.yaml", "set/b.yaml", "set/more/c.yaml"])
        }
    }

    @Test("Cycles of links end")
    func cycle() throws {
        try withFolder { folder in
            try folder.write("sub/a.yaml", "a")
            try folder.link("sub/up", to: "..")
            try folder.link("again", to: "sub")
            let read = ManifestFiles.read(paths: [folder.path])
            #expect(read.files.count == 1)
            #expect(read.diagnostics.isEmpty)
        }
    }

    @Test("A file that is given twice is read once, and the order of paths does not matter")
    func once() throws {
        try withFolder { folder in
            try folder.write("a.yaml", "a")
            try folder.write("b.yaml", "b")
            let paths = [folder.path, folder.path + "/a.yaml", folder.path + "/./b.yaml"]
            let read = ManifestFiles.read(paths: paths)
            #expect(read.files.map(\.path) == ManifestFiles.read(paths: paths.reversed()).files.map(\.path))
            #expect(read.files.count == 2)
        }
    }

    #if os(Linux)
        @Test("Two files whose names are equal strings of different bytes are both read")
        func equivalentNames() throws {
            try withFolder { folder in
                try folder.write("\u{E9}.yaml", "a")
                try folder.write("e\u{301}.yaml", "b")
                let read = ManifestFiles.read(paths: [folder.path])
                #expect(read.files.count == 2)
                #expect(ManifestFiles(sources: read.files).files.map(\.bytes) == read.files.map(\.bytes))
            }
        }
    #endif

    @Test("Each unreadable file is one clear line")
    func unreadable() throws {
        try withFolder { folder in
            try folder.write("shop.yaml", "a")
            try folder.write("empty/readme.txt", "a")
            try folder.write("x/folder.yaml/inner.yaml", "a")
            try folder.link("x/dangling.yaml", to: "nowhere")
            try folder.link("x/loop.yaml", to: "loop.yaml")
            let made = unsafe mkfifo(folder.path + "/x/pipe.yaml", 0o600)  // a plain call
            try #require(made == 0)
            let names = ["shp.yaml", "empty", "x", "x/pipe.yaml", "shop.yaml/a.yaml", "no\0pe"]
            let read = ManifestFiles.read(paths: names.map { folder.path + "/" + $0 })
            let messages = read.diagnostics.map { $0.message.replacing(folder.path + "/", with: "") }
            #expect(
                messages == [
                    "'empty' contains no manifest; add a *.yaml file, begin with 'waybill init', or pass the folder with manifests",
                    "'no\0pe' does not exist; check the path",
                    "'shop.yaml/a.yaml' is below something that is not a folder; check the path",
                    "'shp.yaml' does not exist; check the path",
                    "'x/dangling.yaml' is a broken link; delete it, or make it point to a file",
                    "'x/folder.yaml' is a folder, not a file; replace it by a manifest",
                    "'x/loop.yaml' is a link to itself; make the link point to a file",
                    "'x/pipe.yaml' is a named pipe, not a file; replace it by a manifest",
                ])
            #expect(
                read.diagnostics.allSatisfy { $0.rule == .unreadableFile && $0.span.start == 0 && $0.span.end == 0 })
            #expect(read.diagnostics.map(\.span.file) == Array(read.files.indices))
            #expect(read.diagnostics[3].suggestions.map(folder.relative) == ["shop.yaml"])
            #expect(read.files.allSatisfy { YAMLReader.read($0, index: 0).diagnostics.isEmpty })
        }
    }

    @Test("A name that is not UTF-8 is reported as such, and its folder is not searched in silence")
    func foreignNames() throws {
        try withFolder { folder in
            try folder.write("good.yaml", "a")
            for name in [[0x63, 0xE9], [0x63, 0xE9, 0x2E, 0x79, 0x6D, 0x6C], [0xE9]] as [[UInt8]] {
                let path = (Array((folder.path + "/").utf8) + name).map { CChar(bitPattern: $0) } + [0]
                let isFolder = name.count == 2
                let made = unsafe isFolder ? mkdir(path, 0o700) : open(path, O_CREAT | O_WRONLY, 0o600)  // plain calls
                try #require(made >= 0)
                if !isFolder { close(made) }
            }
            let read = ManifestFiles.read(paths: [folder.path])
            let messages = read.diagnostics.map { $0.message.replacing(folder.path + "/", with: "") }
            #expect(
                messages == [
                    "'c\u{FFFD}' is a folder with a name that is not UTF-8, and is not searched; rename it: '\u{FFFD}' shows such a byte",
                    "'c\u{FFFD}.yml' has a name that is not UTF-8; rename it: '\u{FFFD}' shows such a byte",
                ])
        }
    }

    @Test("Eight MiB are read, one byte more is not, and neither is a device without an end")
    func size() throws {
        try withFolder { folder in
            try folder.write("big.yaml", String(repeating: "#", count: 8 << 20))
            try folder.write("bigger.yaml", String(repeating: "#", count: 8 << 20 + 1))
            let read = ManifestFiles.read(paths: [folder.path, "/dev/zero"])
            #expect(read.diagnostics.map(\.rule.id) == ["Y015", "Y006"])
            #expect(read.files.map(\.bytes.count) == [0, 8 << 20, 0])
        }
    }

    @Test("Texts in memory are sorted too")
    func texts() {
        let files = ManifestFiles(texts: [("b/z.yaml", "1"), ("b/c/a.yaml", "2")])
        #expect(files.files.map(\.path) == ["b/c/a.yaml", "b/z.yaml"])
        #expect(files.root == "b")
        #expect(ManifestFiles(texts: [("a.yaml", "")]).root == ".")
    }
}

@Suite("Includes")
struct IncludeTests {
    private static let tree = [
        "main.yaml", "parts/a.yaml", "parts/b.yml", "parts/deep/c.yaml", "parts/deep/er/c.yaml", "other/a.yaml",
    ]
    private static let cases: [(glob: String, from: String, found: [String])] = [
        ("parts/a.yaml", "main.yaml", ["parts/a.yaml"]),
        ("./parts/*.yaml", "main.yaml", ["parts/a.yaml"]),
        ("parts/?.y*ml", "main.yaml", ["parts/a.yaml", "parts/b.yml"]),
        ("*/a.yaml", "main.yaml", ["other/a.yaml", "parts/a.yaml"]),
        ("parts/**/c.yaml", "main.yaml", ["parts/deep/c.yaml", "parts/deep/er/c.yaml"]),
        ("**/*.yaml", "main.yaml", ["other/a.yaml", "parts/a.yaml", "parts/deep/c.yaml", "parts/deep/er/c.yaml"]),
        ("../other/*.yaml", "parts/a.yaml", ["other/a.yaml"]),
        ("c.yaml", "parts/deep/c.yaml", ["parts/deep/c.yaml"]),
    ]

    @Test("Globs find files below the root, on disk as in memory", arguments: cases.indices)
    func globs(index: Int) throws {
        let (glob, from, found) = Self.cases[index]
        let inMemory = ManifestFiles(texts: Self.tree.map { ($0, "x") })
        #expect(try inMemory.expand(glob, in: from) == found)
        try withFolder { folder in
            for path in Self.tree { try folder.write(path, "x") }
            let onDisk = ManifestFiles.read(paths: [folder.path + "/main.yaml"])
            let paths = try onDisk.expand(glob, in: folder.path + "/" + from)
            #expect(paths.map(folder.relative) == found)
            #expect(onDisk.adding(paths: paths).files.map { folder.relative($0.path) }.contains(found[0]))
        }
    }

    @Test("The root is the common folder of the files")
    func commonRoot() throws {
        let files = ManifestFiles(texts: Self.tree.filter { $0.hasPrefix("parts/") }.map { ($0, "x") })
        #expect(try files.expand("../*.yaml", in: "parts/deep/c.yaml") == ["parts/a.yaml"])
        let problem = #expect(throws: IncludeProblem.self) { try files.expand("../other/*.yaml", in: "parts/a.yaml") }
        #expect(problem?.message == "include '../other/*.yaml' leaves the root 'parts'")
    }

    @Test(
        "An include that leaves the root, or matches nothing, is rejected",
        arguments: [
            ("/etc/passwd", "is an absolute path"), ("../x.yaml", "leaves the root"),
            ("a/../../x.yaml", "leaves the root"),
            ("*/../x.yaml", "leaves the root"), ("none/*.yaml", "matches no file"), ("", "matches no file"),
            ("out.yaml", "is a link that leaves it"), ("*.yaml", "is a link that leaves it"),
        ])
    func refused(glob: String, reason: String) throws {
        try withFolder { folder in
            try folder.write("root/main.yaml", "x")
            try folder.write("x.yaml", "x")
            try folder.link("root/out.yaml", to: "../x.yaml")
            let files = ManifestFiles.read(paths: [folder.path + "/root/main.yaml"])
            let problem = #expect(throws: IncludeProblem.self) {
                try files.expand(glob, in: folder.path + "/root/main.yaml")
            }
            #expect(problem?.message.contains(reason) == true)
        }
    }
}

extension ManifestFiles {
    /// Expands the only include of a set.
    fileprivate func expand(_ glob: String, in path: String) throws(IncludeProblem) -> [String] {
        var walks = IncludeWalks()
        return try expand(glob: glob, relativeTo: path, walks: &walks)
    }
}
