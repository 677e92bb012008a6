import Testing
import WaybillTable

@testable import WaybillManifest

/// What is compiled from what is known of a set is what is compiled from its files alone.
@Suite("Sets that are compiled again after a change")
struct AmendingTests {
    @Test("mean, answer and are found to be what they are from the start", arguments: 0..<2)
    func agreement(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed) + 40)
        let base = EditedSet.clean(routes: 40, using: &random)
        var (amended, clean) = (0, 0)
        for _ in 0..<32 {
            let known = KnownFiles()
            #expect(Compilation.compile(files: base.files, known: known).diagnostics.isEmpty)
            let edited = base.edited(using: &random)
            let plain = Compilation.compile(files: edited.files)
            if plain.diagnostics.isEmpty { clean += 1 }
            var set = try #require(known.takeSet())
            let reading = SetReading(files: edited.files, environment: [:], known: known)
            guard !reading.hasFindings, let other = set.amend(reading) else { continue }
            amended += 1
            #expect(plain.diagnostics.map(\.message) == [], "\(edited.text)")
            #expect(plain.ungrouped.suppressed.isEmpty)
            #expect(other.digest == plain.digest)
            try expectSame(other, plain, edited)
        }
        #expect(clean > 9, "edits that do no harm must be among them")
        #expect(clean < 29, "and edits that do")
        #expect(Double(amended) > 0.6 * Double(clean), "most of the former need no compilation from the start")
    }

    @Test("edit after edit, with those between them that are refused", arguments: 0..<2)
    func chains(seed: Int) throws {
        var random = SplitMix(state: UInt64(seed) + 90)
        var set = EditedSet.clean(routes: 30, using: &random)
        let known = KnownFiles()
        for _ in 0..<16 {
            let edited = set.edited(using: &random)
            let compiled = Compilation.compile(files: edited.files, known: known)
            let plain = Compilation.compile(files: edited.files)
            #expect(compiled.digest == plain.digest)
            #expect(compiled.diagnostics.map(\.message) == plain.diagnostics.map(\.message))
            #expect(compiled.diagnostics.map(\.span) == plain.diagnostics.map(\.span))
            guard plain.diagnostics.isEmpty else { continue }
            try expectSame(compiled, plain, edited)
            set = edited
        }
    }

    @Test("lose a request as soon as the route is gone that took it from two others")
    func crossingsLaidBare() {
        let others = "waybill: 1\nroutes: [{ url: '/:a/new', handler: h }, { url: '/mail/:b', handler: h }]\n"
        let third = "waybill: 1\nroutes: [{ url: /mail/new, handler: h }]\n"
        let known = KnownFiles()
        let before = ManifestFiles(texts: [("a.yaml", others), ("b.yaml", third)])
        #expect(Compilation.compile(files: before, known: known).diagnostics.isEmpty)
        let after = ManifestFiles(texts: [("a.yaml", others), ("b.yaml", third.replacing("new", with: "old/1"))])
        let compiled = Compilation.compile(files: after, known: known)
        #expect(compiled.diagnostics.map(\.rule) == [.partlyShadowed])
        #expect(compiled.diagnostics.first?.witness == "/mail/new")
    }

    private func expectSame(_ one: Compilation, _ other: Compilation, _ edited: EditedSet) throws {
        #expect(one.set.routes.map(\.id.value) == other.set.routes.map(\.id.value))
        #expect(one.set.routes.map(\.span) == other.set.routes.map(\.span))
        #expect(one.set.interceptors.map(\.id.span) == other.set.interceptors.map(\.id.span))
        let (table, expected) = (try #require(one.table), try #require(other.table))
        #expect(table.routes == expected.routes)
        #expect(table.routesByPrecedence.map(\.route) == expected.routesByPrecedence.map(\.route))
        for url in edited.urls {
            let parsed = try RouteURL(url)
            for method in [nil, "GET", "POST"] {
                #expect(
                    table.route(for: parsed, method: method)?.route
                        == expected.route(for: parsed, method: method)?.route)
                #expect(
                    table.interceptors(for: parsed, method: method).map(\.interceptor)
                        == expected.interceptors(for: parsed, method: method).map(\.interceptor))
            }
        }
    }
}

