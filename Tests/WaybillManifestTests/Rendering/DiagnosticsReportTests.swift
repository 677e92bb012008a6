import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillSyntax

@Suite("Diagnostics as JSON")
struct DiagnosticsReportTests {
    private static let source = SourceFile(path: "Routes/shop.yaml", bytes: Array("日本: x\nb: y\n".utf8))

    private static func report() -> DiagnosticsReport {
        let place = SourceSpan(file: 0, start: 8, end: 9)
        let edit = Diagnostic.Edit(span: place, text: "z")
        let full = Diagnostic(
            .undefinedName, at: place, "a/b", notes: [.init("here", at: SourceSpan(file: 0, start: 10, end: 11))],
            witness: "POST /x", suggestions: ["z"], help: "rename it",
            fixes: [.init(description: "rename", safe: false, edits: [edit])]
        ).witnessed(inViewOf: "views")
        let bare = Diagnostic(.ambiguousScalar, at: place, "w", severity: .hint)
        return DiagnosticsReport([full, bare], sources: [source], routes: 2)
    }

    @Test("The keys and values are those of the contract")
    func golden() throws {
        #expect(
            Self.report().json() == """
                {
                  "diagnostics" : [
                    {
                      "column" : 5,
                      "endColumn" : 6,
                      "endLine" : 1,
                      "file" : "Routes/shop.yaml",
                      "fixes" : [
                        {
                          "description" : "rename",
                          "edits" : [
                            {
                              "column" : 5,
                              "endColumn" : 6,
                              "endLine" : 1,
                              "file" : "Routes/shop.yaml",
                              "line" : 1,
                              "text" : "z"
                            }
                          ],
                          "safe" : false
                        }
                      ],
                      "help" : "rename it",
                      "id" : "I002",
                      "line" : 1,
                      "message" : "a/b",
                      "name" : "undefined-name",
                      "notes" : [
                        {
                          "column" : 1,
                          "endColumn" : 2,
                          "endLine" : 2,
                          "file" : "Routes/shop.yaml",
                          "kind" : "related",
                          "line" : 2,
                          "message" : "here"
                        }
                      ],
                      "request" : {
                        "method" : "POST",
                        "tags" : [
                          "views"
                        ],
                        "url" : "/x"
                      },
                      "severity" : "error",
                      "suggestions" : [
                        "z"
                      ],
                      "witness" : "POST /x"
                    },
                    {
                      "column" : 5,
                      "endColumn" : 6,
                      "endLine" : 1,
                      "file" : "Routes/shop.yaml",
                      "fixes" : [

                      ],
                      "help" : null,
                      "id" : "Y009",
                      "line" : 1,
                      "message" : "w",
                      "name" : "ambiguous-scalar",
                      "notes" : [

                      ],
                      "request" : null,
                      "severity" : "hint",
                      "suggestions" : [

                      ],
                      "witness" : null
                    }
                  ],
                  "summary" : {
                    "errors" : 1,
                    "files" : 1,
                    "hints" : 1,
                    "infos" : 0,
                    "routes" : 2,
                    "warnings" : 0
                  },
                  "version" : 1
                }

                """)
    }

    @Test("A report reads back as it was written")
    func roundTrip() throws {
        let report = Self.report()
        let read = try JSONDecoder().decode(DiagnosticsReport.self, from: Data(report.json().utf8))
        #expect(read == report)
    }

    @Test("The schema describes the keys that are written, neither more nor fewer")
    func schema() throws {
        let schema = try Self.object(at: Self.schemaPath)
        let written = try #require(
            JSONSerialization.jsonObject(with: Data(Self.report().json().utf8)) as? [String: Any])
        let definitions = try #require(schema["definitions"] as? [String: [String: Any]])
        try Self.compare(written, schema)
        let diagnostic = try #require((written["diagnostics"] as? [[String: Any]])?.first)
        try Self.compare(diagnostic, try #require(definitions["diagnostic"]))
        try Self.compare(
            try #require((diagnostic["notes"] as? [[String: Any]])?.first), try #require(definitions["note"]))
        let properties = try #require(definitions["diagnostic"]?["properties"] as? [String: [String: Any]])
        try Self.compare(
            try #require(diagnostic["request"] as? [String: Any]), try #require(properties["request"]))
        let fix = try #require((diagnostic["fixes"] as? [[String: Any]])?.first)
        try Self.compare(fix, try #require(definitions["fix"]))
        try Self.compare(try #require((fix["edits"] as? [[String: Any]])?.first), try #require(definitions["edit"]))
        let summary = try #require(definitions["summary"])
        try Self.compare(try #require(written["summary"] as? [String: Any]), summary, optional: ["hidden"])
        let counts = try #require(summary["properties"] as? [String: [String: Any]])
        try Self.compare(try Self.hidden(), try #require(counts["hidden"]))
    }

    @Test("Hidden diagnostics are counted; without any, the count is omitted")
    func hidden() throws {
        #expect(try Self.hidden() as? [String: Int] == ["allowed": 2, "inBaseline": 0, "untouched": 1])
        let all = LintReport(diagnostics: [], sources: [], routes: 0)
        #expect(!DiagnosticsReport(all).json().contains("hidden"))
    }

    private static func hidden() throws -> [String: Any] {
        var report = LintReport(diagnostics: [], sources: [], routes: 0)
        (report.hidden.allowed, report.hidden.untouched) = (2, 1)
        let json = DiagnosticsReport(report).json()
        let written = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        return try #require((written["summary"] as? [String: Any])?["hidden"] as? [String: Any])
    }

    private static func compare(
        _ written: [String: Any], _ schema: [String: Any], optional: Set<String> = []
    ) throws {
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(Set(properties.keys).subtracting(optional) == Set(written.keys))
        #expect(Set(try #require(schema["required"] as? [String])) == Set(written.keys))
        #expect(properties.values.allSatisfy { $0["description"] != nil || $0["$ref"] != nil })
    }

    private static let schemaPath: String = {
        let folder = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return "/\(folder)/Schemas/diagnostics.schema.json"
    }()

    private static func object(at path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
