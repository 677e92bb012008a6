/// A pattern for paths: `*` and `?` match characters of one name, `**` matches folders.
package struct Glob: Hashable {
    let segments: [String]

    init(segments: [String]) { self.segments = segments }

    package init(_ text: String) { segments = text.split(separator: "/").map(String.init) }

    /// The segments before the first one with a wildcard.
    var literalPrefix: [String] { Array(segments.prefix { !Self.isWild($0) }) }

    var isWild: Bool { segments.contains(where: Self.isWild) }

    private static func isWild(_ segment: String) -> Bool { segment.contains("*") || segment.contains("?") }

    /// Whether a path relative to the same folder matches.
    package func matches(_ path: Substring) -> Bool {
        let names = path.utf8.split(separator: UInt8(ascii: "/"))
        return Self.match(names[...], segments[...], any: "**") { name, segment in
            Self.matches(name: String(Substring(name)), segment)
        }
    }

    /// Whether a whole name matches, in which wildcards match slashes, too; `false` without a name.
    package static func matches(_ name: String?, as pattern: String) -> Bool {
        name.map { matches(name: $0, pattern) } ?? false
    }

    private static func matches(name: String, _ segment: String) -> Bool {
        match(Array(name.unicodeScalars)[...], Array(segment.unicodeScalars)[...], any: "*") { $1 == "?" || $0 == $1 }
    }

    /// Matches a sequence with a pattern in which some elements match any run.
    ///
    /// Only the last such element is retried, so the time is at most quadratic.
    private static func match<Element, Part: Equatable>(
        _ elements: ArraySlice<Element>, _ pattern: ArraySlice<Part>, any: Part, fits: (Element, Part) -> Bool
    ) -> Bool {
        var rest = elements
        var parts = pattern
        var retry: (rest: ArraySlice<Element>, parts: ArraySlice<Part>)?
        while true {
            if let part = parts.first, part == any {
                parts.removeFirst()
                retry = (rest, parts)
            } else if let element = rest.first, let part = parts.first, fits(element, part) {
                rest.removeFirst()
                parts.removeFirst()
            } else if rest.isEmpty, parts.isEmpty {
                return true
            } else if let saved = retry, !saved.rest.isEmpty {
                rest = saved.rest.dropFirst()
                parts = saved.parts
                retry = (rest, parts)
            } else {
                return false
            }
        }
    }
}
