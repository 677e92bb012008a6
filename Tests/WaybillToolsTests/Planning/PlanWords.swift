@testable import WaybillTools

/// A class of requests, parsed from its words.
struct PlanWords {
    /// `nil` for requests that no route matches.
    var pattern: String?
    var within: [String] = []
    var methods: [String]?
    var withoutMethods: [String] = []
    var views = PlanText.Views(plain: true, tags: .init(anyOf: [], without: []))
    var exceptions: [PlanWords] = []

    /// The words of a class. Each exception is in the JSON separately, and is parsed from there.
    init?(_ words: String, except: [String]) {
        let tail = except.isEmpty ? "" : ", but not " + except.joined(separator: ", ")
        guard words.hasSuffix(tail), let head = PlanWords(String(words.dropLast(tail.count))) else { return nil }
        self = head
        exceptions = except.compactMap { PlanWords($0) }
        guard exceptions.count == except.count else { return nil }
    }

    /// `GET,POST but not HEAD /notes/:id within /** in views of 's'`
    private init?(_ words: String) {
        var rest = readMethods(words[...])
        if let place = rest.firstMatch(of: #/\ in (plain\ opens)?(\ and\ )?(views)?(\ of\ [^"]*?)?(\ without\ .*)?$/#) {
            views.plain = place.1 != nil
            views.tags = place.3 == nil ? nil : .init(anyOf: Self.sets(place.4), without: Self.tags(place.5))
            rest = rest[..<place.range.lowerBound]
        }
        guard let within = rest.firstRange(of: " within ") else {
            pattern = rest == "requests without a route" ? nil : String(rest)
            return
        }
        pattern = String(rest[..<within.lowerBound])
        self.within = Self.pieces(rest[within.upperBound...], " and ")
    }

    private mutating func readMethods(_ words: Substring) -> Substring {
        let names = #/((?:GET|HEAD|POST|DELETE|,)+)\ /#
        var rest = words
        if rest.hasPrefix("any method but ") {
            rest.removeFirst("any method but ".count)
        } else if let named = rest.prefixMatch(of: names) {
            methods = Self.pieces(named.1, ",")
            rest = rest[named.range.upperBound...]
            guard rest.hasPrefix("but not ") else { return rest }
            rest.removeFirst("but not ".count)
        } else {
            return rest
        }
        guard let left = rest.prefixMatch(of: names) else { return rest }
        withoutMethods = Self.pieces(left.1, ",")
        return rest[left.range.upperBound...]
    }

    private static func pieces(_ text: Substring, _ separator: String) -> [String] {
        text.split(separator: separator).map(String.init)
    }

    /// ` of 's' or 't' with 'u'`
    private static func sets(_ words: Substring?) -> [[String]] {
        guard let words else { return [] }
        return pieces(words.dropFirst(" of ".count), " with ").map { pieces($0[...], " or ").map(unquoted) }
    }

    /// ` without 's', 't'`
    private static func tags(_ words: Substring?) -> [String] {
        guard let words else { return [] }
        return pieces(words.dropFirst(" without ".count), ", ").map(unquoted)
    }

    private static func unquoted(_ word: String) -> String { String(word.dropFirst().dropLast()) }
}
