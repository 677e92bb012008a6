import Foundation
import Testing
import WaybillKeyGeneration
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

@testable import Waybill

@Suite("Generated routes")
struct RouteKeysTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fixtures/keys").standardizedFileURL

    @Test("the code for every kind of pattern is the golden one")
    func golden() throws {
        let manifest = try String(contentsOf: Self.folder.appending(path: "routes.yaml"), encoding: .utf8)
        let compilation = Compilation.compile(text: manifest, path: "Routes/routes.yaml")
        #expect(compilation.diagnostics.filter { $0.severity >= .warning }.map(\.message) == [])
        let source = KeyGenerator(compilation).source
        let path = Self.folder.appending(path: "routes.swift")
        let golden = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        if golden.isEmpty { try source.write(to: path, atomically: true, encoding: .utf8) }
        #expect(source == golden)
    }

    @Test("the code names each type of constraints by a constant, and takes values of its Swift type")
    func constraintTypes() {
        let constants: [DeclaredRoute.Constraint] = [.int, .uint, .hex, .uuid, .ulid, .slug, .alpha, .date, .filename]
        #expect(constants.map(\.constraint) == ConstraintType.all.map(ParameterConstraint.type))
        for type in ConstraintType.all {
            let manifest = "waybill: 1\nroutes:\n  - { id: r, url: /:x, params: { x: \(type.name) }, handler: h }\n"
            let source = KeyGenerator(.compile(text: manifest)).source
            #expect(source.contains("params: [\"x\": .\(type.name)]"), "\(type.name)")
            #expect(source.contains("static func r(x: \(type.swiftType.rawValue), query:"), "\(type.name)")
        }
    }

    private func names(_ ids: [String]) -> [String] {
        let routes = ids.enumerated().map { "  - { id: '\($1)', url: /\($0), handler: h }\n" }.joined()
        return RouteKeys(.compile(text: "waybill: 1\nroutes:\n" + routes)).keys.map(\.functionName).sorted()
    }

    @Test("a function is named after the words of its route's id")
    func functionNames() {
        #expect(names(["notes.show"]) == ["notesShow"])
        #expect(names(["GET /notes/:id", "string"]) == ["getNotesId", "stringRoute"])
    }

    @Test("two routes with the same name in Swift are an error at the second id")
    func sameNames() throws {
        let manifest = """
            waybill: 1
            routes:
              - { id: notes-show, url: /a, handler: h }
              - { id: notes.show, url: /b, handler: h }

            """
        let generator = KeyGenerator(.compile(text: manifest))
        let diagnostic = try #require(generator.diagnostics.first)
        #expect(generator.diagnostics.count == 1)
        #expect(
            diagnostic.message == "routes 'notes-show' and 'notes.show' have the same Swift name, 'notesShow'")
        #expect(SourceFile(path: "", bytes: Array(manifest.utf8)).position(at: diagnostic.span.start).line == 4)
    }

    @Test("two lists of a route with the same name in Swift are an error at the second parameter")
    func sameParameters() throws {
        let manifest = """
            waybill: 1
            routes:
              - url: /:note_id/:noteId
                params:
                  note_id: [a, b]
                  noteId: [a, b]
                handler: h

            """
        let diagnostic = try #require(KeyGenerator(.compile(text: manifest)).diagnostics.first)
        #expect(diagnostic.message == "parameters 'note_id' and 'noteId' have the same Swift name, 'noteId'")
        #expect(SourceFile(path: "", bytes: Array(manifest.utf8)).position(at: diagnostic.span.start).line == 6)
    }

    @Test("a list whose values have no distinct Swift names is text", arguments: ["1.0, '10'", "+, '-'"])
    func namelessValues(_ values: String) {
        let manifest = "waybill: 1\nroutes:\n  - { id: r, url: /:x, params: { x: [\(values)] }, handler: h }\n"
        #expect(KeyGenerator(.compile(text: manifest)).source.contains("static func r(x: String, query:"))
    }

    @Test("a redirect has no builder")
    func redirects() {
        let manifest = "waybill: 1\nroutes:\n  - { url: /a, forward: /b }\n  - { id: b, url: /b, handler: h }\n"
        #expect(RouteKeys(.compile(text: manifest)).keys.map(\.functionName) == ["b"])
    }

    private func isProven(_ routes: String...) -> Bool? {
        let list = routes.map { "  - { handler: h, \($0) }\n" }.joined()
        let keys = RouteKeys(.compile(text: "waybill: 1\nroutes:\n" + list)).keys
        return keys.first { $0.facts.id == "r" }?.isProven
    }

    @Test("a builder does not throw where every value of its types leads to the route")
    func proven() {
        #expect(isProven("id: r, url: /a/:x, params: { x: int }") == true)
        #expect(isProven("id: r, url: /a/:x, params: { x: uuid }", "id: s, url: /a/new") == true)
        #expect(isProven("id: r, url: /a/:x, params: { x: [b, c] }", "id: s, url: /a/new") == true)
        #expect(
            isProven("id: r, url: /a/:x, params: { x: int }, methods: [PUT]", "id: s, url: /a/1, methods: [GET]")
                == true)
        #expect(isProven("id: r, url: /a/:x, params: { x: int }", "id: s, url: 'app://a/1'") == true)
        #expect(isProven("id: r, url: '//h.com/:x', params: { x: int }", "id: s, url: '//h.com:8080/1'") == true)
    }

    @Test("a builder throws where a value may lead elsewhere")
    func throwing() {
        #expect(isProven("id: r, url: /a/:x") == false)
        #expect(isProven("id: r, url: /a/:x, params: { x: slug }") == false)
        #expect(isProven("id: r, url: /a/:x, params: { x: int }", "id: s, url: /a/1") == false)
        #expect(isProven("id: r, url: /a/:x, params: { x: [b, new] }", "id: s, url: /a/new") == false)
        #expect(isProven("id: r, url: /a/:x, params: { x: [., b] }") == false)
        #expect(isProven("id: r, url: /a/**") == false)
        #expect(isProven("id: r, url: '//*.h.com/:x', params: { x: int }") == false)
        // A URL without a port has the default one.
        #expect(isProven("id: r, url: '//h.com/:x', params: { x: int }", "id: s, url: '//h.com:80/1'") == false)
    }
}
