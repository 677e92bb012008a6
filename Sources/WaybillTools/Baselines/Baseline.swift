import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Known problems, which later runs hide, so that only new ones are reported.
///
/// A problem is identified by its rule, the path of keys to it, and a fingerprint of the content: not by its line, its
/// file or its message. So layout changes, moves between files and renamed files do not matter.
public struct Baseline: Sendable, Hashable, Codable {
    /// The version of this format.
    public var version = 1
    /// Sorted by rule, path and fingerprint. Each appears once.
    public var findings: [Entry]

    /// Equal problems of an earlier run.
    public struct Entry: Sendable, Hashable, Codable {
        public var rule: String
        /// The path of keys, with the id, URL or text of list items: `routes/orders.show/url`.
        public var path: String
        public var fingerprint: String
        /// The number of problems with the same key.
        public var count: Int
    }

    /// The text of the file. Equal problems give equal text.
    public var json: String { JSONText.encode(self) }
}

extension Baseline {
    /// - Parameter keys: The keys of all problems, in any order.
    init(_ keys: [DiagnosticKey]) {
        let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
        findings = counts.sorted { $0.key < $1.key }.map { key, count in
            Entry(rule: key.rule, path: key.path, fingerprint: key.fingerprint, count: count)
        }
    }
}

/// The identity of a problem in a baseline.
struct DiagnosticKey: Sendable, Hashable, Comparable {
    var rule: String
    var path: String
    var fingerprint: String

    static func < (left: Self, right: Self) -> Bool {
        (left.rule, left.path, left.fingerprint) < (right.rule, right.path, right.fingerprint)
    }
}
