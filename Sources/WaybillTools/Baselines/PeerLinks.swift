import WaybillManifest
import WaybillSyntax

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
