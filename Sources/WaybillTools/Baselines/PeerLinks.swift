import WaybillManifest
import WaybillSyntax

/// Which two peers each finding about three or more of them is known by.
///
/// Of spellings that are alike, each that is read later has a finding that points at an earlier one: which ones these are
/// follows from the order of reading. So peers are put into an order of their own, and each finding is about a neighbour.
struct PeerLinks {
    /// By finding, the two peers.
    private(set) var links: [Int: [SourceSpan]] = [:]

    /// - Parameters:
    ///   - problems: Of any rules; those that are about no peers are passed over.
    ///   - isBefore: An order of places that layout and files play no part in.
    init(_ findings: [Diagnostic], by isBefore: (SourceSpan, SourceSpan) -> Bool) {
        for group in Self.groups(findings) where group.count > 1 {
            let subjects = Set(group.map { findings[$0].span })
            let peers = subjects.union(group.map { findings[$0].notes[0].span })
            // Where each pair has a finding, it is known by itself.
            guard subjects.count == group.count, peers.count == group.count + 1,
                let first = peers.subtracting(subjects).first
            else { continue }
            let sorted = peers.sorted(by: isBefore)
            let neighbours = Dictionary(uniqueKeysWithValues: zip(sorted.dropFirst(), zip(sorted, sorted.dropFirst())))
            for index in group {
                guard let (one, other) = neighbours[findings[index].span] ?? neighbours[first] else { continue }
                links[index] = [one, other]
            }
        }
    }

    /// The problems of one rule that have places in common, in their order.
    private static func groups(_ findings: [Diagnostic]) -> [[Int]] {
        struct Peer: Hashable {
            var rule: Rule
            var span: SourceSpan
        }
        var (groups, groupOf) = ([[Int]](), [Peer: Int]())
        for (index, finding) in findings.enumerated() where finding.isAboutPeers {
            let peers = [finding.span, finding.notes[0].span].map { Peer(rule: finding.rule, span: $0) }
            let known = Set(peers.compactMap { groupOf[$0] }).sorted { groups[$0].count > groups[$1].count }
            let group = known.first ?? groups.count
            if known.isEmpty { groups.append([]) }
            groups[group].append(index)
            for peer in peers { groupOf[peer] = group }
            for other in known.dropFirst() {
                for moved in groups[other] {
                    for span in [findings[moved].span, findings[moved].notes[0].span] {
                        groupOf[Peer(rule: finding.rule, span: span)] = group
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
    /// Whether two places break the rule together, neither more than the other.
    var isAboutPeers: Bool {
        let rules: [Rule] = [.lookAlikeName, .nearDuplicate, .tiedOrder, .doubledInterceptor, .repeatedTest]
        return rules.contains(rule) && notes.count == 1
    }
}
