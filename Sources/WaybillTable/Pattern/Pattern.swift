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

    final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    /// - Complexity: Linear in its length: the pattern keeps its UTF-8.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
    /// The text's bytes.
    package var utf8: [UInt8] { storage.parts.utf8 }
    /// In lower case; `nil` where every scheme matches.
    package var scheme: String? { storage.parts.unusual?.scheme }
    package var host: Host { storage.parts.unusual?.host ?? .any }
    /// `nil` where every port matches.
    package var port: Int? { storage.parts.unusual?.port }
    package var segments: Segments { Segments(storage) }
    /// The `**` at the end, if there is one.
    package var rest: Rest? { storage.parts.unusual?.rest }
    package var hasTrailingSlash: Bool { storage.parts.unusual?.hasTrailingSlash ?? false }

    package enum Host: Sendable, Hashable {
        case any
        case literal(String)
        /// `*.example.com`, kept as `.example.com`: one or more labels are before it.
        case suffix(String)
    }

    package enum Segment: Sendable, Hashable {
        /// Decoded; mostly a part of the bytes that the pattern was parsed from.
        case literal(ArraySlice<UInt8>)
        case capture(Capture)
        /// `*`
        case any
    }

    package struct Capture: Sendable, Hashable {
        /// Decoded; both are empty for a plain capture.
        package let prefix: [UInt8]
        package let suffix: [UInt8]
        /// `:name`, a part of the pattern's UTF-8.
        private let text: ArraySlice<UInt8>

        init(prefix: [UInt8] = [], text: ArraySlice<UInt8>, suffix: [UInt8] = []) {
            (self.prefix, self.text, self.suffix) = (prefix, text, suffix)
        }

        package var name: String { String(decoding: text.dropFirst(), as: UTF8.self) }

        /// Where `:name` is in the pattern's UTF-8.
        package var range: Range<Int> { text.indices }

        package var isAffix: Bool { !prefix.isEmpty || !suffix.isEmpty }
    }

    package struct Rest: Sendable, Hashable {
        package let name: String?
        /// Where `**` or `**name` is in the pattern's UTF-8.
        package let range: Range<Int>
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

/// The text says all: patterns of the same bytes are equal.
extension Pattern: Hashable {
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.storage === right.storage || left.utf8 == right.utf8
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(utf8) }
}

extension Pattern: CustomStringConvertible {
    public var description: String { text }
}

/// Why a text is not a pattern, and where.
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
        /// A name that appears twice (P009).
        case duplicateParameter
        /// `**` before the end, or two parameters in one segment (P010).
        case ambiguous
    }
}
