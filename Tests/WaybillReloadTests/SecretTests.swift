import Foundation
import Testing
import Waybill
import WaybillManifest
import WaybillRules

@testable import WaybillReload

@Suite("Secrets in manifests", .timeLimit(.minutes(1)))
struct SecretTests {
    struct Keyed: Decodable, Sendable {
        var key: String
        var tries: Int
    }

    /// Every way to write a secret, each beside an error that a report shows with its line.
    private static let forms = [
        "quoted key": #"  - { url: /k, handler: keyed, "with": { key: s3cr3t-one, tries: x } }"#,
        "single quotes": "  - { url: /k, handler: keyed, 'with': { key: s3cr3t-one, tries: x } }",
        "space before the colon": "  - { url: /k, handler: keyed, with : { key: s3cr3t-one, tries: x } }",
        "block, space before the colon": "  - url: /k\n    handler: keyed\n    with : { key: s3cr3t-one, tries: x }",
        "escapes in the key": #"  - { url: /k, handler: keyed, "w\u0069th": { key: s3cr3t-one, tries: x } }"#,
        "flow at column 0": "  - { url: /k, handler: keyed, with: {\nkey: s3cr3t-one, tries: s3cr3t-two } }",
        "explicit key": "  - url: /k\n    handler: keyed\n    ? with\n    : { key: s3cr3t-one, tries: s3cr3t-two }",
        "anchored key": "  - url: /k\n    handler: keyed\n    &w with: { key: s3cr3t-one, tries: s3cr3t-two }",
        "aliased mapping": "  - { url: /j, handlr: one, x: &c { key: s3cr3t-one } }\n"
            + "  - { url: /k, handler: keyed, with: *c }",
        "aliased scalar": "  - { url: /j, handlr: one, summary: &s s3cr3t-one }\n"
            + "  - { url: /k, handler: keyed, with: { key: *s, tries: 1 } }",
        "alias of a secret": "  - { url: /k, handler: keyed, with: { key: &s s3cr3t-one, tries: 1 } }\n"
            + "  - { url: /j, handler: *s }",
        "misspelt": "  - { url: /k, handler: keyed, wiht: { key: s3cr3t-one, tries: 1 } }",
        "upper case": "  - { url: /k, handler: keyed, With: { key: s3cr3t-one, tries: 1 } }",
        "another tool's name": "  - { url: /k, handler: keyed, config: { key: s3cr3t-one, tries: 1 } }",
        "too long": "  - { url: /k, handler: keyed, withs: { key: s3cr3t-one, tries: 1 } }",
        "not indented": "  - url: /k\n    handler: keyed\n    with:\n    password: s3cr3t-one",
        "without 'with'": "  - { url: /k, handler: keyed, keys: { first: [s3cr3t-one], second: s3cr3t-two } }",
        "beside a misspelled key": "  - { url: /k, handlr: keyed, with: { key: s3cr3t-one, tries: 1 } }",
        "twice": "  - { url: /k, handler: keyed, with: { key: s3cr3t-one }, with: { key: s3cr3t-two } }",
        "merged": "  - { url: /k, handler: keyed, <<: { with: { key: s3cr3t-one } } }",
        "tagged": "  - { url: /k, handler: keyed, with: !secret { key: s3cr3t-one } }",
        "scalar": "  - { url: /k, handler: keyed, with: s3cr3t-one }",
        "list": "  - { url: /k, handler: keyed, with: [s3cr3t-one, [s3cr3t-two]] }",
        "literal":
            "  - url: /k\n    handler: keyed\n    with:\n      key: s3cr3t-one\n      tries: |\n        s3cr3t-two",
        "comment": "  - { url: /k, handler: keyed, with: { key: x, tries: y } } # was s3cr3t-one",
        "not ASCII": "  - { url: /k, handler: keyed, with: { key: \"s3cr3t-é\", tries: s3cr3t-ü } }",
        "default of a variable": #"  - { url: /k, handler: keyed, with: { key: x, tries: "${NO:-s3cr3t-one}" } }"#,
        "variable in a text": #"  - { url: /k, handler: keyed, with: { key: x, tries: "s3cr3t-${NO:-one}" } }"#,
        "variable of the environment": #"  - { url: /k, handler: keyed, with: { key: x, tries: "${KEY}" } }"#,
        "variable that is not set": #"  - { url: /k, handler: keyed, with: { key: "s3cr3t${S3CR3T}", tries: 1 } }"#,
        "list for a text": "  - { url: /k, handler: keyed, with: { key: [s3cr3t, s3cr3t], tries: 1 } }",
        "user in a URL": "  - { url: /k, redirct: \"https://user:s3cr3t-one@host/\" }",
        "user in an escaped URL": #"  - { url: /k, redirct: "https:\u002f\u002fuser:s3cr3t-one@host/" }"#,
        "user in a target": "  - { url: /k, forward: \"https://user:s3cr3t one@host/\" }",
        "user before a port": "  - { url: \"https://user:s3cr3t-one@host/\", handler: keyed }",
        "user with colons before a port": "  - { url: /k, forward: \"https://a:s3cr3t-one:s3cr3t-two@host/\" }",
        "open quote": "  - url: /k\n    handler: keyed\n    with: { key: \"s3cr3t-one, tries: 1 }",
        "open brace": "  - { url: /k, handler: keyed, with: { key: s3cr3t-one",
        "unquoted regex": "  - { url: /k, handler: keyed, with: { key: /s3cr3t[a]/ } }",
        "no space": "  - url: /k\n    handler: keyed\n    with:\n      s3cr3t:one\n      key: x",
        "tab": "  - url: /k\n    handler: keyed\n    with:\n\t  key: s3cr3t-one",
        "unknown alias": "  - { url: /k, handler: keyed, with: { key: *s3cr3t } }",
        "second document": "---\nwith: { key: s3cr3t-one }",
        "control character": "  - { url: /k, handler: keyed, with: { key: s3cr3t\u{1} } }",
    ]

    @Test("No spelling of a value under 'with:' gets into log, status or error", arguments: forms.keys.sorted())
    func everySpelling(form: String) async throws {
        let text = good + (Self.forms[form] ?? "") + "\n"
        let environment = ["KEY": "s3cr3t-out"]
        let service = try ReloadingService.polling(
            good, environment: environment,
            register: { $0.handler("keyed", configuration: Keyed.self) { _, _ in "keyed" } })
        try service.folder.write(text, to: "Routes/a.yaml")
        #expect(await service.reloader.reload().result == .failed)
        let status = String(decoding: try JSONEncoder().encode(service.reloader.status), as: UTF8.self)
        var registry = Registry()
        for name in ["one", "two", "three"] { registry.handler(name) { _ in name } }
        registry.handler("keyed", configuration: Keyed.self) { _, _ in "keyed" }
        let errors = #expect(throws: ManifestErrors.self) {
            try Router(compilation: .compile(text: text, environment: environment), registry: registry)
        }
        for told in service.log.all + [status, "\(try #require(errors))"] {
            #expect(!told.contains("s3cr3t"), "\(told)")
        }
        #expect(service.log.errors.count == 1)
    }
}
