import WaybillDigest
import WaybillManifest
import WaybillSyntax

/// Computes paths of places in a set that do not depend on layout and files.
///
/// Only files with problems are read, each once.
struct LogicalPaths {
    private let sources: [SourceFile]
    private var documents: [Int: YAMLDocument?] = [:]

    init(_ sources: [SourceFile]) { self.sources = sources }

    /// Returns the keys of problems in a baseline. The first of each is written; any of them is accepted.
    ///
    /// Which of two peers a problem is reported at, and which it points to, depends on the reading order. So both keys
    /// are accepted, whatever the names and the order of the files.
    mutating func keys(of diagnostics: [Diagnostic]) -> [[DiagnosticKey]] {
        let places = diagnostics.filter(\.isAboutPeers).flatMap { [$0.span, $0.notes[0].span] }
        let names = Dictionary(places.map { ($0, place(of: $0)) }, uniquingKeysWith: { first, _ in first })
        let links = PeerLinks(diagnostics) { one, other in
            guard let left = names[one], let right = names[other], left != right else { return one < other }
            return left < right
        }.links
        return diagnostics.enumerated().map { index, diagnostic in
            let own = diagnostic.isAboutPeers ? [diagnostic.span, diagnostic.notes[0].span] : nil
            let pairs = [links[index], own].compactMap(\.self)
            guard !pairs.isEmpty else {
                return [key(diagnostic.rule, at: diagnostic.span, pointingAt: diagnostic.notes.map(\.span))]
            }
            return pairs.flatMap { pair in
                [pair, pair.reversed()].map { key(diagnostic.rule, at: $0[0], pointingAt: [$0[1]]) }.sorted()
            }
        }
    }

    private mutating func key(_ rule: Rule, at span: SourceSpan, pointingAt others: [SourceSpan]) -> DiagnosticKey {
        let (path, text) = place(of: span)
        var encoder = CanonicalEncoder()
        encoder.encode(rule.id)
        encoder.encode(path)
        encoder.encode(text)
        encoder.encode(unordered: others.map { place(of: $0).path })
        return DiagnosticKey(rule: rule.id, path: path, fingerprint: String(encoder.digest.prefix(16)))
    }

    /// Returns the path of keys to a place, and the text of its scalar.
    private mutating func place(of span: SourceSpan) -> (path: String, text: String) {
        guard var node = document(of: span.file)?.root else {
            // A file that is not a manifest is identified by its path alone.
            return (
                sources.indices.contains(span.file) && !sources[span.file].isReadable ? sources[span.file].path : "", ""
            )
        }
        var parts: [String] = []
        while let (name, child) = node.child(at: span.start) {
            parts.append(name)
            node = child
        }
        return (parts.joined(separator: "/"), node.scalarText ?? "")
    }

    private mutating func document(of file: Int) -> YAMLDocument? {
        if let known = documents[file] { return known }
        let document = sources.indices.contains(file) ? YAMLReader.read(sources[file], index: file).node?.document : nil
        documents[file] = .some(document)
        return document
    }
}

extension YAMLNode {
    /// Returns the entry or the item at a place: its name, and its value.
    fileprivate func child(at offset: Int) -> (name: String, value: YAMLNode)? {
        let entry = entries.first { $0.key.span.start <= offset && offset < max($0.key.span.end, $0.value.span.end) }
        if let entry { return (entry.key.scalarText ?? "", entry.value) }
        let item = items.first { $0.span.start <= offset && offset < $0.span.end }
        return item.map { ($0.itemName, $0) }
    }

    /// The name of a list item: as for routes and tests, or its text.
    private var itemName: String {
        if let text = scalarText { return text }
        for key in ["id", "url", "urls", "open"] {
            guard let value = entries.first(where: { $0.key.scalarText == key })?.value else { continue }
            if let text = value.scalarText ?? value.items.first(where: { _ in true })?.scalarText { return text }
        }
        return "-"
    }
}
