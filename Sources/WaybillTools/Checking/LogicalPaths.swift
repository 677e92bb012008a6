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
        let names = Dictionary(firstOf: places.map { ($0, place(of: $0)) })
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

/// The two peers that identify each problem about three or more of them.
///
/// Of three similar spellings, each that is read later has a problem that points to an earlier one, so the pairs depend
/// on the reading order. Here the peers are sorted, and each problem is about two neighbors.
struct PeerLinks {
    /// By diagnostic: the two peers.
    private(set) var links: [Int: [SourceSpan]] = [:]

    /// - Parameters:
    ///   - diagnostics: Of any rules; those that are not about peers are skipped.
    ///   - isBefore: An order of places that does not depend on layout and files.
    init(_ diagnostics: [Diagnostic], by isBefore: (SourceSpan, SourceSpan) -> Bool) {
        for group in Self.groups(diagnostics) where group.count > 1 {
            let subjects = Set(group.map { diagnostics[$0].span })
            let peers = subjects.union(group.map { diagnostics[$0].notes[0].span })
            // If every pair has its own diagnostic, the pairs identify them.
            guard subjects.count == group.count, peers.count == group.count + 1,
                let first = peers.subtracting(subjects).first
            else { continue }
            let sorted = peers.sorted(by: isBefore)
            let neighbors = Dictionary(uniqueKeysWithValues: zip(sorted.dropFirst(), zip(sorted, sorted.dropFirst())))
            for index in group {
                guard let (one, other) = neighbors[diagnostics[index].span] ?? neighbors[first] else { continue }
                links[index] = [one, other]
            }
        }
    }

    /// Returns the diagnostics of one rule that have places in common, in their order.
    private static func groups(_ diagnostics: [Diagnostic]) -> [[Int]] {
        struct Peer: Hashable {
            var rule: Rule
            var span: SourceSpan
        }
        var groups = [[Int]]()
        var groupOf = [Peer: Int]()
        for (index, diagnostic) in diagnostics.enumerated() where diagnostic.isAboutPeers {
            let peers = [diagnostic.span, diagnostic.notes[0].span].map { Peer(rule: diagnostic.rule, span: $0) }
            let known = Set(peers.compactMap { groupOf[$0] }).sorted { groups[$0].count > groups[$1].count }
            let group = known.first ?? groups.count
            if known.isEmpty { groups.append([]) }
            groups[group].append(index)
            for peer in peers { groupOf[peer] = group }
            for other in known.dropFirst() {
                for moved in groups[other] {
                    for span in [diagnostics[moved].span, diagnostics[moved].notes[0].span] {
                        groupOf[Peer(rule: diagnostic.rule, span: span)] = group
                    }
                }
                groups[group] += groups[other]
                groups[other] = []
            }
        }
        return groups
    }
}

extension Diagnostic {
    /// Whether two places violate the rule together, and equally.
    var isAboutPeers: Bool {
        rule.traits.contains(.ofPeers) && notes.count == 1
    }
}