/// A set of several files, of which one is edited at a time.
private struct EditedSet {
    /// By file: the entries of its list of routes.
    var routes: [[String]]
    /// What stands before the routes of the first file.
    var head = """
        waybill: 1
        modules:
          used: { scope: shared, factory: used }
          other: { scope: shared, factory: other }
        interceptors:
          log: { url: '/**', use: log, order: 1 }
          gate: { url: '/a/**', use: gate, order: 2, tags: [team] }
          old: { url: '/b/b', use: old, order: 3 }
        fallback:
          handler: nothing
          tags: { team: { handler: nothing } }

        """

    var text: String {
        routes.indices.map { file in
            (file == 0 ? head : "waybill: 1\n") + "routes:\n" + routes[file].map { "  - { \($0) }\n" }.joined()
        }.joined(separator: "---\n")
    }

    var files: ManifestFiles {
        ManifestFiles(
            texts: routes.indices.map { file in
                let list = routes[file].map { "  - { \($0) }\n" }.joined()
                let own = list.isEmpty ? "" : "routes:\n\(list)"
                return ("\(file).yaml", (file == 0 ? head : "waybill: 1\n") + own)
            })
    }

    let urls = ["a", "b", "1", "a-b", "c", "t"].flatMap { first in
        ["/\(first)"]
            + ["a", "b", "1", "c", "team"].flatMap { ["/\(first)/\($0)", "/\(first)/\($0)/b", "/\(first)/1/\($0)/1"] }
    }

    /// With so many routes at most, and such that nothing is found.
    static func clean(routes count: Int, using random: inout SplitMix) -> EditedSet {
        var set = EditedSet(
            routes: [
                ["url: /b/b, module: used, tags: [team, shop]"], ["url: /a/a, module: other, tags: [team, shop]"],
                ["url: /t/t, handler: h, tags: [team, shop]"],
            ] + (3..<10).map { ["url: /f\($0), handler: h, tags: [team, shop]"] })
        // Few fit beside all that are there.
        for attempt in 0..<count {
            var more = set
            more.routes[attempt % set.routes.count].append(route(using: &random))
            if Compilation.compile(files: more.files).diagnostics.isEmpty { set = more }
        }
        return set
    }

    /// With one file changed: a route more, a route less, another one, or one that says more.
    func edited(using random: inout SplitMix) -> EditedSet {
        var set = self
        let file = Int.random(in: routes.indices, using: &random)
        let place = routes[file].indices.randomElement(using: &random)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            switch (Int.random(in: 0..<5, using: &random), place) {
            case (0, let place?) where place < set.routes[file].count: set.routes[file].remove(at: place)
            case (1, let place?) where place < set.routes[file].count:
                set.routes[file][place] = Self.route(using: &random)
            case (2, let place?) where place < set.routes[file].count:
                if !set.routes[file][place].contains("summary") { set.routes[file][place] += ", summary: more" }
            case (3, let place?) where place < set.routes[file].count:
                set.routes[file][place].replace("team", with: ["shop-a", "teams"].randomElement(using: &random) ?? "")
            default: set.routes[file].append(Self.route(using: &random))
            }
        }
        return set
    }

    private static func route(using random: inout SplitMix) -> String {
        func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
        let pieces = ["a", "b", "c", ":x", ":y", "a-:x", "*", "1", "t"]
        var path: [String] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let piece = pick(pieces)
            path.append(path.contains(piece) && piece.contains(":") ? "a" : piece)
        }
        if path.contains(":x"), path.contains("a-:x") { path = ["a", ":x"] }
        if Int.random(in: 0..<3, using: &random) > 0 {
            path.insert("r\(Int.random(in: 0..<12, using: &random))", at: 0)
        }
        let url = "/" + path.joined(separator: "/") + pick(["", "", "", "/**"])
        var keys = [
            "url: '\(url)'", pick(["handler: h", "handler: h", "module: used", "module: lost", "redirect: /b/b"]),
        ]
        keys.append("tags: [\(pick(["team, shop", "team, shop", "shop, team", "shop"]))]")
        keys.append(pick(["methods: [GET]", "methods: [GET]", "methods: [POST]", "summary: none"]))
        if url.contains(":x") { keys.append(pick(["params: { x: int }", "params: { x: slug }", "timeout: 1s"])) }
        keys.append(pick(["present: sheet", "lane: main", "with: { a: b }", "priority: 2", "id: r1", "id: R1"]))
        if keys.last?.contains("present") == true || Bool.random(using: &random) { keys.removeLast() }
        return Set(keys.map { $0.prefix { $0 != ":" } }).count == keys.count
            ? keys.joined(separator: ", ") : keys[0...1].joined(separator: ", ")
    }
}
