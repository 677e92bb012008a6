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
    /// Shared by all copies, because patterns are passed from manifest to table and proofs, and never change.
    private let storage: Storage

    final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    /// - Complexity: Linear in its length, because the pattern keeps its UTF-8.
    public var text: String { String(decoding: utf8, as: UTF8.self) }
    /// The text's bytes.
    package var utf8: [UInt8] { storage.parts.utf8 }
    /// In lower case; `nil` if every scheme matches.
    package var scheme: String? { storage.parts.unusual?.scheme }
    package var host: Host { storage.parts.unusual?.host ?? .any }
    /// `nil` if every port matches.
    package var port: Int? { storage.parts.unusual?.port }
    package var segments: Segments { Segments(storage) }
    /// The `**` at the end, if there is one.
    package var catchAll: CatchAll? { storage.parts.unusual?.catchAll }
    package var hasTrailingSlash: Bool { storage.parts.unusual?.hasTrailingSlash ?? false }

    package enum Host: Sendable, Hashable {
        case any
        case literal(String)
        /// `*.example.com`, stored as `.example.com`. One or more labels must precede it.
        case suffix(String)
    }

    package enum Segment: Sendable, Hashable {
        /// Decoded. Usually a slice of the parsed bytes.
        case literal(ArraySlice<UInt8>)
        case capture(Capture)
        /// The wildcard `*`.
        case any
    }

    package struct Capture: Sendable, Hashable {
        /// Decoded; both are empty for a plain capture.
        package let prefix: [UInt8]
        package let suffix: [UInt8]
        /// `:name`, a slice of the pattern's UTF-8.
        private let text: ArraySlice<UInt8>

        init(prefix: [UInt8] = [], text: ArraySlice<UInt8>, suffix: [UInt8] = []) {
            self.prefix = prefix
            self.text = text
            self.suffix = suffix
        }

        package var name: String { String(decoding: text.dropFirst(), as: UTF8.self) }

        /// The range of `:name` in the pattern's UTF-8.
        package var range: Range<Int> { text.indices }

        package var isAffix: Bool { !prefix.isEmpty || !suffix.isEmpty }
    }

    /// The `**` or `**name` at the end of a pattern.
    package struct CatchAll: Sendable, Hashable {
        package let name: String?
        /// The range of `**` or `**name` in the pattern's UTF-8.
        package let range: Range<Int>
    }

    /// The maximum number of segments of a pattern, which limits the depth of the table.
    public static let maximumSegments = 256

    /// Parses a pattern.
    ///
    /// - Throws: ``PatternError`` with its place in the text, if the pattern is not well formed or cannot match
    ///   anything.
    public init(_ text: String) throws(PatternError) {
        var parser = PatternParser(text)
        self.init(try parser.parse())
    }

    init(_ parts: Parts) { storage = Storage(parts) }

    /// The names of the captures, in order, with the name of `**name`.
    public var captureNames: [String] {
        captures.map(\.name) + (catchAll?.name.map { [$0] } ?? [])
    }

    /// The name of a `**name` at the end.
    public var catchAllName: String? { catchAll?.name }

    /// Whether it has a `:name` with this name.
    package func hasCapture(named name: String) -> Bool { storage.parts.hasCapture(named: name) }

    package var captures: [Capture] {
        segments.compactMap { segment in
            if case .capture(let capture) = segment { capture } else { nil }
        }
    }
}

/// Patterns are equal if their bytes are.
extension Pattern: Hashable {
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.storage === right.storage || left.utf8 == right.utf8
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(utf8) }
}

extension Pattern: CustomStringConvertible {
    public var description: String { text }
}

/// The reason why a text is not a pattern, and its place.
public struct PatternError: Error, Sendable, Hashable {
    public var problem: Problem
    /// One sentence, without a full stop at the end.
    public var message: String
    /// The advice, as a command.
    public var help: String?
    /// The wrong part, in UTF-8 bytes of the pattern's text.
    public var range: Range<Int>

    /// The kind of the error, with the rule that reports it.
    public enum Problem: Sendable, Hashable {
        /// It is not well formed, or cannot match anything (P008).
        case impossible
        /// It has a name twice (P009).
        case duplicateParameter
        /// It has `**` before the end, or two parameters in one segment (P010).
        case ambiguous
    }
}

extension Pattern {
    /// The path in the template syntax of other libraries: `/notes/{id}`, `/files/{path}` for `/files/**path`; `*` and
    /// `**` stay.
    ///
    /// Metrics and traces use it as the name of a route, because it contains no values of a request.
    package var pathTemplate: String {
        var segments = segments.map { segment in
            switch segment {
            case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
            case .any: "*"
            case .capture(let capture):
                String(decoding: capture.prefix, as: UTF8.self) + "{\(capture.name)}"
                    + String(decoding: capture.suffix, as: UTF8.self)
            }
        }
        if let catchAll { segments.append(catchAll.name.map { "{\($0)}" } ?? "**") }
        return "/" + segments.joined(separator: "/")
    }
}

extension Pattern {
    /// The same pattern for every scheme and host. The authority of a scheme that is not a network scheme stays the first
    /// segment.
    package var pathPattern: Pattern {
        guard let unusual = storage.parts.unusual, unusual.scheme != nil || unusual.host != .any else { return self }
        let text = text
        guard let slashes = text.firstRange(of: "//") else {
            return (try? Pattern("/" + text.drop { $0 != ":" }.dropFirst())) ?? self
        }
        let rest = text[slashes.upperBound...]
        guard host != .any else { return (try? Pattern("/" + rest)) ?? self }
        return (try? Pattern(String(rest.drop { $0 != "/" }))) ?? .root
    }
}
