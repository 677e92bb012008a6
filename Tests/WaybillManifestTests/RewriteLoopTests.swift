import Testing
import WaybillManifest
import WaybillTable

@Suite("Circles of rewrites and redirects")
struct RewriteLoopTests {
    @Test("a circle is found exactly if some request goes round, and its witness does")
    func circles() throws {
        var random = Generator(state: 91)
        var (round, straight) = (0, 0)
        for _ in 0..<120 {
            let text = Self.manifest(using: &random)
            let compilation = Compilation.compile(text: text)
            let set = compilation.set
            guard compilation.diagnostics.allSatisfy({ $0.severity != .error || $0.rule == .rewriteLoop }) else {
                continue
            }
            let table = RoutingTable(
                routes: set.routes.map {
                    RouteDefinition(
                        id: $0.id.value, patterns: $0.patterns.map(\.pattern),
                        narrowings: Self.automata($0.narrowed))
                },
                interceptors: set.interceptors.map {
                    InterceptorDefinition(
                        id: $0.id.value, patterns: $0.patterns.map(\.pattern),
                        narrowings: Self.automata($0.narrowed))
                })
            let loops = compilation.diagnostics.filter { $0.rule == .rewriteLoop }
            let goesRound = Self.urls.contains { Self.goesRound($0, table, set) }
            #expect(loops.isEmpty != goesRound, "\(text)")
            for loop in loops {
                let witness = try #require(loop.witness)
                #expect(Self.goesRound(witness, table, set), "\(witness)\n\(text)")
            }
            if goesRound { round += 1 } else { straight += 1 }
        }
        #expect(round > 5 && straight > 5, "\(round) \(straight)")
    }

    /// Every path of up to three segments over the values that the manifests tell apart, and one that they do not.
    private static let urls: [String] = {
        let values = ["a", "b", "c", "~"]
        let two = values.flatMap { first in values.map { "/\(first)/\($0)" } }
        return ["/"] + values.map { "/\($0)" } + two + two.flatMap { first in values.map { "\(first)/\($0)" } }
    }()

    private static func manifest(using random: inout some RandomNumberGenerator) -> String {
        func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
        var lines = ["waybill: 1"]
        for index in 0..<4 {
            if index == 0 { lines.append("interceptors:") } else if index == 1 { lines.append("routes:") }
            let pattern = "/\(pick(["a", "b", "c"]))/\(pick(["a", "b", ":x", ":x", ":x"]))"
            let hasCapture = pattern.contains(":x")
            let target = "/\(pick(["a", "b", "c"]))/\(hasCapture ? pick([":x", ":x", "a", "b"]) : pick(["a", "b"]))"
            let params = hasCapture ? pick(["", "", ", params: { x: [a] }", ", params: { x: [a, c] }"]) : ""
            let rest = "url: \"\(pattern)\"\(params)"
            lines.append(
                index == 0
                    ? "  i: { \(rest), rewrite: \"\(target)\" }"
                    : "  - { id: r\(index), \(rest), redirect: \"\(target)\" }")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func automata(_ narrowed: [Narrowed]) -> [String: Automaton] {
        Dictionary(uniqueKeysWithValues: narrowed.map { ($0.name.value, $0.automaton) })
    }

    /// Whether a request is still under way after more steps than there are URLs.
    private static func goesRound(_ start: String, _ table: RoutingTable, _ set: ManifestSet) -> Bool {
        var text = start
        for _ in 0...urls.count {
            guard let url = try? RouteURL(text) else { return false }
            if let match = table.interceptors(for: url, method: nil).first,
                case .rewrite(let target) = set.interceptors[match.interceptor].action
            {
                text = target.target.expand(match.captures)
            } else if let match = table.route(for: url, method: nil),
                case .redirect(let target) = set.routes[match.route].destination
            {
                text = target.target.expand(match.captures)
            } else {
                return false
            }
        }
        return true
    }
}

/// The same numbers every time.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
