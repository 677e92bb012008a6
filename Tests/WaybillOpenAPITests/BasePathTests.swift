import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

@testable import WaybillOpenAPI

@Suite("A given base path")
struct BasePathTests {
    private static let document = """
        openapi: 3.1.0
        info: { title: A, version: "1" }
        paths: { /x: { get: { responses: {} } } }

        """

    private static let routes = """
        waybill: 1
        routes: [{ id: x, url: /v1/x, methods: [GET], handler: x }]

        """

    @Test("The slashes at its start and end may be left out", arguments: ["v1", "/v1", "v1/", "/v1/", "/%76%31"])
    func slashes(_ text: String) throws {
        let base = try BasePath(text)
        #expect(base.path == "/v1")
        let document = ImportTests.read(Self.document)
        let compilation = try ImportTests.compile(Self.routes)
        let table = try #require(compilation.table)
        let contract = Contract(document, compilation.set, table, basePath: base)
        #expect(contract.findings(.standard).diagnostics.isEmpty)
        #expect(ContractImport(document, basePath: base).manifest().contains("url: /v1/x\n"))
        let merge = try #require(ContractMerge(ContractExport(compilation.set, table, .standard), into: contract))
        #expect(merge.change.new == merge.change.old && merge.losses.isEmpty)
    }

    @Test("A path that is empty is none", arguments: ["", "/"])
    func none(_ text: String) throws {
        #expect(try BasePath(text).path.isEmpty)
    }

    @Test(
        "What cannot precede all paths has a reason",
        arguments: [
            "/a b", "/{x}", "/{", "https://a.example.com/v1", "//a.example.com/v1", "/a?b", "/a#b", "/%zz", "/a//b",
            "/a/../b",
            "/a\n",
        ])
    func unusable(_ text: String) {
        #expect(throws: BasePath.Problem.self) { try BasePath(text) }
    }

    @Test("A report says that the base path is given")
    func origin() throws {
        let compilation = try ImportTests.compile(Self.routes)
        let contract = Contract(
            ImportTests.read(Self.document), compilation.set, try #require(compilation.table),
            basePath: try BasePath("/v2"))
        let unserved = contract.findings(.standard).diagnostics.first { $0.rule == .unservedOperation }
        #expect(unserved?.reasons == ["the base path is '/v2', given with '--base-path'"])
    }
}
