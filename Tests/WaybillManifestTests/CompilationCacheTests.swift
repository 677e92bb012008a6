import Testing
import WaybillOracle
import WaybillTable

@testable import WaybillManifest
@testable import WaybillRules
@testable import WaybillSyntax

/// A compilation with a cache equals one without, including all places.
@Suite("Sets that are compiled again with a cache")
struct CompilationCacheTests {
    @Test("have the same result as without a cache, change after change", arguments: 0..<4)
    func agreement(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) + 40)
        var edited = EditedSet(using: &random)
        let cache = CompilationCache()
        var before = edited
        var sound = 0
        for _ in 0..<40 {
            let compiled = Compilation.compile(files: edited.files, environment: edited.environment, cache: cache)
            let expected = Compilation.compile(files: edited.files, environment: edited.environment)
            try expectSame(compiled, expected)
            if expected.table != nil { sound += 1 }
            // Most errors are undone, because few edited sets would be valid otherwise.
            if expected.table == nil, Int.random(in: 0..<4, using: &random) > 0 { edited = before }
            before = edited
            edited.change(using: &random)
        }
        #expect((5...35).contains(sound), "changes that do no harm must be among them, and changes that do")
    }

    @Test("read files again that an include adds, and none that it removes")
    func includes() throws {
        try withFolder { folder in
            let main = "\(folder.path)/main.yaml"
            let texts = [
                "include: [more/a.yaml]\nroutes: [{ url: /m, handler: h }]\n", "routes: [{ url: /m, handler: h }]\n",
                "include: ['more/*.yaml']\nroutes: [{ url: /m, handler: h }]\n",
                "include: [lost.yaml]\nroutes: [{ url: /n, handler: h }]\n",
            ]
            let cache = CompilationCache()
            var routeCounts: [Int] = []
            for step in 0..<24 {
                try folder.write("main.yaml", "waybill: 1\n" + texts[step * 5 % 7 % texts.count])
                try folder.write("more/a.yaml", "waybill: 1\nroutes: [{ url: /a/\(step / 3), handler: h }]\n")
                let clash = step % 5 == 0 ? "/m" : "/b"
                try folder.write("more/b.yaml", "waybill: 1\nroutes: [{ url: \(clash), handler: h }]\n")
                let compiled = Compilation.compile(files: ManifestFiles.read(paths: [main]), cache: cache)
                try expectSame(compiled, Compilation.compile(paths: [main]))
                routeCounts.append(compiled.set.routes.count)
            }
            #expect(Set(routeCounts) == [1, 2, 3])
        }
    }

    @Test("read only changed files")
    func changedFiles() {
        let texts = (0..<3).map { ("\($0).yaml", "waybill: 1\nroutes: [{ url: /\($0), handler: h }]\n") }
        let cache = CompilationCache()
        func unread(_ texts: [(String, String)], _ environment: [String: String] = [:]) -> [Bool] {
            let files = ManifestFiles(texts: texts)
            let found = cache.readings(of: files.files, Environment(environment)).map { $0 == nil }
            _ = Compilation.compile(files: files, environment: environment, cache: cache)
            return found
        }
        #expect(unread(texts) == [true, true, true])
        #expect(unread(texts) == [false, false, false])
        var edited = texts
        edited[1].1 += "# more\n"
        #expect(unread(edited) == [false, true, false])
        #expect(unread(Array(edited.dropFirst())) == [true, true], "places bear another file's number")
        var variables = Array(texts.prefix(2))
        variables[1].1 = variables[1].1.replacing("handler: h", with: "handler: h, with: { a: \"${A:-none}\" }")
        #expect(unread(variables, ["A": "b"]) == [true, true])
        #expect(unread(variables, ["A": "b", "B": "c"]) == [false, false])
        #expect(unread(variables, ["A": "d"]) == [false, true])
        #expect(unread(variables) == [false, true], "a value that is gone is another")
    }

    private func expectSame(_ one: Compilation, _ other: Compilation) throws {
        #expect(one.sources.map(\.path) == other.sources.map(\.path))
        #expect(one.active == other.active)
        #expect(one.diagnostics == other.diagnostics)
        #expect(one.suppressed == other.suppressed)
        #expect(one.digest == other.digest)
        #expect(one.set.routes.map(\.span) == other.set.routes.map(\.span))
        #expect(one.set.routes.map(\.id) == other.set.routes.map(\.id))
        #expect(zip(one.set.routes, other.set.routes).allSatisfy { $0.meansTheSame(as: $1) })
        #expect(one.set.modules.map(\.id) == other.set.modules.map(\.id))
        #expect(zip(one.set.modules, other.set.modules).allSatisfy { $0.meansTheSame(as: $1) })
        #expect(one.set.interceptors.map(\.id) == other.set.interceptors.map(\.id))
        #expect(one.set.tests.map(\.span) == other.set.tests.map(\.span))
        #expect((one.table == nil) == (other.table == nil))
        guard let table = one.table, let expected = other.table else { return }
        #expect(table.routes == expected.routes)
        #expect(table.routesByPrecedence == expected.routesByPrecedence)
        for url in EditedSet.urls {
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

/// A set of a few files that are edited, renamed, added and removed, in an environment that changes.
private struct EditedSet {
    /// By file: its name, and the entries of its list of routes. The names determine the order of the files.
    private var parts: [(name: String, routes: [String])] = []
    private(set) var environment = ["EDITION": "one"]

    private static let head = """
        waybill: 1
        modules:
          used: { scope: shared, factory: used, with: { edition: '${EDITION}' } }
          other: { scope: shared, factory: other }
        interceptors:
          log: { url: '/**', use: log, order: 1 }
          gate: { url: '/a/**', use: gate, order: 2, tags: [team] }
          old: { url: '/b/b', use: old, order: 3 }
        tests: [{ open: /b/b, expect: { module: used } }]

        """

    static let urls = ["a", "b", "1", "a-b", "c"].flatMap { first in
        ["/\(first)"] + ["a", "b", "1", "c"].flatMap { ["/\(first)/\($0)", "/\(first)/\($0)/b"] }
    }

    init(using random: inout SplitMix) {
        parts = [
            ("m.yaml", ["url: /b/b, module: used, tags: [team, shop]", "url: /a/a, module: other, tags: [team]"])
        ]
        for _ in 0..<12 {
            var more = self
            more.addFile(using: &random)
            if Compilation.compile(files: more.files).table != nil { self = more }
        }
    }

    var files: ManifestFiles {
        ManifestFiles(
            texts: parts.map { name, routes in
                let list = routes.isEmpty ? "" : "routes:\n" + routes.map { "  - { \($0) }\n" }.joined()
                return (name, (name == "m.yaml" ? Self.head : "waybill: 1\n") + list)
            })
    }

    mutating func change(using random: inout SplitMix) {
        let file = Int.random(in: parts.indices, using: &random)
        let place = parts[file].routes.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<9, using: &random), place) {
        case (0, _) where parts[file].name != "m.yaml": parts[file].name = Self.name(using: &random)
        case (1, _): addFile(using: &random)
        case (2, _) where parts[file].name != "m.yaml": parts.remove(at: file)
        case (3, _): environment["EDITION"] = environment["EDITION"] == "one" ? nil : "one"
        case (4, let place?), (5, let place?): parts[file].routes.remove(at: place)
        case (6, let place?): parts[file].routes[place] = Self.route(using: &random)
        case (7, let place?): parts[file].routes[place] += ", summary: more"
        default: parts[file].routes.append(Self.route(using: &random))
        }
    }

    private mutating func addFile(using random: inout SplitMix) {
        parts.append((Self.name(using: &random), [Self.route(using: &random)]))
    }

    private static func name(using random: inout SplitMix) -> String {
        "\(["a", "k", "z"].randomElement(using: &random) ?? "")\(Int.random(in: 0..<1_000, using: &random)).yaml"
    }

    private static func route(using random: inout SplitMix) -> String {
        func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
        let pieces = ["a", "b", "c", "*", "1", "d-:y"]
        var path = (0..<Int.random(in: 1...2, using: &random)).map { _ in pick(pieces) }
        if path.count(where: { $0.contains(":") }) > 1 { path = ["a", "d-:y"] }
        if Int.random(in: 0..<3, using: &random) > 0 {
            path.insert("r\(Int.random(in: 0..<200, using: &random))", at: 0)
        }
        let url = "/" + path.joined(separator: "/")
        let destinations = ["handler: h", "handler: h", "handler: h", "module: used", "module: lost", "forward: /b/b"]
        let details = ["tags: [team]", "methods: [GET]", "timeout: 1s", "with: { e: '${EDITION}' }", "oops: 1"]
        return "url: '\(url)', " + pick(destinations) + ", " + pick(details)
    }
}
