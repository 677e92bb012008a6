import Foundation
import Hummingbird
import Testing
import Waybill
import WaybillHTTPTestSupport
import WaybillReload

@Suite("README.md")
struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private let readme: String

    init() throws {
        readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    }

    /// The fenced blocks of a language, in order.
    private func blocks(_ language: String) -> [String] {
        readme.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test("its manifest and its Swift do what it says")
    func example() async throws {
        let manifest = try #require(blocks("yaml").first)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("notes.yaml"))
        let (app, waybill) = try await ReadmeExample.service(folder.path)
        try await app.test { client in
            #expect(try await client.get("/old/1").require(.ok).text == "Buy milk")
            try await client.get("/notes/milk").require(.notFound)
            try await client.get("/admin/stats").require(.unauthorized)
            try await client.get("/admin/stats", headers: [.authorization: "Bearer "]).require(.unauthorized)
            let route = "  - { url: /new, handler: stats }\n"
            try Data((manifest + route).utf8).write(to: folder.appendingPathComponent("notes.yaml"))
            await waybill.reloader.reload()
            try await client.get("/new").require(.ok)
            try Data((manifest + route + route).utf8).write(to: folder.appendingPathComponent("notes.yaml"))
            await waybill.reloader.reload()
            try await client.get("/new").require(.ok)
        }
    }

    @Test("its Swift is the code that this test compiles, word for word")
    func swift() throws {
        let source = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/WaybillTests/Readme/ReadmeExample.swift"),
            encoding: .utf8)
        let marked = try #require(
            source.components(separatedBy: "// README: begin\n").last?.components(separatedBy: "        // README: end")
                .first)
        let lines = marked.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0)
        }
        let compiled = lines.joined(separator: "\n").replacingOccurrences(
            of: "manifests: folder", with: "manifests: \"Routes\"")
        #expect(blocks("swift").first == compiled + "\ntry await app.runService()\n")
    }

    @Test("its manifest is the one that this test's keys are generated from, word for word")
    func keys() throws {
        let manifest = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/WaybillTests/Readme/Routes/notes.yaml"), encoding: .utf8
        )
        #expect(blocks("yaml").first == manifest)
    }

    // Scripts/tutorial.sh compares the tutorial's output with the output of check.
    @Test("its examples of a missing interceptor, and of Package.swift, are in the tutorial")
    func tutorial() throws {
        let tutorial = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/Waybill/Waybill.docc/Tutorial.md"), encoding: .utf8)
        let shown = blocks("text")
        #expect(shown.count == 2)
        #expect(tutorial.contains(try #require(shown.first)))
        for line in try #require(shown.last).split(separator: "\n") {
            #expect(tutorial.contains(line.components(separatedBy: "  //")[0]), "\(line)")
        }
    }

    @Test("its links and pictures lead to files")
    func links() throws {
        let targets = readme.matches(of: #/\]\(([^)#:]+)\)/#).map { String($0.1) }
        #expect(targets.contains { $0.hasSuffix("check-120-color.svg") } && targets.count > 30)
        for target in targets {
            #expect(FileManager.default.fileExists(atPath: Self.root.appendingPathComponent(target).path), "\(target)")
        }
    }
}
