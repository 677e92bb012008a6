import Foundation
import Testing
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The output of `waybill test`, in `Tests/Fixtures/test`: a folder is a set, and beside it is its output in each
/// format. To accept a changed one, delete its file, and run twice.
@Suite("The output of 'waybill test' for the corpus")
struct RouteTestGoldenTests {
    static let folder = GoldenFixtures.folder.deletingLastPathComponent().appending(path: "test")

    static let sets =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))
        .map { $0.filter { !$0.contains(".") }.sorted() } ?? []

    static func compile(_ name: String) -> Compilation {
        let root = folder.path(percentEncoded: false) + "/"
        let files = ManifestFiles.read(paths: [root + name]).files.map {
            SourceFile(path: String($0.path.dropFirst(root.count)), bytes: $0.bytes)
        }
        return Compilation.compile(files: ManifestFiles(sources: files))
    }

    @Test("A report in a format is the golden text", arguments: sets, Form.allCases)
    func output(_ name: String, _ form: Form) throws {
        let compilation = Self.compile(name)
        var report = try #require(MeasuredTestReport(compilation, coverage: form.detail, failUnder: form.failUnder))
        if form.isMutating {
            report.mutation = compilation.mutate().map { MutationReport($0, minimum: form.failUnder) }
        }
        let actual = report.rendered(as: form.format, style: ReportStyle(folder: "/work"))
        try expectGolden(actual.utf8, at: Self.folder.appending(path: "\(name).\(form.rawValue)"))
    }

    @Test("Every set of the corpus is without errors, and every golden text has its set")
    func corpus() throws {
        for name in Self.sets { #expect(!Self.compile(name).hasErrors, "\(name)") }
        let names = Set(Self.sets.flatMap { name in Form.allCases.map { "\(name).\($0.rawValue)" } + [name] })
        let present = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path(percentEncoded: false))
        #expect(Set(present.filter { !$0.hasPrefix(".") }).subtracting(names) == [])
    }

    /// By the name of its file.
    enum Form: String, CaseIterable, Sendable {
        case text = "txt"
        case json
        case junit = "junit.xml"
        case github = "github.txt"
        case list = "coverage.txt"
        case lines = "lines.txt"
        case failing = "fail-under.txt"
        case lcov = "lcov"
        case cobertura = "cobertura.xml"
        case mutants = "mutants.txt"
        case mutantsJSON = "mutants.json"
        case agent = "agent.txt"

        var format: RouteTestFormat {
            switch self {
            case .text, .list, .lines, .failing, .mutants: .text
            case .json, .mutantsJSON: .json
            case .junit: .junit
            case .github: .github
            case .lcov: .lcov
            case .cobertura: .cobertura
            case .agent: .agent
            }
        }

        var detail: MeasuredTestReport.CoverageDetail? {
            switch self {
            case .text, .junit, .github, .mutants, .mutantsJSON: nil
            case .json, .lcov, .cobertura: .summary
            case .list, .failing, .agent: .list
            case .lines: .lines
            }
        }

        var isMutating: Bool { self == .mutants || self == .mutantsJSON || self == .junit }

        var failUnder: Double? { self == .failing || self == .junit ? 100 : nil }
    }
}

@Suite("The contract of 'waybill test --format json'")
struct RouteTestContractTests {
    @Test(
        "The schema describes the keys that are written, neither more nor fewer", arguments: RouteTestGoldenTests.sets)
    func schema(_ name: String) throws {
        let compilation = RouteTestGoldenTests.compile(name)
        var report = try #require(MeasuredTestReport(compilation, coverage: .list))
        report.mutation = compilation.mutate().map { MutationReport($0) }
        let written = try JSONSerialization.jsonObject(with: Data(report.rendered(as: .json).utf8))
        let folder = GoldenFixtures.folder.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appending(path: "Schemas/test.schema.json"))
        let schema = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        try compare(written, schema, schema["definitions"] as? [String: [String: Any]] ?? [:], at: name)
    }

    private func compare(
        _ value: Any, _ schema: [String: Any], _ definitions: [String: [String: Any]], at place: String
    ) throws {
        var schema = schema
        if let branches = schema["anyOf"] as? [[String: Any]], let last = branches.last { schema = last }
        if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last {
            schema = try #require(definitions[String(name)])
        }
        if let values = value as? [Any] {
            let items = try #require(schema["items"] as? [String: Any], "\(place)")
            for value in values { try compare(value, items, definitions, at: place + "[]") }
        } else if let object = value as? [String: Any],
            let properties = schema["properties"] as? [String: [String: Any]]
        {
            // A log adds the other keys.
            let required = Set(schema["required"] as? [String] ?? [])
            #expect(Set(object.keys) == required, "\(place)")
            #expect(Set(properties.keys).subtracting(required).isSubset(of: ["requests"]), "\(place)")
            for (key, value) in object {
                try compare(value, try #require(properties[key]), definitions, at: "\(place).\(key)")
            }
        } else if let words = schema["enum"] as? [String] {
            #expect(words.contains(value as? String ?? ""), "\(place)")
        }
    }
}
