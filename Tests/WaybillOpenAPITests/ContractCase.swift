import WaybillManifest
import WaybillRules
import WaybillTable

@testable import WaybillOpenAPI
@testable import WaybillOracle

/// A small random set of routes for HTTP, whose requests can be listed.
struct ContractCase {
    enum Segment: Hashable {
        case literal(String)
        /// An index into ``OracleConstraint/all``; `nil` for any value.
        case capture(Int?)
    }

    struct Route: Hashable {
        var id: String
        var segments: [Segment]
        /// Empty for every method.
        var methods: [String]

        var shape: String {
            "/" + segments.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined(separator: "/")
        }

        func matches(_ request: Request) -> Bool {
            let answers = methods.isEmpty || methods.contains(request.method)
            return answers && segments.count == request.segments.count
                && zip(segments, request.segments).allSatisfy(Self.takes)
        }

        private static func takes(_ segment: Segment, _ value: String) -> Bool {
            switch segment {
            case .literal(let text): text == value
            case .capture(let constraint): constraint.map { ContractCase.accepts($0, value) } ?? true
            }
        }
    }

    struct Request: Hashable {
        var method: String
        var segments: [String]
    }

    var routes: [Route] = []
    /// The constraints of this case: few, so that its requests are few, too.
    private var palette: [Int]

    // MARK: Generation

    static let constraints = [0, 1, 3, 4, 6, 7, 8, 9]
    private static let words = ["x", "y"]

    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        palette = Array(Self.constraints.shuffled(using: &random).prefix(3))
        for number in 0..<Int.random(in: 1...5, using: &random) { add(route("r\(number)", &random)) }
    }

    private func route(_ id: String, _ random: inout SplitMix) -> Route {
        let segments = (0..<Int.random(in: 1...3, using: &random)).map { _ in segment(&random) }
        return Route(id: id, segments: segments, methods: Self.methods(&random))
    }

    private func segment(_ random: inout SplitMix) -> Segment {
        if Bool.random(using: &random) { return .literal(Self.words.randomElement(using: &random) ?? "x") }
        return .capture(Bool.random(using: &random) ? palette.randomElement(using: &random) : nil)
    }

    private static func methods(_ random: inout SplitMix) -> [String] {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: []
        case 1...3: ["GET", "POST"]
        case 4...6: ["POST"]
        default: ["GET"]
        }
    }

    /// Adds a route, unless a document could not tell it from another: two routes of one shape with several captures.
    private mutating func add(_ route: Route) {
        let captures = route.segments.count { if case .capture = $0 { true } else { false } }
        if captures < 2 || !routes.contains(where: { $0.shape == route.shape }) { routes.append(route) }
    }

    /// The same set with one random change.
    func changed(seed: UInt64) -> ContractCase {
        var random = SplitMix(seed: seed ^ 0xABCD)
        var copy = self
        let index = Int.random(in: 0..<routes.count, using: &random)
        var route = copy.routes.remove(at: index)
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where routes.count > 1: return copy
        case 1: route.methods = Self.methods(&random)
        case 2:
            copy.add(route)
            route = self.route("new", &random)
        default:
            let place = Int.random(in: 0..<route.segments.count, using: &random)
            route.segments[place] = segment(&random)
        }
        copy.add(route)
        return copy
    }

    // MARK: Forms

    var manifest: String {
        let items = routes.map { route in
            let names = route.segments.enumerated().map { index, segment in
                if case .literal(let text) = segment { text } else { ":p\(index)" }
            }
            let params = route.segments.enumerated().compactMap { index, segment -> String? in
                guard case .capture(let constraint?) = segment else { return nil }
                return "p\(index): \(Self.yaml(OracleConstraint.all[constraint].constraint))"
            }
            return "  - { id: \(route.id), url: \"/\(names.joined(separator: "/"))\", "
                + (route.methods.isEmpty ? "" : "methods: [\(route.methods.joined(separator: ", "))], ")
                + (params.isEmpty ? "" : "params: { \(params.joined(separator: ", ")) }, ") + "handler: h }\n"
        }
        return "waybill: 1\nroutes:\n" + items.joined()
    }

    private static func yaml(_ constraint: ParameterConstraint) -> String {
        switch constraint {
        case .oneOf(let values): "[\(values.joined(separator: ", "))]"
        case .regex(let text): "'/\(text)/'"
        case .type(let type): type.name
        }
    }

    // MARK: Requests

    /// For each combination of constraints that some text fulfills, exactly: one text.
    private static let values: [String] = {
        let automata = constraints.compactMap {
            try? Automaton(OracleConstraint.all[$0].constraint, caseSensitive: true)
        }
        var regions: [Automaton] = [Automaton.any]
        for automaton in automata {
            regions = regions.flatMap { [$0.intersection(automaton), $0.subtracting(automaton)] }.filter { !$0.isEmpty }
        }
        return regions.compactMap { $0.shortestMember(excludingEmpty: true) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }()

    /// By text: the constraints that accept it.
    private static let accepting: [String: Set<Int>] = Dictionary(
        (values + words).map { text in (text, Set(constraints.filter { OracleConstraint.all[$0].accepts(text, true) }))
        }
    ) { first, _ in first }

    private static func accepts(_ constraint: Int, _ text: String) -> Bool {
        accepting[text]?.contains(constraint) ?? OracleConstraint.all[constraint].accepts(text, true)
    }

    /// Requests that tell apart all sets that this case and another can describe.
    func requests(with other: ContractCase) -> [Request] {
        let used = Set(
            (routes + other.routes).flatMap(\.segments).compactMap { segment -> Int? in
                if case .capture(let constraint) = segment { constraint } else { nil }
            })
        var known: Set<[Bool]> = []
        let values =
            Self.values.filter { value in
                known.insert(used.sorted().map { Self.accepts($0, value) }).inserted
            } + Self.words
        var paths: [[String]] = [[]]
        var all: [[String]] = []
        for _ in 0..<3 {
            paths = paths.flatMap { path in values.map { path + [$0] } }
            all += paths
        }
        return ["GET", "POST"].flatMap { method in all.map { Request(method: method, segments: $0) } }
    }
}

extension ContractCase.Request {
    /// Reads an example request: `POST /x/1` or `/x/1`.
    init?(_ witness: String) {
        let parts = witness.split(separator: " ")
        guard let text = parts.last, let url = try? RouteURL(String(text)) else { return nil }
        self.init(
            method: parts.count > 1 ? String(parts[0]) : "GET",
            segments: url.segments.map { String(decoding: $0, as: UTF8.self) })
    }
}
