import Foundation
import Testing

@Suite("waybill check --cache")
struct CacheCommandTests {
    private static let files = [
        "Routes/a.yaml": "waybill: 1\nroutes:\n  - { url: /a, handler: a }\n  - { url: /a, handler: b }\n",
        "Routes/b.yaml": "waybill: 1\nrouts: 1  \n",
    ]

    @Test(
        "What is kept is what a run prints, in every format",
        arguments: [
            "text", "compact", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "markdown",
        ])
    func formats(format: String) throws {
        try withFolder(Self.files) { folder in
            let cold = try CommandRun(["check", "--format", format], in: folder)
            #expect(cold.status == 1)
            for _ in 0..<2 {
                let cached = try CommandRun(["check", "--format", format, "--cache"], in: folder)
                #expect(cached.output == cold.output && cached.errors == cold.errors && cached.status == cold.status)
            }
            #expect(try Self.entries(in: folder).count == 1)
        }
    }

    @Test("Reports in files are written again, and other options are another run")
    func options() throws {
        try withFolder(Self.files) { folder in
            let arguments = ["check", "--cache=kept", "--format", "json=report.json"]
            _ = try CommandRun(arguments, in: folder)
            let report = folder.appending(path: "report.json")
            let text = try Data(contentsOf: report)
            try FileManager.default.removeItem(at: report)
            #expect(try CommandRun(arguments, in: folder).status == 1)
            #expect(try Data(contentsOf: report) == text)
            #expect(try CommandRun(["check", "--cache=kept", "--explain", "P001"], in: folder).status == 0)
            #expect(try Self.entries(in: folder, "kept").count == 1)
            let edited = try CommandRun(["check", "--cache=kept", "--no-config"], in: folder)
            #expect(try edited.status == 1 && Self.entries(in: folder, "kept").count == 2)
        }
    }

    @Test("What writes files, or asks git, is never taken from a cache")
    func neverKept() throws {
        try withFolder(Self.files) { folder in
            for option in ["--fix", "--diff", "--write-baseline=base.json"] {
                _ = try CommandRun(["check", "--cache", option], in: folder)
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: ".waybill-cache").path))
        }
    }

    @Test("A cache that cannot be written is told of, and changes nothing else")
    func unwritable() throws {
        try withFolder(Self.files.merging(["file": ""]) { $1 }) { folder in
            let cold = try CommandRun(["check"], in: folder)
            let cached = try CommandRun(["check", "--cache=file/cache"], in: folder)
            #expect(cached.output == cold.output && cached.status == cold.status)
            #expect(cached.errors.hasPrefix("waybill: the cache 'file/cache' "))
        }
    }

    private static func entries(in folder: URL, _ name: String = ".waybill-cache") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
            .filter { $0.hasSuffix(".run") }
    }
}
