import Testing
import WaybillManifest
import WaybillOracle
import WaybillReports
import WaybillSyntax
import WaybillTools

/// Fixes of generated manifests whose slips are known, in random layouts: one run applies every offered fix, and each
/// value is then the intended one, or unchanged if no fix was offered.
///
/// A case is an entry with a slip. The generator knows the intended value, which is not taken from a fix.
@Suite("Offered fixes work, and have the intended meaning")
struct FixProperties {
    private static let entries = 25

    @Test("in generated sets", arguments: PropertySeeds.blocks(2_000))
    func fixes(seeds: Range<UInt64>) throws {
        var (repaired, slips) = (0, 0)
        var seed = seeds.lowerBound
        while slips < seeds.count {
            let manifest = SlippedManifest(seed: seed, entries: Self.entries)
            let trial = try FixTrial(manifest, seed: seed)
            if let reason = try trial.fault() {
                Issue.record("seed \(seed): \(reason)\n\(trial)")
                return
            }
            slips += manifest.slips
            repaired += try trial.repaired()
            seed += 1
        }
        #expect(repaired > slips * 3 / 4, "\(repaired) of \(slips) slips were fixed")
    }

    /// Each case is a set of its own, because the result of fixes that interfere with each other is not defined.
    @Test("of every kind in sets of routes that overlap", arguments: PropertySeeds.blocks(8))
    func interfering(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var random = SplitMix(seed: seed)
            let text = BrokenManifest(using: &random).text(number: 0)
            let input = FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))])
            for level in FixLevel.allCases { try expectNothingToDo(after: input.fixed(level), level, of: input) }
        }
    }
}

/// A manifest with slips before and after a run of fixes.
private struct FixTrial: CustomStringConvertible {
    let manifest: SlippedManifest
    let text: String
    let input: FixInput
    let offer: FixOffer
    let outcome: FixOutcome

    init(_ manifest: SlippedManifest, seed: UInt64) throws {
        self.manifest = manifest
        text = LayoutGenerator.text(of: manifest.written, seed: seed, extras: [])
        let input = FixInput([SourceFile(path: "a.yaml", bytes: Array(text.utf8))])
        self.input = input
        outcome = try input.fixed(.safe)
        offer = FixOffer(outcome.before.report)
    }

    private var fixed: String { String(decoding: outcome.changes.first?.new ?? Array(text.utf8), as: UTF8.self) }

    var description: String { text + "⟶\n" + fixed }

    func fault() throws -> String? {
        // More may be fixed, because a fix may uncover another problem.
        let applied = outcome.applied.count
        if applied < offer.safe { return "\(offer.safe) were offered, and only \(applied) fixed" }
        if let left = outcome.after.report.diagnostics.first(where: { $0.fixes.contains(where: \.safe) }) {
            return "a safe fix is left: \(left.message)"
        }
        let values = try values(of: text)
        // A comment may be text, after a block scalar.
        let hasStrangeTexts = manifest.keys.contains { !isAsWritten(values[$0.path], $0) }
        let (old, new) = (Meaning.comments(in: Array(text.utf8)), Meaning.comments(in: Array(fixed.utf8)))
        if !hasStrangeTexts, !Set(old).isSubset(of: Set(new)) {
            return "comments are lost: \(Set(old).subtracting(new))"
        }
        return try strangeValue()
    }

    /// The number of slips that now have the intended value.
    func repaired() throws -> Int {
        let values = try values(of: fixed)
        return manifest.keys.count { $0.isMisspelling && values[$0.path] == $0.meant.map(Meaning.Value.init) }
    }

    private func strangeValue() throws -> String? {
        let (old, new) = (try values(of: text), try values(of: fixed))
        for key in manifest.keys where new[key.path] != old[key.path] {
            guard isAsWritten(old[key.path], key) else { continue }
            if new[key.path] != key.meant.map(Meaning.Value.init) { return "'\(key.path)' is not what was meant" }
        }
        return Set(new.keys).subtracting(old.keys).first.map { "'\($0)' was nowhere" }
    }

    private func isAsWritten(_ value: Meaning.Value?, _ key: SlippedManifest.Key) -> Bool {
        if case .scalar(let text, false) = value, key.written == .nothing { return ["", "~", "null"].contains(text) }
        return value == key.written.map(Meaning.Value.init)
    }

    /// The values of a text, by their paths.
    private func values(of text: String) throws -> [String: Meaning.Value] {
        let node = try #require(YAMLReader.read(SourceFile(path: "", bytes: Array(text.utf8)), index: 0).node)
        guard case .mapping(let sections) = Meaning.Value(Node(node)) else { return [:] }
        var values: [String: Meaning.Value] = [:]
        for (name, section) in sections {
            switch section {
            case .mapping(let entries):
                for (id, entry) in entries { values.add(entry, at: "\(name)/\(id)") }
            case .sequence(let items):
                for (index, entry) in items.enumerated() { values.add(entry, at: "\(name)/\(index)") }
            case .scalar: values[name] = section
            }
        }
        return values
    }
}

extension [String: Meaning.Value] {
    fileprivate mutating func add(_ entry: Meaning.Value, at path: String) {
        guard case .mapping(let keys) = entry else {
            self[path] = entry
            return
        }
        for (key, value) in keys { self["\(path)/\(key)"] = value }
    }
}

extension Meaning.Value {
    init(_ value: LayoutGenerator.Value) {
        switch value {
        case .text(let text): self = .scalar(text, isText: true)
        case .plain(let word): self = .scalar(word, isText: Node.Scalar(text: word, style: .plain).resolved == .string)
        case .nothing: self = .scalar("", isText: false)
        case .list(let items): self = .sequence(items.map(Self.init))
        case .map(let entries):
            self = .mapping(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, Self($0.value)) }))
        }
    }
}
