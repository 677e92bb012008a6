import Testing

@testable import WaybillLanguageServer

@Suite("Messages of clients")
struct MessageTests {
    @Test(
        "Half a pair of surrogates becomes U+FFFD, and everything else stays",
        arguments: [
            (#""a \ud83d""#, "a \u{FFFD}"), (#""\uDE00 b""#, "\u{FFFD} b"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\\ud83d\ud83d""#, #"\ud83d"# + "\u{FFFD}"),
            (#""a\n\uD83D\n""#, "a\n\u{FFFD}\n"),
        ])
    func loneSurrogates(json: String, text: String) {
        #expect(JSONValue(json: Array(json.utf8)) == .string(text))
    }

    @Test(
        "What is not JSON stays invalid",
        arguments: [#""\ud83d"#, #""\ud83"#, #""\ud83d\"#, #"{"a":"\ud83d\x"}"#, #"\ud83d"#])
    func invalid(json: String) {
        #expect(JSONValue(json: Array(json.utf8)) == nil)
    }

    @Test(
        "A request has a text or a number for its id, and the same comes back",
        arguments: [
            (#""a""#, true), ("7", true), ("1.5", true), ("-3", true), ("null", false), ("true", false), ("{}", false),
            ("[1]", false),
            ("18446744073709551615", false),
        ])
    func ids(json: String, isRequest: Bool) throws {
        let value = try #require(JSONValue(json: Array(#"{"jsonrpc":"2.0","id":\#(json),"method":"ping"}"#.utf8)))
        switch Message(value) {
        case .request(let id, _, _): #expect(isRequest && String(decoding: id.json, as: UTF8.self) == json)
        case .invalid(let id): #expect(!isRequest && id == .null)
        case .notification, .response: Issue.record("a message with an id is neither")
        }
    }
}
