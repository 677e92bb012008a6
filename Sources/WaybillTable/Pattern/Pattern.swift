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
public struct Pattern: Sendable, Hashable {
    public let text: String
    /// In lower case; `nil` where every scheme matches.
    package internal(set) var scheme: String?
    package internal(set) var host = Host.any
    /// `nil` where every port matches.
    package internal(set) var port: Int?
    package internal(set) var segments: [Segment] = []
    /// The `**` at the end, if there is one.
    package internal(set) var rest: Rest?
    package internal(set) var hasTrailingSlash = false

    package enum Host: Sendable, Hashable {
        case any
        case literal(String)
        /// `*.example.com`, kept as `.example.com`: one or more labels stand before it.
        case suffix(String)
    }

    package enum Segment: Sendable, Hashable {
        /// Decoded.
        case literal([UInt8])
        case capture(Capture)
        /// `*`
        case any
    }

    package struct Capture: Sendable, Hashable {
        package var name: String
        /// Decoded; both are empty for a plain capture.
        package var prefix: [UInt8] = []
        package var suffix: [UInt8] = []
        /// Where `:name` stands in the pattern's UTF-8.
        package var range: Range<Int>

        package var isAffix: Bool { !prefix.isEmpty || !suffix.isEmpty }
    }

    package struct Rest: Sendable, Hashable {
        package var name: String?
        package var range: Range<Int>
    }

    /// The most segments that a pattern may have: the depth of the table is bounded by it.
    public static let maximumSegments = 256

    /// Parses a pattern.
    ///
    /// - Throws: ``PatternError``, at the place in the text, for a pattern that is not well formed or can match nothing.
    public init(_ text: String) throws(PatternError) {
        var parser = PatternParser(text)
        self = try parser.parse()
    }

    init(unparsed text: String) {
        self.text = text
    }

    /// The captures' names, in order; `**name` among them.
    public var captureNames: [String] {
        captures.map(\.name) + (rest?.name.map { [$0] } ?? [])
    }

    /// The name of the `**name` at the end, if it has one.
    public var restName: String? { rest?.name }

    /// Whether a `:name` has this name.
    package func hasCapture(named name: String) -> Bool {
        segments.contains { segment in
            if case .capture(let capture) = segment { capture.name == name } else { false }
        }
    }

    package var captures: [Capture] {
        segments.compactMap { segment in
            if case .capture(let capture) = segment { capture } else { nil }
        }
    }
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
