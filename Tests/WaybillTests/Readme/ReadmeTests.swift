import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillSyntax
import WaybillTestSupport
import WaybillTools

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

    @Test("its manifest and its Swift are within the first 30 lines or so, and work as described")
    func example() async throws {
        let manifest = try #require(blocks("yaml").first)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("notes.yaml"))
        let result = try await ReadmeExample.run(folder.path)
        #expect(result.note as? String == "note 42")
        #expect(result.seconds == 42)
    }

    @Test("its Swift is the code that this test compiles, word for word")
    func swift() throws {
        let source = try String(
            contentsOf: Self.root.appendingPathComponent("Tests/WaybillTests/Readme/ReadmeExample.swift"),
            encoding: .utf8)
        let marked = try #require(
            source.components(separatedBy: "// README: begin\n").last?.components(separatedBy: "        // README: end")
                .first)
        let lines = marked.split(separator: "\n").map {
            $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0)
        }
        let compiled = lines.joined(separator: "\n").replacingOccurrences(
            of: "manifests: folder", with: "manifests: \"Routes\"")
        #expect(blocks("swift").first == compiled + "\n")
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

    @Test("its output of 'waybill check' is the real one")
    func broken() throws {
        let manifests = blocks("yaml")
        let output = try #require(blocks("console").first)
        let broken = try #require(manifests.dropFirst().first)
        let compilation = Compilation.compile(text: broken, path: "Routes/notes.yaml")
        let printed = TextRenderer(sources: compilation.sources).render(compilation.diagnostics)
        let summary = TextRenderer(sources: compilation.sources)
            .summaryLine(for: compilation.diagnostics, routes: compilation.set.routes.count)
        let checked = CheckedSet(compilation, compilation.lint())
        let files = ManifestFiles(sources: compilation.sources)
        let offer = try FixOffer(for: checked) { replaced in
            let fixed = Compilation.compile(files: files.replacing(replaced))
            return CheckedSet(fixed, fixed.lint())
        }
        #expect(output == "$ waybill check Routes\n" + printed + summary + "\n" + (offer.text ?? "") + "\n")
    }
}
