import Foundation
import Testing
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

@testable import WaybillOracle
@testable import WaybillTools

/// A pair of manifests to test: their plan as JSON and in words, and the law's answer for each request.
struct PlanTrial {
    let old: ChangeCase
    let new: ChangeCase
    let plan: PlanText
    /// The plan in words, in the order of its JSON; `nil` if they cannot be parsed.
    private let words: [[PlanWords]]?
    private let before: Oracle
    private let after: Oracle
    private let walked: [RoutedSet]

    /// `nil` if one of the sets has errors.
    init?(_ old: ChangeCase, _ new: ChangeCase) throws {
        let sets = [old, new].map { Compilation.compile(text: $0.manifest) }
        guard let plan = Plan(from: sets[0], to: sets[1]) else { return nil }
        let json = plan.json(old: "old", new: "new")
        self.plan = try JSONDecoder().decode(PlanText.self, from: Data(json.utf8))
        let words = plan.changes.map { change in
            change.requests.compactMap { PlanWords($0.words(maximumExceptions: .max), except: $0.except) }
        }
        self.words = words.map(\.count) == plan.changes.map(\.requests.count) ? words : nil
        (self.old, self.new) = (old, new)
        (before, after) = (old.made.oracle, new.made.oracle)
        walked = sets.compactMap { set in set.table.map { RoutedSet(set: set.set, table: $0) } }
    }

    /// What the walks of a request show and the plan does not; `nil` if a class of one of its URLs says it.
    func hidden(_ text: String, _ request: ChangeRequest) -> String? {
        let walks = walked.map { $0.trace(text, method: request.method, tags: request.view ?? []) }
        let answers = zip(walked, walks).map { $0.answer(to: $1) }
        // Without a method, a walk assumes one.
        let asked = ChangeRequest(method: walks[0].method, view: request.view)
        let kinds = Set(walks.flatMap { $0.visits.flatMap { self.kinds(of: $0.url.text, asked) } })
        let place = "\(asked.method ?? "-") \(text) in \(request.view.map { "\($0.sorted())" } ?? "plain")"
        if answers[0] == .route, answers[1] != .route, !kinds.contains("lost") { return "\(place) loses its route" }
        let codes = zip(walked, walks).map { set, walk in
            Set(walk.interceptors.compactMap { set.set.interceptors[$0].action.code?.value })
        }
        let tells =
            !kinds.isDisjoint(with: ["lost", "interceptor-lost"]) || plan.findings.contains { $0.rule == "R003" }
        if answers[1] != .nothing, !codes[0].isSubset(of: codes[1]), !tells {
            return "\(place) loses interceptors: \(codes)"
        }
        return nil
    }

    private func kinds(of text: String, _ request: ChangeRequest) -> [String] {
        guard let url = OracleURL(text) else { return [] }
        let isUnserved = [(old, before), (new, after)].allSatisfy {
            ChangeSide($0, $1, url, $1.matches(url), request).server.hasPrefix("fallback")
        }
        return plan.changes.filter { $0.requests.contains { holds($0, url, request, isUnserved) } }.flatMap(\.kinds)
    }

    /// Whether the walks show that an example of a lost request has a route, or had none.
    private func keepsRoute(_ requests: PlanText.Requests) -> Bool {
        let answers = walked.map { set in
            set.answer(
                to: set.trace(requests.witness.url, method: requests.witness.method, tags: requests.witness.tags ?? []))
        }
        return answers[0] != .route || answers[1] == .route
    }

