import Foundation
import Testing
import WaybillProofs
import WaybillTable

@testable import WaybillOracle

/// Pairs of tables, and every request of a small alphabet: a request that changes by the law is in exactly one class,
/// as the class is described; an unchanged request is in none; and every example request shows what its class says.
///
/// The seeds are fixed, and only a sample of each alphabet is compared. `Scripts/plan-oracle.sh` takes new seeds, whole
/// alphabets, and any number of pairs.
@Suite("The oracle: a comparison of tables is exact")
struct ComparisonOracleTests {
    static let pairs = Int(ProcessInfo.processInfo.environment["PLAN_PAIRS"] ?? "") ?? 150
    static let seed = UInt64(ProcessInfo.processInfo.environment["PLAN_SEED"] ?? "") ?? 11
    static let urls = Int(ProcessInfo.processInfo.environment["PLAN_URLS"] ?? "") ?? 60

    @Test("on generated pairs", arguments: [.heads, .segments, nil] as [RelationSpace.Theme?])
    func exactness(theme: RelationSpace.Theme?) throws {
        var generator = ChangeGenerator(seed: Self.seed)
        var changed = 0
        for number in 0..<Self.pairs / 3 {
            let (old, new) = try generator.makePair(theme)
            let trial = try ChangeTrial(old, new)
            if !trial.found.changes.isEmpty { changed += 1 }
            #expect(trial.found.undecided.isEmpty && trial.found.isComplete)
            let reason = trial.wrongWitness() ?? difference(trial, theme, &generator)
            guard let reason else { continue }
            Issue.record("pair \(number): \(reason)\n\(trial)")
            return
        }
        #expect(changed > Self.pairs / 6)
    }

    private func difference(
        _ trial: ChangeTrial, _ theme: RelationSpace.Theme?, _ generator: inout ChangeGenerator
    ) -> String? {
        let all = theme.flatMap { RelationSpace.urls[$0] } ?? []
        let views = RelationSpace.views + [["s", "t"], ["other"]]
        let requests = RelationSpace.methods.flatMap { method in
            views.map { ChangeRequest(method: method, view: $0) }
        }
        for number in 0..<min(Self.urls, max(all.count, 200)) {
            guard let (text, url) = makeURL(all, number, trial, &generator) else { continue }
            let few = Self.urls > 100 ? requests : [generator.pick(requests), generator.pick(requests)]
            if let reason = trial.difference(on: url, text, few) { return reason }
        }
        return nil
    }

    /// A URL of the alphabet: each in turn if all are compared, otherwise one close to the patterns.
    private func makeURL(
        _ all: [(String, OracleURL)], _ number: Int, _ trial: ChangeTrial, _ generator: inout ChangeGenerator
    ) -> (String, OracleURL)? {
        if !all.isEmpty { return Self.urls >= all.count ? all[number] : generator.pick(all) }
        let made = generator.chance(50) ? trial.old.made : trial.new.made
        let text = generator.mixed.makeURL(for: made)
        return OracleURL(text).map { (text, $0) }
    }
}
