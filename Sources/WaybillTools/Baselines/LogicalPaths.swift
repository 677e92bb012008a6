import WaybillDigest
import WaybillManifest
import WaybillSyntax

/// Says where in a set a place is, in words that layout and files play no part in.
///
/// Only files that are asked about are read, each once.
struct LogicalPaths {
    private let sources: [SourceFile]
    private var documents: [Int: YAMLDocument?] = [:]

    init(_ sources: [SourceFile]) { self.sources = sources }

    /// What problems are known by, in a baseline: the first of each is written there, and any of them is enough.
    ///
    /// Which of two peers a finding is at and which it points at follows from the order in which they are read. So it is
    /// known by both, whatever their files are called and in whichever order they are.
    mutating func keys(of findings: [Diagnostic]) -> [[FindingKey]] {
        let places = findings.filter(\.isAboutPeers).flatMap { [$0.span, $0.notes[0].span] }
        let names = Dictionary(places.map { ($0, place(of: $0)) }, uniquingKeysWith: { first, _ in first })
        let links = PeerLinks(findings) { one, other in
            guard let left = names[one], let right = names[other], left != right else { return one < other }
            return left < right
        }.links
        return findings.enumerated().map { index, finding in
            let own = finding.isAboutPeers ? [finding.span, finding.notes[0].span] : nil
            let pairs = [links[index], own].compactMap(\.self)
            guard !pairs.isEmpty else {
                return [key(finding.rule, at: finding.span, pointingAt: finding.notes.map(\.span))]
            }
            return pairs.flatMap { pair in
                [pair, pair.reversed()].map { key(finding.rule, at: $0[0], pointingAt: [$0[1]]) }.sorted()
            }
        }
    }

    private mutating func key(_ rule: Rule, at span: SourceSpan, pointingAt others: [SourceSpan]) -> FindingKey {
        let (path, text) = place(of: span)
        var encoder = CanonicalEncoder()
        encoder.encode(rule.id)
        encoder.encode(path)
        encoder.encode(text)
        encoder.encode(unordered: others.map { place(of: $0).path })
        return FindingKey(rule: rule.id, path: path, fingerprint: String(encoder.digest.prefix(16)))
    }

    /// The way of keys to a place, and the text of the scalar that is there.
    private mutating func place(of span: SourceSpan) -> (path: String, text: String) {
        guard var node = document(of: span.file)?.root else {
            // What is not a manifest is known by its path alone.
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
    /// The entry or the item at a place: its name, and its value.
    fileprivate func child(at offset: Int) -> (name: String, value: YAMLNode)? {
        let entry = entries.first { $0.key.span.start <= offset && offset < max($0.key.span.end, $0.value.span.end) }
        if let entry { return (entry.key.scalarText ?? "", entry.value) }
        let item = items.first { $0.span.start <= offset && offset < $0.span.end }
        return item.map { ($0.itemName, $0) }
    }

    /// What an item of a list is called: as routes and tests are, or by its text.
    private var itemName: String {
        if let text = scalarText { return text }
        for key in ["id", "url", "urls", "open"] {
            guard let value = entries.first(where: { $0.key.scalarText == key })?.value else { continue }
            if let text = value.scalarText ?? value.items.first(where: { _ in true })?.scalarText { return text }
        }
        return "-"
    }
}
