import Testing
import WaybillTable

@testable import WaybillOracle

@Suite("The oracle: what is valid")
struct OracleValidityTests {
    private static let alphabet = "aB1:/:/:/%%?#.*_-@+[] é\u{0}\u{85}"
    private static let fragments = [
        "%2F", "%C3%A9", "%C3", "%00", "%2e", "**", "**r", ":x", ":y", "*.", "//", "http:", "app:", "h.com", ":80",
        "%4",
        "[::1]", "..",
    ]

    @Test("table and law call the same texts URLs and patterns")
    func validity() {
        var generator = OracleGenerator(seed: 41)
        for _ in 0..<12_000 {
            let text = Self.text(&generator)
            #expect(((try? RouteURL(text)) != nil) == (OracleURL(text) != nil), "URL \(text.debugDescription)")
            let isPattern = (try? Pattern(text)) != nil
            #expect(isPattern == (OraclePattern(text) != nil), "pattern \(text.debugDescription)")
        }
    }

    @Test("the parts of a URL are those of the law")
    func parts() {
        var generator = OracleGenerator(seed: 51)
        for _ in 0..<8_000 {
            let text = Self.text(&generator)
            guard let url = try? RouteURL(text), let expected = OracleURL(text) else { continue }
            #expect(url.scheme.map { Array($0.utf8) } == expected.scheme, "\(text.debugDescription)")
            #expect(url.host.map { Array($0.utf8) } == expected.host, "\(text.debugDescription)")
            #expect(url.port == expected.port, "\(text.debugDescription)")
            #expect(url.segments == expected.segments, "\(text.debugDescription)")
            #expect(url.hasTrailingSlash == expected.hasTrailingSlash, "\(text.debugDescription)")
        }
    }

    @Test("random bytes never trap")
    func bytes() {
        var generator = OracleGenerator(seed: 61)
        for _ in 0..<8_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator.random)).map { _ in
                UInt8.random(in: 0...255, using: &generator.random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(((try? RouteURL(text)) != nil) == (OracleURL(text) != nil), "URL \(bytes)")
            #expect(((try? Pattern(text)) != nil) == (OraclePattern(text) != nil), "pattern \(bytes)")
        }
    }

    private static func text(_ generator: inout OracleGenerator) -> String {
        let letters = alphabet.unicodeScalars.map { String($0) }
        return (0..<Int.random(in: 0...7, using: &generator.random))
            .map { _ in generator.chance(50) ? generator.pick(fragments) : generator.pick(letters) }.joined()
    }
}
