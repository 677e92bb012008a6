import WaybillTable

/// A path of a document: `/orders/{id}.json`.
///
/// A segment of a pattern has at most one capture, so the parameters of one segment are one capture with their names
/// joined: `/{from}-{to}` is `/:from_to`.
package struct PathTemplate: Sendable, Hashable {
    package private(set) var segments: [Segment] = []
    package private(set) var hasTrailingSlash = false

    /// A literal, or a capture with what precedes and follows it.
    package struct Segment: Sendable, Hashable {
        /// Decoded.
        package var prefix: [UInt8] = []
        package var capture: Capture?
        /// Decoded.
        package var suffix: [UInt8] = []
    }

    /// One parameter, or several with the texts between them.
    package struct Capture: Sendable, Hashable {
        /// A valid name of a capture.
        package var name: String
        /// The names in the document.
        package var parameters: [String]
        /// Decoded; one fewer than parameters.
        package var texts: [[UInt8]] = []
    }

    /// The reason why a text is not a template.
    package struct Problem: Error {
        package var reason: String
        package var help: String
        /// Whether an import only loses the path.
        package var isLoss = false
    }

    package init(_ text: String) throws(Problem) {
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw Problem(reason: "the path '\(text)' does not begin with '/'", help: "write '/\(text)'")
        }
        if let mark = text.utf8.first(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
            throw Problem(
                reason: "a path cannot contain '\(Unicode.Scalar(mark))', because no request's path does",
                help: "describe query parameters under 'parameters'", isLoss: true)
        }
        var parts = Array(text.utf8).dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true {
            parts.removeLast()
            hasTrailingSlash = !parts.isEmpty
        }
        guard !parts.contains(where: { $0.isEmpty }) else {
            throw Problem(
                reason: "the path '\(text)' has an empty segment", help: "remove one of the slashes", isLoss: true)
        }
        var names: Set<String> = []
        segments.reserveCapacity(parts.count)
        for part in parts { segments.append(try Self.segment(part, in: text, &names)) }
    }

    private static func segment(
        _ text: ArraySlice<UInt8>, in path: String, _ names: inout Set<String>
    ) throws(Problem) -> Segment {
        var literals: [[UInt8]] = []
        var parameters: [String] = []
        var rest = text
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        while let brace = rest.firstIndex(where: { $0 == open || $0 == close }) {
            guard rest[brace] == open, let end = rest[brace...].firstIndex(of: close), end > brace + 1 else {
                throw Problem(
                    reason: "the braces of the path '\(path)' do not match", help: "write a parameter as '{name}'")
            }
            literals.append(try decoded(rest[..<brace], in: path))
            parameters.append(String(decoding: rest[(brace + 1)..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
        literals.append(try decoded(rest, in: path))
        guard !parameters.isEmpty else { return Segment(prefix: literals[0]) }
        let capture = Capture(
            name: name(of: parameters, &names), parameters: parameters, texts: Array(literals[1..<parameters.count]))
        return Segment(prefix: literals[0], capture: capture, suffix: literals[parameters.count])
    }

    private static func decoded(_ text: ArraySlice<UInt8>, in path: String) throws(Problem) -> [UInt8] {
        guard text.contains(where: { $0 == UInt8(ascii: "%") }) else { return Array(text) }
        guard let bytes = PercentCoding.decoded(String(decoding: text, as: UTF8.self)) else {
            throw Problem(reason: "the path '\(path)' has an invalid escape", help: "write '%25' for a percent sign")
        }
        return bytes
    }

    /// Returns a valid name that the template does not have yet.
    private static func name(of parameters: [String], _ names: inout Set<String>) -> String {
        var name = parameters.joined(separator: "_").utf8.map { ASCII.isNameByte($0) ? $0 : UInt8(ascii: "_") }
        if let first = name.first, ASCII.isDigit(first) { name.insert(UInt8(ascii: "_"), at: 0) }
        var unique = String(decoding: name, as: UTF8.self)
        while !names.insert(unique).inserted { unique += "_" }
        return unique
    }

    // MARK: Texts

    /// The captures, in order.
    package var captures: [Capture] { segments.compactMap { $0.capture } }

    /// The pattern's text. Equal templates have equal texts, whatever they escape.
    package var patternText: String {
        var text: [UInt8] = []
        for segment in segments {
            text.append(UInt8(ascii: "/"))
            Self.escape(segment.prefix, into: &text)
            guard let capture = segment.capture else { continue }
            text.append(UInt8(ascii: ":"))
            text += capture.name.utf8
            Self.escape(segment.suffix, into: &text, extendsName: true)
        }
        if hasTrailingSlash || segments.isEmpty { text.append(UInt8(ascii: "/")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Escapes everything that patterns of some router give a meaning.
    ///
    /// - Parameter extendsName: Whether a name precedes the literal. It ends where the next byte is not part of it.
    private static func escape(_ bytes: [UInt8], into text: inout [UInt8], extendsName: Bool = false) {
        for (offset, byte) in bytes.enumerated() {
            let isPlain =
                switch byte {
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "~"), UInt8(ascii: "_"): true
                default: ASCII.isLetter(byte) || ASCII.isDigit(byte)
                }
            if isPlain, !(extendsName && offset == 0 && ASCII.isNameByte(byte)) {
                text.append(byte)
            } else {
                text += PercentCoding.escape(byte).utf8
            }
        }
    }

    /// The template without names, as bytes that no text has. OpenAPI takes two paths of one shape for one path.
    package var shape: [UInt8] {
        var bytes: [UInt8] = hasTrailingSlash ? [Self.end] : []
        for segment in segments {
            bytes += segment.prefix
            if segment.capture != nil { bytes.append(Self.hole) }
            bytes += segment.suffix
            bytes.append(Self.end)
        }
        return bytes
    }

    /// Bytes that are not in UTF-8.
    private static let (hole, end): (UInt8, UInt8) = (0xFF, 0xFE)

    /// The constraint of a capture of several parameters.
    package static func joined(_ capture: Capture, _ values: [ValueSet]) -> ValueSet {
        guard capture.parameters.count > 1 else { return values.first ?? ValueSet() }
        let regexes = values.map { "(" + ($0.constraints.first?.regexText ?? ".+") + ")" }
        let texts = capture.texts.map { ParameterConstraint.escaped(String(decoding: $0, as: UTF8.self)) }
        return ValueSet([.regex(zip(regexes, texts + [""]).map { $0 + $1 }.joined())])
    }
}