    /// The difference between law and plan for a request; `nil` if they agree.
    func difference(on url: OracleURL, _ text: String, _ request: ChangeRequest) -> String? {
        let first = ChangeSide(old, before, url, before.matches(url), request)
        let second = ChangeSide(new, after, url, after.matches(url), request)
        let isUnserved = [first, second].allSatisfy { $0.server.hasPrefix("fallback") }
        let classes = plan.changes.filter { change in
            change.requests.contains { holds($0, url, request, isUnserved) }
        }
        let place = "\(request.method ?? "-") \(text) in \(request.view.map { "\($0.sorted())" } ?? "plain")"
        if classes.count > 1 { return "\(place) is in \(classes.count) classes" }
        if let reason = wordsDiffer(url, request, isUnserved) { return "\(place) \(reason)" }
        guard let change = classes.first else {
            return first.differs(from: second, by: \.values) ? "\(place) is in no class" : nil
        }
        // Values that a literal fixes are equal even if they are in different places.
        if !first.differs(from: second, by: \.places) { return "\(place) is in a class, and does not change" }
        return denial(change, first, second).map { "\(place): \($0)" }
    }

    /// The part of a class that is false for one of its requests.
    private func denial(_ change: PlanText.Change, _ first: ChangeSide, _ second: ChangeSide) -> String? {
        let servers = [change.old.name, change.new.name]
        for (side, server) in zip([first, second], servers) where !side.server.hasPrefix(server) {
            return "\(side.server) serves it, not \(server)"
        }
        let (lost, gained) = (change.interceptors.lost, change.interceptors.gained)
        // Where requests are sent on, the lists include what runs at their later URLs.
        if !first.isEnded && !second.isEnded {
            if !Set(lost).isSubset(of: first.chain.map(\.id)) { return "\(lost) did not run" }
            if !Set(gained).isSubset(of: second.chain.map(\.id)) { return "\(gained) do not run" }
        }
        return nil
    }

    /// The problem with the example requests; `nil` if each is in its class and changes.
    func wrongWitness() -> String? {
        for change in plan.changes where change.kinds.contains("lost") && keepsRoute(change.requests[0]) {
            return "the witness \(change.requests[0].witness.url) does not lose a route"
        }
        for requests in plan.changes.flatMap(\.requests) {
            let request = ChangeRequest(method: requests.witness.method, view: requests.witness.tags.map { Set($0) })
            guard let url = OracleURL(requests.witness.url) else { return "\(requests.witness.url) is no URL" }
            let sides = [(old, before), (new, after)].map { ChangeSide($0, $1, url, $1.matches(url), request) }
            if !holds(requests, url, request, sides.allSatisfy { $0.server.hasPrefix("fallback") }) {
                return "the witness \(requests.witness.url) is not in its class"
            }
            if let reason = difference(on: url, requests.witness.url, request) { return "the witness \(reason)" }
        }
        return nil
    }

    /// The words leave out views if nothing has a tag, so then only plain opens count.
    private func wordsDiffer(_ url: OracleURL, _ request: ChangeRequest, _ isUnserved: Bool) -> String? {
        guard let words else { return "is read of no words" }
        let hasTags = [old, new].contains { $0.hasTags }
        if request.view != nil && !hasTags { return nil }
        for (change, texts) in zip(plan.changes, words) {
            for (requests, text) in zip(change.requests, texts) {
                let isHeld = holds(text, url, request, isUnserved)
                if isHeld != holds(requests, url, request, isUnserved) { return "and the words differ: \(text)" }
            }
        }
        return nil
    }

    private func holds(
        _ words: PlanWords, _ url: OracleURL, _ request: ChangeRequest, _ isUnserved: Bool
    ) -> Bool {
        Self.names(words.methods, request.method)
            && !(request.method.map(words.withoutMethods.contains) ?? false) && words.views.holds(request.view)
            && (words.pattern.map { matches($0, url) } ?? isUnserved)
            && words.within.allSatisfy { matches($0, url) }
            && !words.exceptions.contains { holds($0, url, request, isUnserved) }
    }

    // MARK: Classes, read as they are written

    private func holds(
        _ requests: PlanText.Requests, _ url: OracleURL, _ request: ChangeRequest, _ isUnserved: Bool
    ) -> Bool {
        guard Self.names(requests.methods, request.method),
            !(request.method.map(requests.withoutMethods.contains) ?? false),
            requests.views.holds(request.view), requests.pattern.map({ matches($0, url) }) ?? isUnserved
        else { return false }
        return requests.within.allSatisfy { matches($0, url) }
            && !requests.exceptions.contains { exception in
                Self.names(exception.methods, request.method) && exception.views.holds(request.view)
                    && matches(exception.pattern, url)
            }
    }

