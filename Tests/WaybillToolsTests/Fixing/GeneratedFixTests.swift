import Testing
import WaybillManifest
import WaybillOracle
import WaybillRules
import WaybillSyntax
import WaybillTools

@Suite("Fixes of manifests with random errors")
struct GeneratedFixTests {
    @Test("safe fixes keep valid parts, and a second run changes nothing", arguments: 0..<8)
    func errors(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let sources = [BrokenManifest(using: &random), BrokenManifest(using: &random)].enumerated().map {
            index, manifest in
            SourceFile(path: "\(index).yaml", bytes: Array(manifest.text(number: index).utf8))
        }
        let input = FixInput(sources)
        try expectSafeFixesToKeepValidParts(in: input)
        try expectNothingToDo(after: try input.fixed(.unsafe), .unsafe, of: input)
    }

    @Test("randomly damaged texts are fixed without a trap, and a second run changes nothing", arguments: 0..<6)
    func damage(seed: Int) throws {
        var random = SplitMix(seed: UInt64(1000 + seed))
        let cases = FixCase.all.filter { $0.level == .safe }
        for fixCase in cases {
            var bytes = try #require(fixCase.bytes("\(fixCase.name).yaml"))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let text = ["", " ", "\n", "#", "[", "}", "- ", ": ", "*x", "&x ", "'", "\r\n", ", "].randomElement(
                    using: &random)
                bytes.replaceSubrange(
                    place..<min(bytes.count, place + Int.random(in: 0...2, using: &random)), with: (text ?? "").utf8)
            }
            let source = SourceFile(path: "a.yaml", bytes: bytes)
            let input = FixInput([source])
            try expectSafeFixesToKeepValidParts(in: input)
            try expectNothingToDo(after: try input.fixed(.unsafe), .unsafe, of: input)
        }
    }

    @Test("keys in another order do not cause a trap")
    func disorder() throws {
        let bytes: [UInt8] =
            Array("provroutes:\n\u{1}\0? t".utf8) + [0xE1] + Array("gs: \0&url:ith:\n      \u{6}".utf8)
            + [UInt8](repeating: 0xFF, count: 7)
            + Array("routes:\naybbill: 1w\n# comme \0&*url:ieth:\n s".utf8)
        let input = FixInput([SourceFile(path: "a.yaml", bytes: bytes)])
        try expectSafeFixesToKeepValidParts(in: input)
        try expectNothingToDo(after: try input.fixed(.unsafe), .unsafe, of: input)
    }

    @Test("the errors are such that there is something to fix")
    func areFixed() throws {
        var (found, left) = (0, 0)
        for seed in 0..<10 {
            var random = SplitMix(seed: UInt64(seed))
            let text = BrokenManifest(using: &random).text(number: 0)
            let outcome = try FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))]).fixed(.unsafe)
            found += outcome.applied.count
            left += outcome.after.compilation.diagnostics.count { $0.severity == .error }
        }
        #expect(found > 40)
        #expect(left < found / 4, "\(left) of \(found)")
    }
}

/// A manifest as written in a hurry: any style, comments anywhere, errors here and there.
struct BrokenManifest {
    private var routes: [[String]] = []
    private var styles: [Int] = []
    private let lineEnd: String
    private let head: String

    init(using random: inout SplitMix) {
        lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
        head = Bool.random(using: &random) ? "waybill: 1" : "# Ünïcode 宽 first.\nwaybill: \"1\""
        for number in 0..<Int.random(in: 2...7, using: &random) {
            routes.append(Self.route(number, using: &random))
            styles.append(Int.random(in: 0..<4, using: &random))
        }
    }

    private static func route(_ number: Int, using random: inout SplitMix) -> [String] {
        func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
        var keys = [
            pick([
                "url: /a/:x", "url: /a/*", "url: /宽/a", "url: /a/**", "url: \"/a/:y\"", "'url': /b", "url: /a/b",
                "url: /a|b", "url: \"/a/{x}\"", "url: \"/a{b}c\"", "url: \"/n/{id:int}\"",
            ]),
            pick(["handler: h", "module: clock", "module: clok", "handler: yes", "modul: clock", "handler: 'no'"]),
            pick([
                "methods: [GET]", "methods: get", "methods: [post, GET]", "priority: \(number)",
                "methods: [GET, 'put']", "methods: \"DELETE, PUT\"",
            ]),
        ]
        for extra in [
            ["priority: \"7\"", "priority: 07", "priority: 3"], ["timeout: 5", "timeout: 2 sec", "timeout: 1s"],
            ["tags: views, logs", "tags: [\"views,logs\"]", "tags: []", "tags: [veiws]"], ["params: { x: int }"],
        ] where Bool.random(using: &random) {
            let key = pick(extra)
            if !keys.contains(where: { $0.prefix(4) == key.prefix(4) }) { keys.append(key) }
        }
        return keys.shuffled(using: &random)
    }

    func text(number: Int) -> String {
        var lines = head.split(separator: "\n").map(String.init)
        if number == 0 {
            lines += ["tags: { views: , logs: }", "modules:", "  # The time.", "  clock: { requires: [] } # now"]
        }
        lines.append("routes: # all of them")
        for (index, (keys, style)) in zip(routes, styles).enumerated() {
            let keys = keys + ["id: r\(number).\(index)"]
            switch style {
            case 0: lines.append("  - { \(keys.joined(separator: ", ")) } # \(index)")
            case 1:
                lines += ["  # Route \(index)", "  - { \(keys[0]),  # first"]
                lines += keys.dropFirst().map { "      \($0)," } + ["    }"]
            case 2: lines += ["  - \(keys[0])"] + keys.dropFirst().map { "    \($0)" }
            default: lines += ["", "  -   \(keys[0]) # \(index)"] + keys.dropFirst().map { "      \($0)   # why" }
            }
        }
        return lines.joined(separator: lineEnd) + (number == 0 ? lineEnd : "")
    }
}
