import WaybillOracle

/// Makes manifests with few names, so that routes, interceptors and redirects interact, and requests of every kind.
struct AgreementGenerator {
    private var random: SplitMix
    private static let segments = ["a", "b", ":x", ":y", "*"]
    private static let heads = ["", "", "", "app://a", "https://h", "//h"]
    private static let methodLists = ["", "", "", ", methods: [GET]", ", methods: [POST]", ", methods: [GET, POST]"]
    private static let tagLists = ["", "", "", ", tags: [t]", ", tags: [u]", ", tags: [t, u]"]

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    private mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    // MARK: Manifests

    mutating func manifest() -> String {
        let routes = (0..<Int.random(in: 2...6, using: &random)).map { route($0) }
        let interceptors = (0..<Int.random(in: 0...4, using: &random)).map { interceptor($0) }
        var text = "tags: { t: , u: }\nroutes:\n" + (routes + chain()).joined()
        if !interceptors.isEmpty { text += "interceptors:\n" + interceptors.joined() }
        if chance(50) {
            let tags = chance(30) ? ", tags: { t: { handler: lostT } }" : ""
            text += "fallback: { handler: lost\(chance(40) ? ", other_methods: true" : "")\(tags) }\n"
        }
        return text
    }

    private mutating func route(_ number: Int) -> String {
        let (url, captures) = pattern()
        var leads = "handler: served"
        if chance(45) {
            let to = target(captures)
            leads =
                chance(25)
                ? "redirect: { to: \"\(to)\", status: \(pick([301, 308])) }" : "forward: \"\(to)\""
        }
        return "  - { id: r\(number), url: \"\(url)\", priority: \(number)\(pick(Self.methodLists))"
            + "\(pick(Self.tagLists)), \(leads) }\n"
    }

    /// A chain of forwards, about as long as law 9 allows.
    private mutating func chain() -> [String] {
        guard chance(20) else { return [] }
        let length = Int.random(in: 6...8, using: &random)
        return (0..<length).map {
            "  - { id: c\($0), url: /c\($0), priority: 90, forward: /c\($0 + 1) }\n"
        } + ["  - { id: end, url: /c\(length), priority: 90, handler: served }\n"]
    }

    private mutating func interceptor(_ number: Int) -> String {
        let (url, captures) = chance(40) ? ("/**", []) : pattern()
        let action =
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5: "use: pass\(number)"
            case 5..<8: "rewrite: \"\(target(captures))\""
            default: "reject: { reason: never, status: 403 }"
            }
        return "  i\(number): { url: \"\(url)\", order: \(number)\(chance(40) ? ", applies: everywhere" : "")"
            + "\(pick(Self.methodLists))\(pick(Self.tagLists)), \(action) }\n"
    }

    private mutating func pattern() -> (text: String, captures: [String]) {
        var used: [String] = []
        let head = pick(Self.heads)
        let path = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
            let segment = pick(Self.segments)
            guard segment.hasPrefix(":") else { return segment }
            if used.contains(segment) { return "b" }
            used.append(segment)
            return segment
        }
        let rest = chance(15) ? "/**rest" : ""
        return (head + "/" + path.joined(separator: "/") + rest, used + (rest.isEmpty ? [] : ["**rest"]))
    }

    private mutating func target(_ captures: [String]) -> String {
        var values = captures.filter { $0.hasPrefix(":") }
        var path = (0..<Int.random(in: 1...2, using: &random)).map { _ -> String in
            let segment = pick(["a", "b", "c0", "n"] + values)
            values.removeAll { $0 == segment }
            return segment
        }
        if captures.contains("**rest"), chance(50) { path.append("**rest") }
        let query = chance(25) ? "?q=\(pick(["1", "2"]))" : ""
        return pick(["", "", "", "app://a", "https://h"]) + "/" + path.joined(separator: "/") + query
    }

    // MARK: Requests

    mutating func request() -> AgreementRequest {
        let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in pick(["a", "b", "n", "7", "c0", "a%2Fb"]) }
        let start =
            chance(15)
            ? "/c0" : pick(["", "", "", "app://a", "https://h", "wss://h"]) + "/" + path.joined(separator: "/")
        let query = chance(40) ? "?x=0&q=9&q=8" : ""
        return AgreementRequest(
            url: chance(2) ? "/%zz" : start + query, method: pick([nil, nil, "GET", "POST", "HEAD", "PUT"]),
            tags: pick([nil, nil, nil, ["t"], ["u"], ["t", "u"]]))
    }
}

struct AgreementRequest {
    var url: String
    var method: String?
    var tags: Set<String>?
}
