import Testing
import Waybill
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The Swift code of the examples cannot be run from their texts, so it is repeated here.
@Suite("The examples of the F rules")
struct RegistryExampleTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var id: String
        var broken: @Sendable (inout Registry) -> Void
        var fixed: @Sendable (inout Registry) -> Void

        var testDescription: String { id }

        /// - Parameter fixed: The corrected code; if nil, only the manifests differ.
        init(
            _ id: String, fixed: (@Sendable (inout Registry) -> Void)? = nil,
            _ broken: @escaping @Sendable (inout Registry) -> Void
        ) {
            self.id = id
            self.broken = broken
            self.fixed = fixed ?? broken
        }
    }

    static let examples = [
        Example("F001") { $0.handler("notes.list") { _ in 1 } },
        Example("F002") {
            $0.register("clock") { _ in Part() }.provides { $0 as any ClockInput }
        } _: {
            $0.register("clock") { _ in Part() }
        },
        Example("F003") {
            $0.handler("notes") { _ in 1 }
            $0.handler("newNotes") { _ in 1 }
        } _: {
            $0.handler("notes") { _ in 1 }
            $0.handler("notes") { _ in 2 }
        },
        Example("F004") {
            $0.handler("notes") { _ in 1 }
            $0.handler("newNotes") { _ in 1 }
        },
        Example("F005") {
            $0.register("session") { _ in Part() }.provides { $0 as any SessionInput }
            $0.register("cart") { _ in Part() }
        },
        Example("F006") {
            $0.register("cart") { _ in Part() }.provides { $0 as any CartInput }
            $0.register("prices") { _ in Part() }.provides { $0 as any PricesInput }.prepares { _, _ in }
        } _: {
            $0.register("cart") { _ in Part() }.provides { $0 as any CartInput }
            $0.register("prices") { _ in Part() }.provides { $0 as any PricesInput }
        },
        Example("F007") {
            $0.register("counter") { _ in SafeCounter() }
        } _: {
            $0.register("counter") { _ in Counter() }
        },
        Example("F008") { $0.register("mailer") { (_: MakeContext<MailerConfiguration>) in Part() } },
        Example("F012") { $0.handler("showNote", parameters: ShowNote.self) { _, note in "note \(note.id)" } },
    ]

    @Test("Each breaks its rule, and is valid once it is fixed", arguments: examples)
    func example(_ example: Example) throws {
        let entry = try #require(RuleCatalog.entries.first { $0.rule.id == example.id })
        let broken = Self.rules(entry.example.broken, example.broken)
        #expect(broken.contains(example.id), "\(broken)")
        let fixed = Self.rules(entry.example.fixed, example.fixed)
        #expect(!fixed.contains(example.id), "\(fixed)")
    }

    private static func rules(_ files: [RuleExample.File], _ register: (inout Registry) -> Void) -> [String] {
        var registry = Registry()
        register(&registry)
        let texts = files.filter { $0.path.hasSuffix(".yaml") }.map { ($0.path, $0.text) }
        let compilation = Compilation.compile(files: ManifestFiles(texts: texts))
        let options = LintOptions(
            registry: .checked(registry.describe(), file: SourceFile(path: "registry.json", bytes: [])))
        return compilation.lint(options: options).diagnostics.map(\.rule.id)
    }
}

private protocol ClockInput: Sendable {}
private protocol SessionInput: Sendable {}
private protocol CartInput: Sendable {}
private protocol PricesInput: Sendable {}

private final class Part: ClockInput, SessionInput, CartInput, PricesInput {}
private final class Counter { var count = 0 }
private actor SafeCounter { var count = 0 }
private struct MailerConfiguration: Decodable { var port = 25 }
private struct ShowNote: Decodable { var id: Int }
