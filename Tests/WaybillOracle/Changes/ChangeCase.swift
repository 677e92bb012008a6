import WaybillProofs
import WaybillTable

/// A case, with the behavior of its routes and interceptors.
struct ChangeCase {
    struct Behavior: Hashable {
        var code: Int
        var reads: Reading

        /// The names in a target.
        enum Reading: Hashable {
            case nothing, all
            case target([String])
        }

        /// The first segment of a target. Patterns name some of these, so that targets may be served.
        var stem: String { ["/t", "/a", "/b"][code % 3] }

        /// The target with these names.
        func target(_ names: [String]) -> String {
            stem + names.map { $0 == "rest" ? "/**rest" : "/:\($0)" }.joined()
        }
    }

    var made: OracleCase
    /// By id.
    var behaviors: [String: Behavior] = [:]
    /// Sorted by tag; without one last.
    var fallbacks: [(tag: String?, code: Int)] = []
    /// Whether the fallbacks also serve requests whose URL has routes, but none for their method.
    var servesOtherMethods = false

    func compared() throws -> ComparedTable {
        ComparedTable(
            try made.table(), routes: try made.routes.map { try effect(of: $0.id) },
            interceptors: try made.interceptors.map { interceptor in
                var effect = try effect(of: interceptor.id)
                effect.isTerminating = effect.reads != .all
                return effect
            },
            fallbacks: fallbacks.map { ComparedTable.Fallback(tag: $0.tag, code: $0.code) },
            otherMethods: servesOtherMethods ? nil : ComparedTable.nothing)
    }

    private func effect(of id: String) throws -> ComparedTable.Effect {
        let behavior = behaviors[id, default: Behavior(code: 0, reads: .nothing)]
        switch behavior.reads {
        case .nothing: return .init(code: behavior.code, reads: .nothing)
        case .all: return .init(code: behavior.code, reads: .all)
        case .target(let names):
            return .init(code: behavior.code, reads: .target(try URLTemplate(behavior.target(names))))
        }
    }
}

/// The result of a request by the law, in one table.
struct ChangeSide {
    /// A route's id, or the number of a fallback.
    var server: String
    var served: Reading
    var chain: [Reading]

    /// The behavior with its values, and where these are in the URL.
    struct Reading {
        var id: String
        var code: Int
        var values: [String]
        var places: [String]
        /// Whether it is an interceptor that ends the request.
        var isTerminating: Bool
    }

    init(_ change: ChangeCase, _ oracle: Oracle, _ url: OracleURL, _ matches: Oracle.Matches, _ request: ChangeRequest)
    {
        let served = oracle.served(matches, method: request.method, view: request.view)
        chain = oracle.running(matches, method: request.method, view: request.view).map {
            Self.reading(of: $0, url, change)
        }
        if let match = served.first {
            server = match.entry.id
            self.served = Self.reading(of: match, url, change)
        } else if !change.servesOtherMethods, oracle.hasURL(matches, view: request.view) {
            server = "other methods"
            self.served = Reading(id: server, code: -1, values: [], places: [], isTerminating: true)
        } else {
            let view = request.view
            let all = change.fallbacks + (change.fallbacks.last?.tag == nil ? [] : [(nil, -1)])
            let place = all.firstIndex { fallback in fallback.tag.map { view?.contains($0) == true } ?? true }
            server = "fallback \(place ?? 0)"
            self.served = Reading(
                id: server, code: place.map { all[$0].code } ?? -1, values: [], places: [], isTerminating: true)
        }
    }

    /// Whether something else happens with the request, by the values that are read or by their places in the URL.
    func differs(from other: ChangeSide, by part: KeyPath<Reading, [String]>) -> Bool {
        func texts(_ readings: [Reading]) -> [[String]] { readings.map { ["\($0.code)"] + $0[keyPath: part] } }
        return texts(running) != texts(other.running) || end == nil && texts([served]) != texts([other.served])
    }

    /// What runs. A request that an interceptor ends reaches neither later ones nor a route.
    var running: [Reading] { end.map { Array(chain[...$0]) } ?? chain }

    /// Whether an interceptor ends the request before its route.
    var isEnded: Bool { end != nil }

    /// The place of the interceptor that ends the request.
    private var end: Int? { chain.firstIndex(where: \.isTerminating) }

    private static func reading(of match: Oracle.Match, _ url: OracleURL, _ change: ChangeCase) -> Reading {
        let behavior = change.behaviors[match.entry.id, default: .init(code: 0, reads: .nothing)]
        let isStrict = change.made.settings.trailingSlash == .strict
        let captured = match.pattern.places(in: url, keepsSlash: isStrict && url.hasTrailingSlash)
        switch behavior.reads {
        case .nothing:
            return Reading(id: match.entry.id, code: behavior.code, values: [], places: [], isTerminating: true)
        case .all:
            let names = captured.keys.sorted()
            return Reading(
                id: match.entry.id, code: behavior.code, values: names.map { "\($0)=\(captured[$0]?.value ?? "")" },
                places: names.map { "\($0)=\(captured[$0]?.place ?? "")" }, isTerminating: false)
        case .target(let names):
            // An empty rest removes its slash too. At the end it keeps that of the request.
            let slash = names.last == "rest" && url.hasTrailingSlash ? "/" : ""
            let captured = match.pattern.places(in: url, keepsSlash: false)
            func text(_ part: (String) -> String) -> [String] {
                [behavior.stem + names.map(part).map { $0.isEmpty ? "" : "/" + $0 }.joined() + slash]
            }
            return Reading(
                id: match.entry.id, code: behavior.code, values: text { captured[$0]?.value ?? "" },
                places: text { captured[$0]?.place ?? "" }, isTerminating: true)
        }
    }
}

struct ChangeRequest {
    var method: String?
    var view: Set<String>?
}

extension OraclePattern {
    /// By name: the captured value, with each segment escaped separately, and its place.
    ///
    /// - Parameter keepsSlash: Whether a value of a catch-all ends with the slash of the URL.
    fileprivate func places(in url: OracleURL, keepsSlash: Bool) -> [String: (value: String, place: String)] {
        var places: [String: (value: String, place: String)] = [:]
        for (index, segment) in segments.enumerated() {
            switch segment {
            case .literal, .star, .rest(nil): continue
            case .capture(let name, let prefix, let suffix):
                let value = url.segments[index].dropFirst(prefix.count).dropLast(suffix.count)
                places[name] = (Self.hex(value), "<\(index) \(prefix.count) \(suffix.count)>")
            case .rest(let name?):
                let rest = url.segments[index...]
                let place =
                    switch rest.count {
                    case 0: ""
                    case 1: "<\(index) 0 0>"
                    default: "<\(index)...>"
                    }
                let slash = keepsSlash && !rest.isEmpty ? "/" : ""
                places[name] = (rest.map { Self.hex($0[...]) }.joined(separator: "/") + slash, place + slash)
            }
        }
        return places
    }

    private static func hex(_ bytes: Bytes.SubSequence) -> String { bytes.map { String($0, radix: 16) }.joined() }
}
