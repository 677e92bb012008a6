import Foundation
import Testing
import WaybillTestSupport

/// Runs the consoles of an article in a folder with the article's files, in the order of the article.
///
/// A path that appears again replaces the file.
@Suite("How-to articles")
struct HowToTests {
    private static let folder = "Sources/Waybill/Waybill.docc/HowTo"
    static let pages = Article.files(in: folder)
    /// The articles that show a service of `Examples/`, with its folder.
    static let examples = ["HowToUseADatabase.md": "Examples/Sources/SQLiteNotes"]

    @Test("Each article begins with its goal, and ends with a link", arguments: pages)
    func shape(page: String) throws {
        let lines = try Article.text("\(Self.folder)/\(page)").split(separator: "\n")
        #expect(lines.first?.hasPrefix("# ") == true)
        #expect(lines.dropFirst().first?.first?.isUppercase == true)
        #expect(lines.last?.contains(".md)") == true)
    }

    @Test("Their Swift code is compiled by a test target, or is that of their example, word for word")
    func swift() throws {
        for (page, example) in Self.examples {
            let files = Article.files(in: example).filter { $0.hasSuffix(".swift") }
            let compiled = try files.flatMap { try Article.parts(of: "\(example)/\($0)") }
            #expect(try Set(Self.swift(of: page)) == Set(compiled.map(\.code)), "\(page)")
        }
        let compiled = try [
            "Tests/WaybillHummingbirdTests/Articles/HowToExamples.swift",
            "Examples/Tests/TestingExamples/HowToTestHandlersExample.swift",
            "Examples/Tests/ConfigurationExamples/HowToConfigureExample.swift",
        ].flatMap { try Article.parts(of: $0).map(\.code) }
        let shown = try Self.pages.filter { Self.examples[$0] == nil }.flatMap(Self.swift)
        #expect(Set(shown) == Set(compiled))
    }

    private static func swift(of page: String) throws -> [String] {
        try Article("\(folder)/\(page)").blocks.filter { $0.language == "swift" }.map(\.code)
    }

    @Test("Its files pass check and their tests, and its console blocks show the command's output", arguments: pages)
    func files(page: String) throws {
        try withFolder { folder in
            for block in try Article("\(Self.folder)/\(page)").blocks where block.language != "swift" {
                try write(block, of: page, in: folder)
            }
            let check = try CommandRun(["check", "Routes"], in: folder)
            #expect(check.status == 0, "\(check.output)\(check.errors)")
            let test = try CommandRun(["test", "Routes"], in: folder)
            #expect(test.status == 0 || test.output == "no tests\n", "\(test.output)\(test.errors)")
        }
    }

    private func write(_ block: Article.Block, of page: String, in folder: URL) throws {
        if block.language == "console" {
            #expect(try printed(by: block.code, in: folder) == block.code)
        } else if let path = block.path, path.hasPrefix("Integrations/") {
            #expect(try block.code == Article.text(path), "\(path)")
        } else if let path = block.path {
            if let example = Self.examples[page] {
                #expect(try block.code == Article.text("\(example)/\(path)"), "\(page) shows another \(path)")
            }
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(block.code.utf8).write(to: file)
        } else {
            Issue.record("\(page): a block of '\(block.language)' is not checked: write the path of its file above it")
        }
    }

    /// The commands of a console, each with its current output.
    private func printed(by console: String, in folder: URL) throws -> String {
        try console.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { line in
            let words = line.dropFirst(2).split(separator: " ").map(String.init)
            try #require(words.first == "waybill", "a console can only run waybill")
            let run = try CommandRun(Array(words.dropFirst()), in: folder)
            return "\(line)\n\(run.output)\(run.errors)"
        }.joined()
    }
}
