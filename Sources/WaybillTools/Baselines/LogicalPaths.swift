import WaybillManifest
import WaybillSyntax

/// Computes paths of places in a set that do not depend on layout and files.
///
/// Only files with problems are read, each once.
struct LogicalPaths {
    private let sources: [SourceFile]
    private var finder: PartFinder

    init(_ sources: [SourceFile]) {
        self.sources = sources
        finder = PartFinder(sources)
    }

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
        guard var node = finder.root(of: span.file) else {
            // A file that is not a manifest is identified by its path alone.
            return (
                sources.indices.contains(span.file) && !sources[span.file].isReadable ? sources[span.file].path : "", ""
            )
        }
        var names: [String] = []
        while let part = finder.part(of: node, at: span.start) {
            names.append(part.name)
            node = part.value
        }
        return (names.joined(separator: "/"), node.scalarText ?? "")
    }
}
