import Foundation
import WaybillHTTPTestSupport
import WaybillHummingbird
import WaybillManifest
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax

@testable import WaybillInspector

/// A part of a JSON answer.
@dynamicMemberLookup
struct Part {
    let value: Any?

    init(_ value: Any?) { self.value = value }

    init(_ bytes: some Sequence<UInt8>) {
        value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    subscript(dynamicMember name: String) -> Part { Part((value as? [String: Any])?[name]) }
    subscript(index: Int) -> Part { list.indices.contains(index) ? list[index] : Part(nil as Any?) }

    var list: [Part] { (value as? [Any])?.map { Part($0) } ?? [] }
    var string: String? { value as? String }
    var strings: [String] { value as? [String] ?? [] }
    var int: Int? { (value as? NSNumber)?.intValue }
    var isTrue: Bool { value as? Bool == true }
    /// Whether the key is there, and its value is `null`.
    var isNull: Bool { value is NSNull }
}

/// The inspector's core over manifests in memory.
struct Subject {
    let source = FolderSource()
    var tallies: [String: RequestCounts.Tally]?

    /// - Parameter text: A manifest.
    init(_ text: String, tallies: [String: RequestCounts.Tally]? = nil) {
        self.tallies = tallies
        save(text)
    }

    /// Saves another text in the place of the manifest.
    func save(_ text: String) {
        source.record(.compile(text: text, path: "Routes/a.yaml"), .standard, ReloadCost(seconds: 0.001))
    }

    /// Asks what the page asks, `routes?q=x`.
    /// - Throws: `InspectorError`.
    func ask(_ question: String) throws -> Part {
        let parts = question.split(separator: "?", maxSplits: 1).map(String.init)
        let state = source.state
        let inspection = Inspection(
            state: state, inspected: InspectedSet(state), isCounting: tallies != nil, tallies: tallies,
            identity: .init(name: "test", address: "http://localhost:8080"))
        let query = try InspectorQuery(parts.count > 1 ? parts[1] : nil)
        let answer = try inspection.answer(parts[0], query, sources: source.sources)
        return Part(try answer.map { try JSONText.bytes($0) } ?? [])
    }

    /// The ids of the routes that a filter keeps.
    func ids(_ filter: String, _ rest: String = "") throws -> [String] {
        let escaped = filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try ask("routes?q=\(escaped)\(rest)").routes.list.compactMap(\.id.string)
    }
}

/// Notes, a gate, a rewrite, a forward, and tests.
let notes = """
    waybill: 1
    interceptors:
      login: { url: "/admin/**", use: requireLogin, applies: everywhere, summary: Signs in. }
      audit: { url: "/admin/**", methods: [POST], use: audit, order: -1, with: { password: hunter22 } }
      short: { url: /n, rewrite: /notes }
    routes:
      - { id: notes.list, url: /notes, methods: [GET], handler: listNotes, tags: [api] }
      - { id: notes.show, urls: ["/notes/:id", "/n/:id"], methods: [GET], params: { id: int }, handler: showNote, tags: [api] }
      - { id: old, url: "/old/:id", forward: "/notes/:id" }
      - { id: moved, url: /moved, redirect: { to: /notes, status: 308 } }
      - { id: admin, url: /admin/stats, handler: stats, with: { token: s3cretvalue } }
      - { id: editor, url: "app://edit/:id", handler: edit, tags: [views] }
    tests:
      - { open: /notes/42, expect: { route: notes.show } }
      - { open: /notes, expect: { route: old } }
    """