    /// `GET` includes `HEAD`.
    private static func names(_ methods: [String]?, _ method: String?) -> Bool {
        guard let methods else { return true }
        guard let method else { return false }
        return methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
    }

    /// Whether a URL matches `/notes/:id (id: int) (old settings)`.
    private func matches(_ words: String, _ url: OracleURL) -> Bool {
        if words.hasPrefix("URLs of ") { return url.segments.count == Int(words.split(separator: " ")[2]) }
        if words == "URLs with a '/' at the end" { return url.hasTrailingSlash }
        let isOld = words.hasSuffix(" (old settings)")
        let isTold = isOld || words.hasSuffix(" (new settings)")
        let pieces = words.dropLast(isTold ? " (old settings)".count : 0).split(separator: " ", maxSplits: 1)
        guard let pattern = pieces.first.flatMap({ OraclePattern(String($0)) }) else { return false }
        var entry = Oracle.Entry(id: "", patterns: [pattern])
        if pieces.count == 2 { entry.constraints = Self.constraints(pieces[1]) }
        return !(isOld ? before : after).matches(of: entry, url).isEmpty
    }

    /// `(x: int, y: [a, b])`
    private static func constraints(_ words: Substring) -> [String: Int] {
        var rest = words.dropFirst()
        var found: [String: Int] = [:]
        while let colon = rest.firstRange(of: ": ") {
            let name = String(rest[..<colon.lowerBound])
            rest = rest[colon.upperBound...]
            let number = texts.firstIndex { text in
                let end = rest.dropFirst(text.count)
                return rest.hasPrefix(text) && (end == ")" || end.hasPrefix(", "))
            }
            guard let number else { break }
            found[name] = number
            rest.removeFirst(min(rest.count, texts[number].count + 2))
        }
        return found
    }

    private static let texts = OracleConstraint.all.map { constraint in
        switch constraint.constraint {
        case .oneOf(let values): "[\(values.joined(separator: ", "))]"
        case .regex(let text): "/\(text)/"
        default: "\(constraint.constraint)"
        }
    }
}

/// A plan in JSON.
struct PlanText: Decodable {
    var changes: [Change]
    var undecided: [String]
    var findings: [Finding]

    struct Finding: Decodable {
        var rule: String
    }

    struct Change: Decodable {
        var kinds: [String]
        var old: Server
        var new: Server
        var interceptors: Interceptors
        var requests: [Requests]
        var summary: String
    }

    struct Server: Decodable {
        var route: String?
        var target: String

        /// As the law's answer names it.
        var name: String { route ?? (target.contains("other methods") ? "other methods" : "fallback") }
    }

    struct Interceptors: Decodable {
        var lost: [String]
        var gained: [String]
    }

    struct Requests: Decodable {
        var pattern: String?
        var within: [String]
        var exceptions: [Exception]
        var methods: [String]?
        var withoutMethods: [String]
        var views: Views
        var witness: Witness
    }

    struct Exception: Decodable {
        var pattern: String
        var methods: [String]?
        var views: Views
    }

    struct Witness: Decodable {
        var url: String
        var method: String?
        var tags: [String]?
    }

    struct Views: Decodable {
        var plain: Bool
        var tags: Tags?

        struct Tags: Decodable {
            var anyOf: [[String]]
            var without: [String]
        }

        func holds(_ view: Set<String>?) -> Bool {
            guard let view else { return plain }
            guard let tags else { return false }
            return view.isDisjoint(with: tags.without) && tags.anyOf.allSatisfy { !view.isDisjoint(with: $0) }
        }
    }
}

extension ChangeCase {
    fileprivate var hasTags: Bool {
        (made.routes + made.interceptors).contains { !$0.tags.isEmpty } || fallbacks.contains { $0.tag != nil }
    }
}
