import WaybillManifest
import WaybillSyntax

/// Findings that a team has seen and lives with: those that are new are out.
///
/// A finding is known by its rule, the way of keys to it, and a fingerprint of what is there: not by its line, its
/// file or its words, so that layout, moves between files and renamed files leave it known.
public struct Baseline: Sendable, Hashable, Codable {
    /// The version of this format.
    public var version = 1
    /// In the order of rules, paths and fingerprints, each once.
    public var findings: [Entry]

    public struct Entry: Sendable, Hashable, Codable {
        public var rule: String
        /// `routes/orders.show/url`: keys, and of items of lists their ids, URLs or texts.
        public var path: String
        public var fingerprint: String
        /// The number of problems with the same key.
        public var count: Int
    }

    /// The file's text: the same for the same problems.
    public var json: String { JSONText.encode(self) }
}

extension Baseline {
    /// - Parameter keys: Of each finding, in any order.
    init(_ keys: [FindingKey]) {
        let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
        findings = counts.sorted { $0.key < $1.key }.map { key, count in
            Entry(rule: key.rule, path: key.path, fingerprint: key.fingerprint, count: count)
        }
    }
}

/// What a finding is known by.
struct FindingKey: Sendable, Hashable, Comparable {
    var rule: String
    var path: String
    var fingerprint: String

    static func < (left: Self, right: Self) -> Bool {
        (left.rule, left.path, left.fingerprint) < (right.rule, right.path, right.fingerprint)
    }
}
