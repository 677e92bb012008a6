import Testing
import WaybillManifest
import WaybillTable

@testable import WaybillOracle

/// Pairs of manifests, and requests of a small alphabet: a request that changes by the law is in exactly one class of
/// the plan, as its JSON and its words describe the class; an unchanged one is in none; and each class is true of its
/// requests.
///
/// The seeds are fixed here. `Scripts/properties.sh` takes new ones.
@Suite("Properties: a plan's classes are exact")
struct PlanProperties {
    static let cases = PropertySeeds.cases
    static let seed = PropertySeeds.seed ?? 23
    static let requestsOfPair = 50

    @Test("on generated pairs of manifests", arguments: [.heads, .segments, nil] as [RelationSpace.Theme?])
    func exactness(theme: RelationSpace.Theme?) throws {
        var generator = ChangeGenerator(seed: Self.seed)
        let pairs = max(1, Self.cases / Self.requestsOfPair / 3)
        var (compiled, changed) = (0, 0)
        for number in 0..<pairs {
            let (old, new) = try generator.makePair(theme)
            guard let trial = try PlanTrial(old.declarable, new.declarable) else { continue }
            compiled += 1
            if !trial.plan.changes.isEmpty { changed += 1 }
            let reason = trial.wrongWitness() ?? difference(trial, theme, &generator)
            guard let reason = reason ?? trial.plan.undecided.first else { continue }
            Issue.record(
                "seed \(Self.seed), pair \(number): \(reason)\nOLD\n\(trial.old.manifest)NEW\n\(trial.new.manifest)")
            return
        }
        guard PropertySeeds.areMany else { return }
        #expect(compiled > pairs / 2 && changed > compiled / 3, "\(compiled) of \(pairs) compile, \(changed) change")
    }

    private func difference(
        _ trial: PlanTrial, _ theme: RelationSpace.Theme?, _ generator: inout ChangeGenerator
    ) -> String? {
        let all = theme.flatMap { RelationSpace.urls[$0] } ?? []
        let views = RelationSpace.views + [["s", "t"], ["other"]]
        for _ in 0..<Self.requestsOfPair {
            let made = generator.chance(50) ? trial.old.made : trial.new.made
            let text = all.isEmpty ? generator.mixed.makeURL(for: made) : generator.pick(all).0
            guard let url = OracleURL(text) else { continue }
            let request = ChangeRequest(
                method: generator.pick(RelationSpace.methods + ["DELETE"]), view: generator.pick(views))
            if let reason = trial.difference(on: url, text, request) { return reason }
            if let reason = trial.hidden(text, request) { return reason }
        }
        return nil
    }
}
