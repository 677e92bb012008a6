import WaybillManifest
import WaybillSyntax

/// Words of the manifests as members of a type: tags or lanes.
struct WordKeys {
    private let type: String
    private let words: [(text: Located<String>, summary: String?)]
    private let writer: DeclarationWriter
    private let names: SwiftNames

    private init(
        _ type: String, _ words: [(text: Located<String>, summary: String?)], _ kind: SwiftName.Kind,
        _ writer: DeclarationWriter
    ) {
        self.type = type
        self.words = words
        self.writer = writer
        names = SwiftNames(of: words.map(\.text), kind)
    }

    /// Returns the declared tags or, if there are none, the used ones.
    static func tags(of set: ManifestSet, _ writer: DeclarationWriter) -> Self {
        let declared = set.tags.map { (text: $0.name, summary: $0.summary) }
        var used = set.routes.flatMap(\.tags) + set.modules.flatMap(\.tags) + set.interceptors.flatMap(\.tags)
        used += set.fallback?.byTag.map(\.tag) ?? []
        return WordKeys("RouteTag", declared.isEmpty ? used.firstOfEach : declared, .tag, writer)
    }

    static func lanes(of set: ManifestSet, _ writer: DeclarationWriter) -> Self {
        let used = set.routes.compactMap(\.lane) + set.modules.compactMap(\.lane)
        return WordKeys("LaneName", used.firstOfEach, .lane, writer)
    }

    var diagnostics: [Diagnostic] { names.diagnostics }

    var text: String {
        let members = words.compactMap { word in
            names.names[word.text.value].map { writer.member($0, word.text, about: word.summary) }
        }
        guard !members.isEmpty else { return "" }
        return "extension Waybill.\(type) {\n" + members.joined(separator: "\n") + "}\n" + DeclarationWriter.end
    }
}

extension [Located<String>] {
    /// Each text once, at its first use, sorted by text.
    fileprivate var firstOfEach: [(text: Located<String>, summary: String?)] {
        let places = Dictionary(map { ($0.value, $0.span) }, uniquingKeysWith: Swift.min)
        return places.sorted { $0.key < $1.key }.map { (Located($0.key, at: $0.value), nil) }
    }
}
