import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax

@Suite("Decoding reports, at the exact place,")
struct DecodingSchemaRuleTests {
    @Test("an unknown key with a suggestion (S001)")
    func unknownKey() throws {
        let (diagnostic, decoded) = try expectError(
            .unknownKey, #"unknown key "prioritty" in route '/a'; did you mean 'priority'?"#,
            in: """
                routes:
                  - url: /a
                    handler: h
                    «prioritty»: 3
                """)
        #expect(diagnostic.suggestions == ["priority"])
        let fix = try #require(diagnostic.fixes.first)
        #expect(!fix.safe)
        #expect(decoded.applying(fix).hasSuffix("    priority: 3"))
    }

    @Test("an unknown key with all allowed keys, if there are few (S001)")
    func unknownKeyAmongFew() throws {
        let (diagnostic, _) = try expectError(
            .unknownKey, #"unknown key "color" in adapter 'A'"#, in: "adapters:\n  A: { provided: B, «color»: red }")
        #expect(diagnostic.help == "an adapter takes 'provided' and 'using'")
        #expect(diagnostic.suggestions == [])
    }

    @Test("a missing version, and fixes it (S002)")
    func missingVersion() throws {
        let decoded = try DecodedText("tags: { a: }\n")
        #expect(decoded.diagnostics.map(\.message) == ["the manifest has no 'waybill'"])
        let fix = try #require(decoded.diagnostics[0].fixes.first)
        #expect(decoded.applying(fix) == "waybill: 1\ntags: { a: }\n")
    }

    @Test(
        "a missing key at its entry (S002)",
        arguments: [
            ("route '/a' has no 'module', 'handler', 'forward' or 'redirect'", "routes:\n  - «url: /a»\n"),
            ("a route has no 'url' or 'urls'", "routes:\n  - «handler: h»\n    priority: 2\n"),
            ("interceptor 'gate' has no 'use', 'rewrite' or 'reject'", "interceptors:\n  «gate»: { url: /a }"),
            ("adapter 'A' has no 'provided'", "adapters:\n  «A»: { using: x }"),
            ("test '/a' has no 'expect'", "tests:\n  - «open: /a»"),
            ("'urls' of a route is empty", "routes:\n  - { «urls»: [], handler: h }"),
            ("'reject' has no 'reason'", "interceptors:\n  gate: { url: /a, «reject»: { status: 401 } }"),
        ])
    func missingKey(message: String, text: String) throws {
        try expectError(.missingKey, message, in: text)
    }

    @Test(
        "a value of the wrong kind (S003)",
        arguments: [
            (#"'priority' must be an integer, found string "ten""#, "{ url: /a, handler: h, priority: «ten» }"),
            (#"'priority' must be an integer, found number 1.5"#, "{ url: /a, handler: h, priority: «1.5» }"),
            (#"'priority' must be an integer, found a list"#, "{ url: /a, handler: h, priority: «[1]» }"),
            (#"'priority' must be an integer, found no value"#, "{ url: /a, handler: h, «priority»: }"),
            (#"'summary' must be text, found no value"#, "{ url: /a, handler: h, summary: «~» }"),
            (#"'summary' must not be empty"#, #"{ url: /a, handler: h, summary: «""» }"#),
            (#"an item of 'tags' must be text, found a list"#, "{ url: /a, handler: h, tags: [a, «[b]»] }"),
            (#"'with' must be a mapping, found a list"#, "{ url: /a, handler: h, with: «[a]» }"),
            (#"an item of 'routes' must be a mapping, found string "x""#, "«x»"),
            (#"methods are upper-case, found "get"; write "GET""#, "{ url: /a, handler: h, methods: [«get»] }"),
            (
                "an item of 'tags' must be a word of letters, digits, '_', '.' and '-', found string \"a b\"",
                "{ url: /a, handler: h, tags: [«a b»] }"
            ),
        ])
    func wrongKind(message: String, entry: String) throws {
        let spelled = message.contains("an item of 'routes'") ? "routes:\n  - «x»" : "routes:\n  - \(entry)\n"
        try expectError(.wrongType, message, in: spelled)
    }

    @Test(
        "a value of the wrong kind with a safe fix if nothing is lost (S003)",
        arguments: [
            ("'tags' must be a list, found string \"a\"", "tags: «a»", "tags: [a]"),
            ("'priority' must be an integer, found string \"7\"", "priority: «\"7\"»", "priority: 7"),
            ("'priority' must be an integer, found number 7.0", "priority: «7.0»", "priority: 7"),
            ("'priority' must be an integer, found string \"1_000\"", "priority: «1_000»", "priority: 1000"),
            ("methods are upper-case, found \"get\"; write \"GET\"", "methods: [«get»]", "methods: [GET]"),
            ("'summary' must be text, found true", "summary: «true»", "summary: \"true\""),
            ("'lane' must be text, found true", "lane: «true»", "lane: \"true\""),
        ])
    func losslessFix(message: String, broken: String, fixed: String) throws {
        let (diagnostic, decoded) = try expectError(
            .wrongType, message, in: "routes:\n  - url: /a\n    handler: h\n    \(broken)\n")
        let fix = try #require(diagnostic.fixes.first)
        #expect(fix.safe)
        #expect(decoded.applying(fix).hasSuffix("    \(fixed)\n"))
    }

    @Test(
        "an integer is what YAML 1.2's core schema says, without a warning",
        arguments: [
            ("17", 17), ("017", 17), ("0x11", 17), ("0o21", 17), ("+17", 17), ("-017", -17),
            ("0x7fffffff", 2_147_483_647),
            ("00", 0),
        ])
    func integer(text: String, value: Int) throws {
        let compilation = Compilation.compile(
            text: "waybill: 1\nroutes:\n  - { url: /a, handler: h, priority: \(text) }\n")
        #expect(compilation.set.routes.map(\.priority) == [value])
        #expect(!compilation.diagnostics.contains { $0.rule == .ambiguousScalar || $0.rule == .wrongType })
    }

    @Test(
        "a word that its key does not accept (S004)",
        arguments: [
            (
                #"scope "singelton" is not one of shared, transient, weak"#, "scope: «singelton»", [String]()
            ),
            (
                #"scope "shred" is not one of shared, transient, weak; did you mean 'shared'?"#, "scope: «shred»",
                ["shared"]
            ),
            (
                #"present "psuh" is not one of addChild, addSubview, custom, make, popover, present, push, segue, sheet, show, "#
                    + "showDetail; did you mean 'push'?", "kind: view\n    present: [«psuh»]", ["push"]
            ),
            (#"kind "veiw" is not one of service, view; did you mean 'view'?"#, "kind: «veiw»", ["view"]),
        ])
    func enumeration(message: String, line: String, suggestions: [String]) throws {
        let (diagnostic, _) = try expectError(.notInEnumeration, message, in: "modules:\n  m:\n    \(line)")
        #expect(diagnostic.suggestions == suggestions)
        #expect(diagnostic.fixes.count == suggestions.count)
    }

    @Test(
        "numbers and durations out of range (S005)",
        arguments: [
            (#"timeout "5" has no unit; write "5s""#, "timeout: «5»"),
            (#"timeout "0s" must be greater than zero"#, "timeout: «0s»"),
            (#"timeout "-2s" must be greater than zero"#, "timeout: «-2s»"),
            (#"timeout "2 days" has an unknown unit ' days'"#, "timeout: «2 days»"),
            (#"timeout "soon" is not a number with a unit, such as "500ms" or "2s""#, "timeout: «soon»"),
            (#"timeout "9999999999h" is too long"#, "timeout: «9999999999h»"),
            ("'priority' must be between -2147483648 and 2147483647, found 2147483648", "priority: «2147483648»"),
            (
                "'priority' must be between -2147483648 and 2147483647, found 99999999999999999999",
                "priority: «99999999999999999999»"
            ),
        ])
    func outOfRange(message: String, line: String) throws {
        try expectError(.outOfRange, message, in: "routes:\n  - url: /a\n    handler: h\n    \(line)\n")
    }

    @Test(
        "durations by their unit",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("2s", .seconds(2)), ("1.5s", .milliseconds(1500)),
            ("5m", .seconds(300)), ("1h", .seconds(3600)), ("0.25h", .seconds(900)),
            ("1.000000001s", .nanoseconds(1_000_000_001)),
        ])
    func durations(text: String, duration: Duration) throws {
        let decoded = try DecodedText("waybill: 1\nroutes: [{ url: /a, handler: h, timeout: \(text) }]")
        #expect(decoded.diagnostics.isEmpty)
        #expect(decoded.manifest.routes[0].timeout?.value == duration)
    }

    @Test("an empty section, with a fix that removes its line (S006)")
    func emptySection() throws {
        for empty in ["«routes»: []", "«modules»:", "«settings»: {}", "«tests»: ~"] {
            let name = empty.drop { $0 == "«" }.prefix { $0 != "»" }
            let (diagnostic, decoded) = try expectError(
                .emptySection, "'\(name)' is empty; remove it", in: "waybill: 1\n\(empty)\ncount: { tags: 0 }\n")
            let fix = try #require(diagnostic.fixes.first)
            #expect(fix.safe)
            #expect(decoded.applying(fix) == "waybill: 1\ncount: { tags: 0 }\n")
        }
    }

    @Test("that an empty list cannot expect that no interceptors run")
    func expectingNoInterceptors() throws {
        let decoded = try DecodedText("waybill: 1\ntests: [{ open: /a, expect: { interceptors: [] } }]")
        #expect(decoded.diagnostics.isEmpty)
        guard case .matched(let expected) = decoded.manifest.tests[0].expectation else { throw Unexpected() }
        guard case .exactly(let names) = expected.interceptors else { throw Unexpected() }
        #expect(names.isEmpty)
    }

    @Test("keys that exclude each other, at the second one (S007)")
    func exclusiveKeys() throws {
        let (diagnostic, decoded) = try expectError(
            .exclusiveKeys, "a route takes 'module' or 'forward', not both",
            in: "routes:\n  - url: /a\n    module: m\n    «forward»: /b\n")
        #expect(diagnostic.notes.map { decoded.text($0.span) } == ["module"])
    }

    @Test("'present' on a module that is not a view (S007)")
    func presentOnService() throws {
        try expectError(
            .exclusiveKeys, "'present' is only for 'kind: view'", in: "modules:\n  m: { «present»: [push] }")
        let (diagnostic, decoded) = try expectError(
            .exclusiveKeys, "'present' is only for 'kind: view'",
            in: "modules:\n  m: { «present»: [push], kind: service }")
        #expect(diagnostic.notes.map { decoded.text($0.span) } == ["service"])
    }

    @Test("an unknown version (S008)")
    func version() throws {
        try expectError(
            .unsupportedVersion, "manifest version 2 is not supported; write 'waybill: 1'", in: "waybill: «2»")
    }

    @Test("that the whole file must be a mapping (S003)")
    func rootKind() throws {
        let decoded = try DecodedText("- a\n- b\n")
        #expect(decoded.diagnostics.map(\.message) == ["the manifest must be a mapping, found a list"])
        #expect(decoded.diagnostics.map { decoded.text($0.span) } == ["- a"])
    }

    @Test("every error of a file, and keeps what is valid")
    func neverStops() throws {
        let decoded = try DecodedText(
            """
            waybill: 1
            mdules: {}
            routes:
              - { url: /a, modul: m, priority: x }
              - { url: "/a//:", handler: h }
              - { url: /ok, handler: h, timeout: 3 }
            """)
        #expect(decoded.diagnostics.map(\.rule.id).sorted() == ["P008", "S001", "S001", "S003", "S005"])
        #expect(decoded.manifest.routes.map(\.id.value) == ["/ok"])
    }
}
