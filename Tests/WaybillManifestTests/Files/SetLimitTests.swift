import Testing

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax

@Suite("The size of a set")
struct SetLimitTests {
    private static let mebibyte = 1 << 20

    @Test("A set over 32 MiB is reported once, at its largest file, and none of it is read")
    func overLimit() throws {
        try withFolder { folder in
            try folder.write("a.yaml", "waybill: 1\nbogus: 1\n")
            for number in 0..<4 { try folder.write("b\(number).yaml", byteCount: 7 * Self.mebibyte) }
            try folder.write("c.yaml", byteCount: 8 * Self.mebibyte)
            let files = ManifestFiles.read(paths: [folder.path])
            #expect(files.files.allSatisfy { $0.bytes.isEmpty && !$0.isReadable })
            let compilation = Compilation.compile(files: files)
            #expect(
                compilation.diagnostics.map(\.message) == [
                    "the set has 36.1 MiB in 6 files; it is not read, because the limit is 32 MiB"
                ])
            let diagnostic = try #require(compilation.diagnostics.first)
            #expect(diagnostic.rule == .sizeLimit && diagnostic.severity == .error)
            #expect(folder.relative(compilation.sources[diagnostic.span.file].path) == "c.yaml")
        }
    }

    @Test("Included files count, and so do replaced contents")
    func includes() throws {
        try withFolder { folder in
            try folder.write("main.yaml", "waybill: 1\ninclude: ['parts/*.yaml']\n")
            for number in 0..<5 { try folder.write("parts/\(number).yaml", byteCount: 7 * Self.mebibyte) }
            let files = ManifestFiles.read(paths: [folder.path + "/main.yaml"])
            #expect(files.diagnostics.isEmpty)
            #expect(Compilation.compile(files: files).diagnostics.map(\.rule) == [.sizeLimit])
            let empty = Array("waybill: 1\n".utf8)
            let paths = (0..<5).map { "\(folder.path)/parts/\($0).yaml" }
            let replaced = files.replacing(Dictionary(uniqueKeysWithValues: paths.map { ($0, empty) }))
            #expect(Compilation.compile(files: replaced).diagnostics.isEmpty)
            let all = ManifestFiles.read(paths: [folder.path])
            #expect(all.diagnostics.map(\.rule) == [.sizeLimit])
            let shrunk = all.replacing(Dictionary(uniqueKeysWithValues: paths.map { ($0, empty) }))
            #expect(shrunk.diagnostics.isEmpty)
            #expect(shrunk.files.allSatisfy { !$0.bytes.isEmpty })
        }
    }

    @Test("A file that is too large by itself does not count for its set")
    func largeFiles() throws {
        try withFolder { folder in
            try folder.write("a.yaml", "waybill: 1\n")
            for number in 0..<5 { try folder.write("b\(number).yaml", byteCount: 8 * Self.mebibyte + 1) }
            let files = ManifestFiles.read(paths: [folder.path])
            #expect(files.diagnostics.map(\.message) == Array(repeating: "the file is over 8 MiB", count: 5))
            #expect(files.files.map(\.bytes.count) == [11, 0, 0, 0, 0, 0])
        }
    }

    @Test("A set in memory has the same limit")
    func inMemory() {
        let text = String(repeating: "#", count: 7 * Self.mebibyte)
        let files = ManifestFiles(texts: (0..<5).map { ("\($0).yaml", text) })
        #expect(files.diagnostics.map(\.rule) == [.sizeLimit])
        #expect(files.files.allSatisfy { !$0.isReadable })
    }
}

@Suite("Files that include others")
struct IncludedFilesTests {
    @Test("A file is read for any order of the names through which includes lead to it, also over links")
    func chain() throws {
        try withFolder { folder in
            let names = (0..<40).map { "f\((100 + $0 * 9) % 140).yaml" }
            for (index, name) in names.enumerated() {
                let next = index + 1 < names.count ? names[index + 1] : "again.yaml"
                try folder.write(name, "waybill: 1\ninclude: [\(next)]\nroutes: [{ url: /\(index), handler: a }]\n")
            }
            try folder.link("again.yaml", to: names[20])
            let compilation = Compilation.compile(paths: [folder.path + "/" + names[0]])
            #expect(compilation.diagnostics.isEmpty)
            #expect(compilation.set.routes.count == 40)
            #expect(compilation.sources.map(\.path) == compilation.sources.map(\.path).sorted())
        }
    }

    @Test("An include whose key is written with escapes is followed, too")
    func escapedKey() throws {
        try withFolder { folder in
            try folder.write("a.yaml", "waybill: 1\ninclude: [b.yaml]\n")
            try folder.write("b.yaml", "waybill: 1\n\"\\x69nclude\": [c.yaml]\n")
            try folder.write("c.yaml", "waybill: 1\n")
            let compilation = Compilation.compile(paths: [folder.path + "/a.yaml"])
            #expect(compilation.diagnostics.isEmpty)
            #expect(compilation.sources.count == 3)
        }
    }

    @Test(
        "A compilation is current until a file of its set changes, appears or disappears",
        arguments: ["edit", "edit included", "add", "add included", "remove", "remove included"])
    func current(change: String) throws {
        try withFolder { folder in
            try folder.write("Routes/a.yaml", "waybill: 1\ninclude: ['parts/*.inc']\n")
            try folder.write("Routes/b.yaml", "waybill: 1\n")
            try folder.write("Routes/parts/a.inc", "waybill: 1\n")
            let paths = [folder.path + "/Routes"]
            let compilation = Compilation.compile(paths: paths)
            #expect(compilation.sources.count == 3)
            #expect(compilation.isCurrent(ManifestFiles.read(paths: paths)))
            try folder.write("Routes/notes.txt", "no manifest")
            #expect(compilation.isCurrent(ManifestFiles.read(paths: paths)))
            switch change {
            case "edit": try folder.write("Routes/b.yaml", "waybill: 1\n# edited\n")
            case "edit included": try folder.write("Routes/parts/a.inc", "waybill: 1\n# edited\n")
            case "add": try folder.write("Routes/c.yaml", "waybill: 1\n")
            case "add included": try folder.write("Routes/parts/b.inc", "waybill: 1\n")
            case "remove": try folder.remove("Routes/b.yaml")
            default: try folder.remove("Routes/parts/a.inc")
            }
            #expect(!compilation.isCurrent(ManifestFiles.read(paths: paths)))
        }
    }
}
