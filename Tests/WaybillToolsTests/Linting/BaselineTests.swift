import Testing
import WaybillOracle

@testable import WaybillManifest
@testable import WaybillReports
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

@Suite("Baselines")
struct BaselineTests {
    private static let crossing = """
        waybill: 1
        routes:
          - url: /:box/new
            handler: newMail
          - url: /mail/:id
            handler: showMail

        """

    private static func compile(_ files: [String: String]) -> Compilation {
        Compilation.compile(files: ManifestFiles(texts: files.map { ($0.key, $0.value) }))
    }

    private static func lint(_ compilation: Compilation, knowing baseline: Baseline) -> LintReport {
        let file = SourceFile(path: "known.json", bytes: Array(baseline.json.utf8))
        return compilation.lint(options: LintOptions(baseline: file))
    }

    @Test("The written problems are hidden, and nothing is stale", arguments: GoldenFixtures.broken)
    func roundTrip(_ golden: GoldenCase) {
        let compilation = golden.compilation
        let report = Self.lint(compilation, knowing: compilation.baseline())
        let refused = compilation.diagnostics.filter { $0.severity == .error }.resolvingEdits(in: compilation.sources)
        #expect(report.diagnostics == refused, "nothing else is left, and nothing of it is hidden")
        #expect(report.hidden.inBaseline == compilation.baseline().findings.reduce(0) { $0 + $1.count })
        #expect(compilation.baseline() == golden.compile().baseline())
    }

    @Test("Layout, comments, order, moves between files and their names do not matter")
    func moves() {
        let baseline = Self.compile(["a.yaml": Self.crossing]).baseline()
        #expect(baseline.findings.map(\.path) == ["routes//:box/new/url"])
        let moved = Self.compile([
            "new/name.yaml": """
            # A comment.
            waybill: 1
            routes:
              - { handler: elsewhere, url: "/elsewhere" }
              - { "handler": showMail, url: '/mail/:id' }

            """,
            "other.yaml": "waybill: 1\nroutes: [{ url: \"/:box/new\", handler: newMail }]\n",
        ])
        let report = Self.lint(moved, knowing: baseline)
        #expect(report.diagnostics == [])
        #expect(report.hidden.inBaseline == 1)
    }

    private static let alike = [
        """
        waybill: 1
        interceptors: { one: { url: "/a/**", use: log, order: 1 }, three: { url: "/c", use: a, order: 3 } }
        modules: { Clock: { identifiers: ["x:1"] } }
        routes: [{ id: a.b, url: /a/b, handler: h }, { id: p, url: "/:box/new", handler: h }]
        tests: [{ open: /c, expect: { handler: h } }]

        """,
        """
        waybill: 1
        interceptors: { two: { url: "/a/**", use: log, order: 1 }, four: { url: "/c", use: b, order: 3 } }
        modules: { clock: { identifiers: ["x:2"] } }
        routes: [{ id: A.b, url: /A/b, handler: g }, { id: q, url: "/mail/:id", handler: h }]
        tests: [{ open: /c, expect: { handler: g } }]

        """,
    ]

    @Test("Problems of two peers stay hidden, whatever their files are called", arguments: [false, true])
    func peers(isSwapped: Bool) {
        let names = isSwapped ? ["z.yaml", "a.yaml"] : ["a.yaml", "z.yaml"]
        let before = Self.compile(Dictionary(uniqueKeysWithValues: zip(names, Self.alike)))
        let known = Set(before.baseline().findings.map(\.rule))
        #expect(known.isSuperset(of: ["X008", "I003", "P012", "X004", "K005"]))
        let after = Self.compile(Dictionary(uniqueKeysWithValues: zip(names.reversed(), Self.alike)))
        #expect(Self.lint(after, knowing: before.baseline()).diagnostics == [])
        #expect(after.baseline() == before.baseline())
    }

    /// A set of equal entries, in three files with any names and in any order.
    private static func shuffled(seed: UInt64) -> Compilation {
        var random = SplitMix(seed: seed)
        let sections = [
            "interceptors": [
                "one: { url: /a/**, use: log, order: 1 }", "two: { url: /a/**, use: log, order: 1 }",
                "three: { url: /a/**, use: log, order: 2 }", "four: { url: /a/**, use: gate, order: 2 }",
            ],
            "modules": ["Clock: { factory: a }", "clock: { factory: b }", "CLOCK: { factory: c }"],
            "routes": [
                "- { id: r.b, url: /a/b, module: Clock }", "- { id: R.b, url: /A/b, module: clock }",
                "- { id: r.B, url: /a/B, module: CLOCK }", "- { id: R.B, url: /A/B, handler: h }",
                "- { id: p, url: '/:box/new', handler: h }", "- { id: q, url: '/mail/:id', handler: h }",
            ],
            "tests": ["- { open: /c, expect: unmatched }", "- { open: /c, expect: unmatched }"],
        ]
        var files = Dictionary(uniqueKeysWithValues: (0..<3).map { ("\(random.next()).\($0).yaml", "waybill: 1\n") })
        for (section, entries) in sections.sorted(by: { $0.key < $1.key }) {
            var rest = entries.shuffled(using: &random)[...]
            for (number, name) in files.keys.sorted().enumerated() {
                let count = number == 2 ? rest.count : Int.random(in: 0...rest.count, using: &random)
                guard count > 0 else { continue }
                files[name, default: ""] += section + ":\n" + rest.prefix(count).map { "  \($0)\n" }.joined()
                rest = rest.dropFirst(count)
            }
        }
        return compile(files)
    }

