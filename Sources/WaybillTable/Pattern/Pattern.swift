/// A URL pattern: what a route or an interceptor matches.
///
/// | pattern | matches |
/// |---|---|
/// | `/notes/:id`, `notes/:id` | every scheme and host |
/// | `//example.com/…`, `//*.example.com/…` | every network scheme with that host |
/// | `https://example.com:8080/…` | that scheme, host and port |
/// | `myapp://push/:id`, `myapp:push/:id` | that scheme; the authority is the first segment |
///
/// Segments are literals, `:name` (one non-empty segment, with a literal prefix or suffix if need be), `*` (any one
/// non-empty segment), and `**` or `**name` at the end (zero or more segments). Patterns are anchored.
public struct Pattern: Sendable {
    /// Shared by all copies: patterns are handed on from manifest to table and proofs, and no copy ever changes.
    private let storage: Storage

    private final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    /// What a text says; filled while it is parsed.
    struct Parts: Sendable {
        let text: String
        private var headIfAny = HeadIfAny.none
        var segments: [Segment] = []
        private var restIfAny = RestIfAny.none
        var hasTrailingSlash = false

        init(text: String) { self.text = text }

        var rest: Rest? {
            get { if case .some(let rest) = restIfAny { rest } else { nil } }
            set { restIfAny = newValue.map { .some($0) } ?? .none }
        }

        private indirect enum RestIfAny: Sendable {
            case none
            case some(Rest)
        }

        /// What stands before the path. Nearly all patterns are paths alone, and have no room for more.
        var head: Head {
            get { if case .some(let head) = headIfAny { head } else { Head() } }
            set { headIfAny = .some(newValue) }
        }

        private indirect enum HeadIfAny: Sendable {
            case none
            case some(Head)
        }
    }

    struct Head: Sendable {
        var scheme: String?
        var host = Host.any
        var port: Int?
    }

    public var text: String { storage.parts.text }
    /// In lower case; `nil` where every scheme matches.
    package var scheme: String? { storage.parts.head.scheme }
    package var host: Host { storage.parts.head.host }
    /// `nil` where every port matches.
    package var port: Int? { storage.parts.head.port }
    package var segments: [Segment] { storage.parts.segments }
    /// The `**` at the end, if there is one.
    package var rest: Rest? { storage.parts.rest }
    package var hasTrailingSlash: Bool { storage.parts.hasTrailingSlash }

    package enum Host: Sendable, Hashable {
        case any
        case literal(String)
        /// `*.example.com`, kept as `.example.com`: one or more labels stand before it.
        case suffix(String)
    }

    package enum Segment: Sendable, Hashable {
        /// Decoded; mostly a part of the bytes that the pattern was parsed from.
        case literal(ArraySlice<UInt8>)
        case capture(Capture)
        /// `*`
        case any
    }

    package struct Capture: Sendable {
        // In so few bytes, and with a reference first, a segment takes no more memory than a literal.
        private let affix: Affix
        package let name: String
        private let place: PatternTree.Label

        init(name: String, prefix: [UInt8], suffix: [UInt8], range: Range<Int>) {
            affix = prefix.isEmpty && suffix.isEmpty ? .none : Affix(prefix: prefix, suffix: suffix)
            self.name = name
            place = PatternTree.Label(start: UInt32(clamping: range.lowerBound), length: UInt32(clamping: range.count))
        }

        private final class Affix: Sendable {
            let prefix: [UInt8]
            let suffix: [UInt8]

            /// That of a plain capture.
            static let none = Affix(prefix: [], suffix: [])

            init(prefix: [UInt8], suffix: [UInt8]) { (self.prefix, self.suffix) = (prefix, suffix) }
        }

        /// Decoded; both are empty for a plain capture.
        package var prefix: [UInt8] { affix.prefix }
        package var suffix: [UInt8] { affix.suffix }

        /// Where `:name` stands in the pattern's UTF-8.
        package var range: Range<Int> { place.range }

        package var isAffix: Bool { affix !== Affix.none }
    }

    package struct Rest: Sendable, Hashable {
        package var name: String?
        private var place: PatternTree.Label

        init(name: String?, range: Range<Int>) {
            self.name = name
            place = PatternTree.Label(start: UInt32(clamping: range.lowerBound), length: UInt32(clamping: range.count))
        }

        package var range: Range<Int> { place.range }
    }

    /// The most segments that a pattern may have: the depth of the table is bounded by it.
    public static let maximumSegments = 256

    /// Parses a pattern.
    ///
    /// - Throws: ``PatternError``, at the place in the text, for a pattern that is not well formed or can match nothing.
    public init(_ text: String) throws(PatternError) {
        var parser = PatternParser(text)
        self.init(try parser.parse())
    }

    init(_ parts: Parts) { storage = Storage(parts) }

    /// The captures' names, in order; `**name` among them.
    public var captureNames: [String] {
        captures.map(\.name) + (rest?.name.map { [$0] } ?? [])
    }

    /// The name of the `**name` at the end, if it has one.
    public var restName: String? { rest?.name }

    /// Whether a `:name` has this name.
    package func hasCapture(named name: String) -> Bool { storage.parts.hasCapture(named: name) }

    package var captures: [Capture] {
        segments.compactMap { segment in
            if case .capture(let capture) = segment { capture } else { nil }
        }
    }
}

extension Pattern.Capture: Hashable {
    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.range == right.range && left.prefix == right.prefix
            && left.suffix == right.suffix
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(range)
        hasher.combine(prefix)
        hasher.combine(suffix)
    }
}

extension Pattern.Parts {
    func hasCapture(named name: String) -> Bool {
        segments.contains { segment in
            if case .capture(let capture) = segment { capture.name == name } else { false }
        }
    }
}

/// The text says all: patterns of the same bytes are equal.
extension Pattern: Hashable {
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.storage === right.storage || left.text.utf8.elementsEqual(right.text.utf8)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Pattern: CustomStringConvertible {
    public var description: String { text }
}

/// Why a text is no pattern, and where.
public struct PatternError: Error, Sendable, Hashable {
    public var problem: Problem
    /// One sentence, without a final full stop.
    public var message: String
    /// What to do.
    public var help: String?
    /// The culprit, in UTF-8 bytes of the pattern's text.
    public var range: Range<Int>

    public enum Problem: Sendable, Hashable {
        /// Not well formed, or it can match nothing (P008).
        case impossible
        /// A name that stands twice (P009).
        case duplicateParameter
        /// `**` before the end, or two parameters in one segment (P010).
        case ambiguous
    }
}
