import Testing
import WaybillTable

@testable import WaybillOracle

@Suite("Law 1 and 2: URLs")
struct URLTests {
    /// A parsed URL on one line: `scheme host:port [segments] /`.
    private func reading(_ text: String) -> String {
        guard let url = try? RouteURL(text) else { return "invalid" }
        let segments = url.segments.map { String(decoding: $0, as: UTF8.self) }
        let host = url.host.map { $0 + (url.port.map { ":\($0)" } ?? "") }
        return [url.scheme, host, "\(segments)", url.hasTrailingSlash ? "/" : nil].compactMap { $0 }
            .joined(separator: " ")
    }

    @Test(
        "a URL is scheme://authority/path, scheme:path, or a path alone",
        arguments: [
            ("/notes/1", #"["notes", "1"]"#),
            ("notes/1", #"["notes", "1"]"#),
            ("", "[]"),
            ("/", "[]"),
            ("?a=1", "[]"),
            ("myapp:a/b", #"myapp ["a", "b"]"#),
            ("myapp:/a/b", #"myapp ["a", "b"]"#),
            ("myapp://a/b", #"myapp ["a", "b"]"#),
            ("MyApp://A/b", #"myapp ["A", "b"]"#),
            ("myapp:", "myapp []"),
            ("myapp://", "myapp []"),
            ("/a:b/c", #"["a:b", "c"]"#),
            ("http://Example.COM/a", #"http example.com ["a"]"#),
            ("wss://example.com:8080", "wss example.com:8080 []"),
            ("https://ex%61mple.com:/", "https example.com []"),
            ("http://[::1]:80/x", #"http [::1]:80 ["x"]"#),
        ])
    func form(text: String, expected: String) {
        #expect(reading(text) == expected)
    }

    @Test(
        "an authority is a segment but for network schemes, and an empty one adds none",
        arguments: [
            ("routingexample://route/one", #"routingexample ["route", "one"]"#),
            ("myapp:///a", #"myapp ["a"]"#),
            ("myapp://user@host:80/x", #"myapp ["user@host:80", "x"]"#),
            ("myapp:////a", #"myapp ["", "a"]"#),
        ])
    func authority(text: String, expected: String) {
        #expect(reading(text) == expected)
    }

    @Test(
        "segments are split first and decoded once",
        arguments: [
            ("/a%2Fb/c", #"["a/b", "c"]"#),
            ("/%2541", #"["%41"]"#),
            ("/caf%C3%A9", #"["café"]"#),
            ("/café", #"["café"]"#),
            ("/%0A", #"["\n"]"#),
            ("/a+b", #"["a+b"]"#),
        ])
    func decoding(text: String, expected: String) {
        #expect(reading(text) == expected)
    }

    @Test(
        "dot segments are removed, escaped or not, and an authority never is",
        arguments: [
            ("/a/./b/../c", #"["a", "c"]"#),
            ("/a/%2e%2E/c", #"["c"]"#),
            ("/../../a", #"["a"]"#),
            ("/a/b/..", #"["a"] /"#),
            ("/a/.", #"["a"] /"#),
            ("/a/..", "[]"),
            ("/a//../b", #"["a", "b"]"#),
            ("myapp://a/../../b", #"myapp ["a", "b"]"#),
            ("myapp://../b", #"myapp ["..", "b"]"#),
            ("http://h/../a", #"http h ["a"]"#),
        ])
    func dots(text: String, expected: String) {
        #expect(reading(text) == expected)
    }

    @Test(
        "one trailing slash is separate, any other empty segment stays",
        arguments: [
            ("/a/", #"["a"] /"#), ("/a//", #"["a", ""] /"#), ("/a//b", #"["a", "", "b"]"#), ("//", #"[""] /"#),
            ("myapp://a/", #"myapp ["a"] /"#), ("http://h/", "http h []"), ("http://h", "http h []"),
        ])
    func trailingSlash(text: String, expected: String) {
        #expect(reading(text) == expected)
    }

    @Test(
        "what must be percent-encoded in a URL makes it invalid",
        arguments: [
            "/a b", "/a\u{0}b", "/a\u{7F}", "/a\u{85}", "/a%", "/a%4", "/a%zz", "/a%00", "/a%FF", "/a%C3", "/%ED%A0%80",
            "http:/host/a", "http:a", "http://", "http:///a", "https://:80/a", "http://host:99999/", "http://host:x/",
            "http://user@host/", "my_app://x", "1a:b", ":a", "/a#b c", "/a#%zz", "/a\u{9}b",
        ])
    func invalid(text: String) {
        #expect(throws: InvalidURL.self) { try RouteURL(text) }
    }

    @Test("an invalid URL has the place of the error")
    func position() throws {
        let error = try #require(throws: InvalidURL.self) { try RouteURL("/ab/c%zz") }
        #expect(error.offset == 5)
    }

    @Test("in the query invalid parts are replaced instead, and the URL stays valid")
    func query() throws {
        let url = try RouteURL("/a?x=%zz&y=%00&z=a b&w=%FF&=&k&&k=1+2#frag%20ment")
        let items = url.queryItems.map { "\($0.name)=\($0.value)" }
        #expect(
            items == ["x=\u{FFFD}zz", "y=\u{FFFD}", "z=a\u{FFFD}b", "w=\u{FFFD}", "=", "k=", "k=1 2"])
        #expect(url.fragment == "frag ment")
    }

    @Test("a plus is a space only in queries of network schemes and of paths alone")
    func plus() throws {
        #expect(try RouteURL("https://h/?a=1+2").queryItems.first?.value == "1 2")
        #expect(try RouteURL("/?a=1+2").queryItems.first?.value == "1 2")
        #expect(try RouteURL("myapp://x?a=1+2").queryItems.first?.value == "1+2")
    }

    @Test("a fragment is decoded once, and none is not an empty one")
    func fragment() throws {
        #expect(try RouteURL("/a#%2541").fragment == "%41")
        #expect(try RouteURL("/a#").fragment == "")
        #expect(try RouteURL("/a").fragment == nil)
        #expect(try RouteURL("/a?x#y?z").fragment == "y?z")
    }

    @Test("no bytes make the parser trap")
    func hostile() {
        var random = SplitMix(seed: 7)
        let alphabet: [Character] = Array("ab/:%?#.*[]@+&=2e0 é日\u{0}\u{85}")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
            guard let url = try? RouteURL(text) else { continue }
            _ = url.queryItems
            for segment in url.segments { #expect(segment.count <= text.utf8.count) }
        }
    }
}
