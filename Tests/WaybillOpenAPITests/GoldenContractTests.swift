import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillOpenAPI

/// The corpus in `Tests/Fixtures/openapi`. A case of `check` is a folder with `routes.yaml`, a document and, if need be, a
/// `.waybill.yaml`; its output is `NAME.out` beside it. One of `into` is a folder with `routes.yaml` and a document;
/// the merged document is `NAME.merged` beside it.
enum ContractFixtures {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/openapi")

    static func names(_ kind: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path)
        return (names ?? []).filter { !$0.contains(".") }.sorted()
    }

    static func source(_ path: String) -> SourceFile {
        let bytes = try? Data(contentsOf: folder.appending(path: path))
        return bytes.map { SourceFile(path: path, bytes: Array($0)) } ?? .unreadable(path: path)
    }

    static func compilation(_ folder: String) -> Compilation {
        Compilation.compile(files: ManifestFiles(sources: [source("\(folder)/routes.yaml")]))
    }

    static func document(_ folder: String, first: Int) -> OpenAPIDocument {
        let name = ["openapi.yaml", "openapi.json"].first { source("\(folder)/\($0)").isReadable } ?? ""
        return OpenAPIDocument.read("\(folder)/\(name)", first: first, load: { source($0) })
    }

    static func expectGolden(_ actual: String, at path: String) throws {
        let file = folder.appending(path: path)
        guard let expected = try? Data(contentsOf: file) else {
            try Data(actual.utf8).write(to: file)
            Issue.record("\(path) did not exist and is written now: read it, and run the tests again")
            return
        }
        #expect(
            String(decoding: expected, as: UTF8.self) == actual, "\(path) is stale: delete it, and run the tests twice")
    }
}

@Suite("The output of 'waybill openapi' for the corpus")
struct GoldenContractTests {
    private static func report(_ name: String) -> LintReport {
        let folder = "check/\(name)"
        let compilation = ContractFixtures.compilation(folder)
        let file = ContractFixtures.source("\(folder)/.waybill.yaml")
        let configuration = compilation.configuration(file.isReadable ? ConfigurationFile(source: file) : nil)
        let document = ContractFixtures.document(folder, first: compilation.firstOtherFile(configuration))
        var options = LintOptions()
        options.contract = compilation.explainedTable.map {
            Contract(document, compilation.set, $0).findings(configuration)
        }
        return compilation.lint(configuration, options: options)
    }

    @Test("The report of check is the golden one", arguments: ContractFixtures.names("check"))
    func check(_ name: String) throws {
        try ContractFixtures.expectGolden(Self.report(name).text(color: false, width: nil), at: "check/\(name).out")
    }

    @Test("Every rule of contracts occurs in the corpus")
    func everyRuleOccurs() {
        let found = Set(ContractFixtures.names("check").flatMap { Self.report($0).diagnostics.map(\.rule) })
        #expect(Rule.all.filter(\.isFoundByContractCheck).allSatisfy(found.contains))
        #expect(Rule.all.count(where: \.isFoundByContractCheck) == 5)
    }

    @Test("A merged document keeps its comments and order", arguments: ContractFixtures.names("into"))
    func merge(_ name: String) throws {
        let folder = "into/\(name)"
        let compilation = ContractFixtures.compilation(folder)
        let table = try #require(compilation.table)
        let contract = Contract(ContractFixtures.document(folder, first: 1), compilation.set, table)
        let merge = try #require(ContractMerge(ContractExport(compilation.set, table, .standard), into: contract))
        let merged = merge.change.new
        let losses = merge.losses.map { "not carried over: \($0)\n" }.joined()
        try ContractFixtures.expectGolden(String(decoding: merged, as: UTF8.self) + losses, at: "\(folder).merged")
        // What is merged has no difference and is not changed again.
        let again = OpenAPIDocument.read("openapi.yaml", first: 1) { SourceFile(path: $0, bytes: merged) }
        let second = Contract(again, compilation.set, table)
        let found = second.findings(.standard).diagnostics.filter { $0.severity >= .warning }
        #expect(found.isEmpty, "\(found.map(\.message))")
        let next = try #require(ContractMerge(ContractExport(compilation.set, table, .standard), into: second))
        #expect(next.change.new == merged)
    }

    @Test(
        "Every example of a rule is broken, and the fixed one is not",
        arguments: RuleCatalog.entries.filter(\.rule.isFoundByContractCheck))
    func examples(_ entry: RuleEntry) throws {
        func rules(_ files: [RuleExample.File]) throws -> [Rule] {
            func file(_ path: String) -> SourceFile? {
                files.first { $0.path == path }.map { SourceFile(path: path, bytes: Array($0.text.utf8)) }
            }
            let manifest = try #require(file("routes.yaml"))
            let compilation = Compilation.compile(files: ManifestFiles(sources: [manifest]))
            let configuration = compilation.configuration(file(".waybill.yaml").map { ConfigurationFile(source: $0) })
            let first = compilation.firstOtherFile(configuration)
            let document = OpenAPIDocument.read("openapi.yaml", first: first) { file($0) ?? .unreadable(path: $0) }
            let contract = Contract(document, compilation.set, try #require(compilation.table))
            return contract.findings(configuration).diagnostics.filter { $0.severity > .hint }.map(\.rule)
        }
        #expect(try rules(entry.example.broken).contains(entry.rule))
        #expect(try rules(entry.example.fixed).isEmpty)
    }
}
