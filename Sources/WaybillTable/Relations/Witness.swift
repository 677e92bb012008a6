/// Requests made up to show something.
enum Witness {
    /// What a capture never gets: nothing, and what makes its segment a dot segment, for those are removed before
    /// matching. (`a:x` may well catch a dot.)
    static func impossibleValues(of capture: Pattern.Capture) -> Set<[UInt8]> {
        let values = [".", ".."].map { Array($0.utf8) }
        return Set([[]] + values.filter { isDotSegment(capture.prefix + $0 + capture.suffix) })
    }

    private static func isDotSegment(_ segment: [UInt8]) -> Bool {
        segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8)
    }

    /// A URL that a pattern matches.
    ///
    /// - Parameters:
    ///   - narrowed: Whether a capture takes its value from `values`.
    ///   - values: For the narrowed captures, in order.
    static func url(for pattern: Pattern, narrowed: (String) -> Bool, _ values: [[UInt8]]) -> String {
        var values = values[...]
        let segments = pattern.segments.map { segment -> String in
            switch segment {
            case .literal(let bytes): return PercentCoding.encode(bytes[...])
            case .any: return "x"
            case .capture(let capture):
                let value = (narrowed(capture.name) ? values.popFirst() : nil) ?? Array("1".utf8)
                return PercentCoding.encode((capture.prefix + value + capture.suffix)[...])
            }
        }
        return head(of: pattern) + path(segments, of: pattern)
    }

    /// A `/` ends a path only behind a segment: `**/` alone gets one.
    private static func path(_ segments: [String], of pattern: Pattern) -> String {
        guard pattern.hasTrailingSlash else { return segments.joined(separator: "/") }
        return (segments.isEmpty ? ["x"] : segments).joined(separator: "/") + "/"
    }

    private static func head(of pattern: Pattern) -> String {
        let port = pattern.port.map { ":\($0)" } ?? ""
        switch pattern.host {
        case .literal(let host): return "\(pattern.scheme ?? "http")://\(host)\(port)/"
        case .suffix(let suffix): return "\(pattern.scheme ?? "http")://a\(suffix)\(port)/"
        case .any: break
        }
        guard let scheme = pattern.scheme else { return "/" }
        return pattern.segments.isEmpty ? "\(scheme):/" : "\(scheme)://"
    }
}