    @Test("Problems of peers stay hidden in any files and order", arguments: 1..<9)
    func shuffledPeers(seed: UInt64) {
        let (before, after) = (Self.shuffled(seed: 0), Self.shuffled(seed: seed))
        #expect(!before.hasErrors && before.baseline().findings.count > 12)
        #expect(Self.lint(after, knowing: before.baseline()).diagnostics == [])
        #expect(after.baseline() == before.baseline())
    }

    @Test("A baseline with the other one of two peers is valid")
    func eitherPeer() {
        let set = Self.compile(["a.yaml": Self.alike[0], "z.yaml": Self.alike[1]])
        var paths = LogicalPaths(set.sources)
        let keys = paths.keys(of: set.lint().diagnostics)
        #expect(keys.contains { $0.count == 2 })
        let others = Baseline(keys.map { $0[$0.count - 1] })
        #expect(Self.lint(set, knowing: others).diagnostics == [])
    }

    @Test("Another route in the same place is new, and the removed one is reported")
    func changes() {
        let baseline = Self.compile(["a.yaml": Self.crossing]).baseline()
        let other = Self.compile(["a.yaml": Self.crossing.replacing("/:box/new", with: "/:crate/new")])
        let report = Self.lint(other, knowing: baseline)
        #expect(report.diagnostics.map(\.rule.id) == ["P005", "G002"])
        #expect(report.diagnostics.last?.severity == .info)
    }

    @Test("Another route that loses requests to the same one is new, in any place")
    func newOfKnownCause() {
        let baseline = Self.compile(["a.yaml": Self.crossing]).baseline()
        let another = "waybill: 1\nroutes: [{ url: /:crate/newer, handler: newCrate }]\n"
        for name in ["0.yaml", "z.yaml"] {
            let report = Self.lint(Self.compile(["a.yaml": Self.crossing, name: another]), knowing: baseline)
            #expect(report.diagnostics.map { report.sources[$0.span.file].path } == [name])
            #expect(report.diagnostics.map(\.rule.id) == ["P005"])
            #expect(report.hidden.inBaseline == 1)
        }
        let all = Self.compile(["a.yaml": Self.crossing, "z.yaml": another]).lint().diagnostics
        #expect(all.map { $0.message.hasSuffix("; so does 1 more") } == [true], "together they are one finding")
    }

    @Test("Problems in the configuration are hidden until it changes there, but not its errors")
    func configuration() throws {
        let set = Self.compile(["a.yaml": Self.crossing])
        func configuration(_ text: String) -> LintConfiguration {
            set.configuration(ConfigurationFile(source: SourceFile(path: ".waybill.yaml", bytes: Array(text.utf8))))
        }
        let known = configuration("budgets: { routes: 1 }\n")
        let baseline = set.baseline(known)
        let file = SourceFile(path: "known.json", bytes: Array(baseline.json.utf8))
        let report = set.lint(known, options: LintOptions(baseline: file))
        #expect(report.diagnostics.isEmpty && report.hidden.inBaseline == 2)
        let other = set.lint(configuration("x: 1\nbudgets: { routes: 0x1 }\n"), options: LintOptions(baseline: file))
        #expect(other.diagnostics.contains { $0.rule == .badConfiguration && $0.severity == .error })
        #expect(set.baseline(configuration("rules: { P001: off }\n")).findings.allSatisfy { $0.rule != "G004" })
    }

    @Test("Only as many are hidden as the baseline has")
    func counts() throws {
        var baseline = Self.compile(["a.yaml": Self.crossing]).baseline()
        baseline.findings[0].count = 3
        let report = Self.lint(Self.compile(["a.yaml": Self.crossing]), knowing: baseline)
        #expect(report.hidden.inBaseline == 1)
        #expect(try #require(report.diagnostics.first).message.hasPrefix("stale baseline entries (2): P005"))
    }

    @Test("Errors of the loader are never hidden")
    func refused() {
        let broken = Self.compile(["a.yaml": Self.crossing + "  - url: /x\n"])
        #expect(broken.hasErrors)
        #expect(!broken.baseline().findings.contains { $0.rule == "S002" })
        let forged = Baseline(
            broken.diagnostics.flatMap { diagnostic in
                var paths = LogicalPaths(broken.sources)
                return paths.keys(of: [diagnostic])[0]
            })
        let errors = Self.lint(broken, knowing: forged).diagnostics.filter { $0.severity == .error }
        #expect(errors == broken.diagnostics.filter { $0.severity == .error })
    }
}
