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
        if let mark = text.utf8.first(where: { "?#".utf8.contains($0) }) {
            throw Problem(
                reason: "a path cannot contain '\(Unicode.Scalar(mark))', because no request's path does",
                help: "describe query parameters under 'parameters'", isLoss: true)
        }
        var parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true {
            parts.removeLast()
            hasTrailingSlash = !parts.isEmpty
        }
        guard !parts.contains(where: \.isEmpty) else {
            throw Problem(
                reason: "the path '\(text)' has an empty segment", help: "remove one of the slashes", isLoss: true)
        }
        var names: Set<String> = []
        for part in parts { segments.append(try Self.segment(String(Substring(part)), in: text, &names)) }
    }

    private static func segment(
        _ text: String, in path: String, _ names: inout Set<String>
    ) throws(Problem) -> Segment {
        var literals: [String] = [""]
        var parameters: [String] = []
        var rest = text.utf8[...]
        let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        while let brace = rest.firstIndex(where: { $0 == open || $0 == close }) {
            guard rest[brace] == open, let end = rest[brace...].firstIndex(of: close), end > rest.index(after: brace)
            else {
                throw Problem(
                    reason: "the braces of the path '\(path)' do not match", help: "write a parameter as '{name}'")
            }
            literals[literals.count - 1] += String(Substring(rest[..<brace]))
            parameters.append(String(Substring(rest[rest.index(after: brace)..<end])))
            literals.append("")
            rest = rest[rest.index(after: end)...]
        }
        literals[literals.count - 1] += String(Substring(rest))
        var texts: [[UInt8]] = []
        for literal in literals { texts.append(try decoded(literal, in: path)) }
        return Segment(
            prefix: texts[0],
            capture: parameters.isEmpty
                ? nil
                : Capture(
                    name: name(of: parameters, &names), parameters: parameters,
                    texts: Array(texts[1..<parameters.count])),
            suffix: parameters.isEmpty ? [] : texts[parameters.count])
    }

    private static func decoded(_ text: String, in path: String) throws(Problem) -> [UInt8] {
        guard let bytes = PercentCoding.decoded(text) else {
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
    package var captures: [Capture] { segments.compactMap(\.capture) }

    /// The pattern's text. Equal templates have equal texts, whatever they escape.
    package var patternText: String {
        let parts = segments.map { segment in
            guard let capture = segment.capture else { return Self.escaped(segment.prefix) }
            return Self.escaped(segment.prefix) + ":" + capture.name + Self.escaped(segment.suffix, after: capture)
        }
        return "/" + parts.joined(separator: "/") + (hasTrailingSlash ? "/" : "")
    }

    /// Returns the literal with escapes for everything that patterns of some router give a meaning.
    private static func escaped(_ bytes: [UInt8], after capture: Capture? = nil) -> String {
        var text: [UInt8] = []
        for (offset, byte) in bytes.enumerated() {
            let isPlain = ASCII.isLetter(byte) || ASCII.isDigit(byte) || ".-~_".utf8.contains(byte)
            // A name ends where the next byte is not part of it.
            let extendsName = capture != nil && offset == 0 && ASCII.isNameByte(byte)
            if isPlain && !extendsName { text.append(byte) } else { text += PercentCoding.escape(byte).utf8 }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The template without names. OpenAPI takes two paths of one shape for one path.
    package var shape: String {
        let parts = segments.map { segment in
            PercentCoding.encode(segment.prefix[...]) + (segment.capture == nil ? "" : "{}")
                + PercentCoding.encode(segment.suffix[...])
        }
        return "/" + parts.joined(separator: "/") + (hasTrailingSlash ? "/" : "")
    }

    /// The constraint of a capture of several parameters.
    package static func joined(_ capture: Capture, _ values: [ValueSet]) -> ValueSet {
        guard capture.parameters.count > 1 else { return values.first ?? ValueSet() }
        let regexes = values.map { "(" + ($0.constraints.first?.regexText ?? ".+") + ")" }
        let texts = capture.texts.map { ParameterConstraint.escaped(String(decoding: $0, as: UTF8.self)) }
        return ValueSet([.regex(zip(regexes, texts + [""]).map { $0 + $1 }.joined())])
    }
}
