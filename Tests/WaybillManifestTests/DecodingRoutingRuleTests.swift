import Testing
import WaybillManifest
import WaybillSyntax

@Suite("Decoding what requests match reports, at the exact place,")
struct DecodingRoutingRuleTests {
    @Test("an ambiguous scalar, and quotes it (Y009)")
    func ambiguousScalar() throws {
        let (diagnostic, decoded) = try expectError(
            .ambiguousScalar, #"YAML 1.1 parsers do not read NO as text; quote it: "NO""#,
            in: "modules:\n  norway: { lane: «NO» }")
        let fix = try #require(diagnostic.fixes.first)
        #expect(fix.safe)
        #expect(decoded.applying(fix).hasSuffix("{ lane: \"NO\" }"))
        #expect(decoded.manifest.modules[0].lane?.value == "NO")
        try expectError(
            .ambiguousScalar, #"YAML 1.1 parsers do not read on as text; quote it: "on""#, in: "modules:\n  «on»:")
        #expect(try DecodedText("waybill: 1\nmodules: { 42: { factory: 7 } }").diagnostics.isEmpty)
    }

    @Test("an invisible character in an id (Y010)")
    func invisibleCharacter() throws {
        let (diagnostic, decoded) = try expectError(
            .invisibleCharacter, "invisible U+200B (zero width space) in id 'orders‹U+200B›.show'",
            in: "routes:\n  - id: orders«\u{200B}».show\n    url: /a\n    handler: h\n")
        let fix = try #require(diagnostic.fixes.first)
        #expect(decoded.applying(fix).contains("id: orders.show\n"))
    }

    @Test("an invisible character in a key once (Y010)")
    func invisibleCharacterInKey() throws {
        let file = SourceFile(path: "k.yaml", bytes: Array("waybill: 1\nmodules:\n  a\u{200B}b:\n".utf8))
        let (node, found) = YAMLReader.read(file, index: 0)
        let decoded = ManifestDecoder.decode(try #require(node), file: file, environment: Environment([:]))
        #expect((found + decoded.diagnostics).map(\.rule.id) == ["Y010"])
        #expect(decoded.manifest.modules.map(\.id.value) == ["ab"])
    }

    @Test("an error in an anchored value once, however often it is used")
    func aliases() throws {
        try expectError(
            .outOfRange, "timeout \"5\" has no unit; write \"5s\"",
            in: """
                routes:
                  - { url: /a, handler: h, timeout: &limit «5» }
                  - { url: /b, handler: h, timeout: *limit }
                """)
    }

    @Test("a broken regex at the exact characters (P011)")
    func regexPlace() throws {
        for written in ["/[a-z](/", "'/[a-z](/'"] {
            let decoded = try DecodedText(
                "waybill: 1\nroutes:\n  - url: /a/:id\n    handler: h\n    params:\n      id: \(written)\n")
            let diagnostic = try #require(decoded.diagnostics.first)
            #expect(decoded.diagnostics.map(\.rule.id) == ["P011"])
            #expect(["(", ""].contains(decoded.text(diagnostic.span)), "\(decoded.text(diagnostic.span))")
        }
    }

    @Test("a count that differs from what is there (Y012)")
    func count() throws {
        try expectError(
            .countMismatch, "'count' says 212 routes, found 1: is the file incomplete?",
            in: "count: { routes: «212» }\nroutes:\n  - { url: /a, handler: h }\n")
        let decoded = try DecodedText("waybill: 1\ncount: { routes: 1, modules: 0 }\nroutes: [{ url: /a, handler: h }]")
        #expect(decoded.diagnostics.isEmpty)
    }

    @Test(
        "two tags in one (T002) and separates them",
        arguments: [
            ("  - url: /a\n    handler: h\n    tags: [«\"Views, Logs\"»]\n", "    tags: [Views, Logs]\n"),
            ("  - url: /a\n    handler: h\n    tags:\n      - «Views, Logs»\n", "      - Views\n      - Logs\n"),
        ])
    func commaInTag(entry: String, fixed: String) throws {
        let (diagnostic, decoded) = try expectError(
            .commaInTag, "tag \"Views, Logs\" contains a comma, and is read as the tags 'Views', 'Logs'",
            in: "routes:\n" + entry)
        let fix = try #require(diagnostic.fixes.first)
        #expect(fix.safe)
        #expect(decoded.applying(fix).hasSuffix(fixed))
        #expect(decoded.manifest.routes[0].tags.map(\.value) == ["Views", "Logs"])
    }

    @Test(
        "a broken pattern at the exact characters (P008, P009, P010)",
        arguments: [
            ("P009", "/a/:id/:id", "\"/a/:id/:id\""), ("P010", "/**/a", "'/**/a'"), ("P008", "/a?b", "/a?b"),
        ])
    func patterns(rule: String, pattern: String, written: String) throws {
        let decoded = try DecodedText("waybill: 1\nroutes:\n  - url: \(written)\n    handler: h\n")
        #expect(decoded.diagnostics.map(\.rule.id) == [rule])
        let span = try #require(decoded.diagnostics.first).span
        let start = try #require(decoded.manifest.routes.isEmpty ? 28 : nil) + (written == pattern ? 0 : 1)
        #expect(span.start >= start && span.end <= start + pattern.utf8.count)
        #expect(span.end - span.start < pattern.utf8.count)
    }

    @Test("a parameter that no pattern has (P009)")
    func unknownParameter() throws {
        let (diagnostic, _) = try expectError(
            .badParameter, "no pattern has a parameter 'idd'; did you mean 'id'?",
            in: "routes:\n  - { url: /a/:id, handler: h, params: { «idd»: int } }")
        #expect(diagnostic.suggestions == ["id"])
    }

    @Test("that a catch-all cannot have a constraint (P009)")
    func constrainedRest() throws {
        try expectError(
            .badParameter, "'**rest' cannot have a constraint: params constrain ':name' captures only",
            in: "routes:\n  - { url: /a/**rest, handler: h, params: { «rest»: int } }")
    }

    @Test("an empty list of values (P008) and an unknown type (S004)")
    func badTypes() throws {
        try expectError(
            .impossiblePattern, "parameter 'id' can never match: its list of values is empty",
            in: "routes:\n  - { url: /a/:id, handler: h, params: { id: «[]» } }")
        try expectError(
            .notInEnumeration,
            "parameter 'id' \"uid\" is not one of alpha, date, filename, hex, int, slug, uint, ulid, uuid, a list of values or a "
                + "/regex/; did you mean 'ulid' or 'uuid'?",
            in: "routes:\n  - { url: /a/:id, handler: h, params: { id: «uid» } }")
    }

    @Test("a regex without its slash (P011)")
    func openRegex() throws {
        try expectError(
            .badRegex, "the regex of parameter 'id' has no closing '/'",
            in: "routes:\n  - { url: /a/:id, handler: h, params: { id: «/a+» } }")
    }

    @Test("a redirect that names what a pattern does not capture (P009)")
    func redirectCaptures() throws {
        let (diagnostic, decoded) = try expectError(
            .badParameter, "'/n/:number' has no parameter 'id'",
            in: "routes:\n  - urls: [\"/o/:id\", \"/n/:number\"]\n    forward: /notes/«:id»\n")
        #expect(diagnostic.notes.map { decoded.text($0.span) } == ["\"/n/:number\""])
    }

    @Test("no parameters if one of the patterns is broken")
    func noCascade() throws {
        let decoded = try DecodedText(
            "waybill: 1\nroutes:\n  - { urls: [\"/a/:id?\", /b], handler: h, params: { id: int } }")
        #expect(decoded.diagnostics.map(\.rule.id) == ["P008"])
    }

    @Test("variables in 'with' (S010)")
    func variables() throws {
        let text = #"""
            modules:
              m:
                with:
                  host: ${HOST}
                  port: ${PORT:-80}
                  raw: $${X}
                  ${HOST}: a
                  none: ${EMPTY:-}
            """#
        let decoded = try DecodedText("waybill: 1\n" + text, environment: ["HOST": "h.example"])
        #expect(decoded.diagnostics.isEmpty)
        let with = try #require(decoded.manifest.modules[0].with)
        guard case .mapping(let entries) = with.content else { throw Unexpected() }
        let texts = entries.map { entry -> String in
            guard case .scalar(let scalar) = entry.value.content else { return "?" }
            return scalar.text
        }
        #expect(texts == ["h.example", "80", "${X}", "a", ""])
        try expectError(
            .unresolvedVariable, "${HOST} is not set and has no default",
            in: "modules:\n  m:\n    with: { url: \"https://«${HOST}»/x\" }\n")
        try expectError(
            .unresolvedVariable, "'${PORT}' in the default of ${HOST}: a default cannot contain variables",
            in: "modules:\n  m:\n    with: { url: \"x${HOST:-a «${PORT}»}\" }\n")
        try expectError(
            .unresolvedVariable, "'${' is not closed by '}'", in: "modules:\n  m:\n    with:\n      a: x«${HO»\n")
    }

    @Test("the ids that routes have by default")
    func defaultIDs() throws {
        let decoded = try DecodedText(
            "waybill: 1\nroutes: [{ urls: [\"/notes/:id\"], methods: [POST, GET], handler: h }]")
        #expect(decoded.manifest.routes[0].id.value == "POST,GET /notes/:id")
        #expect(decoded.text(decoded.manifest.routes[0].id.span) == "\"/notes/:id\"")
    }
}
