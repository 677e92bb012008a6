import WaybillSyntax

@testable import WaybillOracle

extension ProofWordsCase {
    /// A route, or one of its patterns.
    private struct Name: Hashable {
        var id: String
        var pattern: String?

        func covers(_ match: Oracle.Match) -> Bool {
            guard let pattern = pattern.flatMap({ OraclePattern($0) }) else { return match.entry.id == id }
            return match.entry.id == id && match.pattern.segments == pattern.segments
        }
    }

    /// The number of reported problems, to show that the generator reaches them.
    var kinds: Set<String> {
        Set(
            diagnostics.flatMap { said -> [String] in
                [said.rule.id]
                    + (said.message.contains("precedence over it") ? ["precedence"] : [])
                    + (said.message.contains(/route '.+' is unreachable/) && !said.message.hasPrefix("pattern")
                        ? ["whole"] : [])
                    + (said.message.hasPrefix("pattern") && said.message.contains("is unreachable") ? ["pattern"] : [])
                    + (said.witnessRemark?.contains("in the view") == true ? ["view"] : [])
            })
    }

    /// The claims that are false or missing.
    func problems() -> [String] {
        diagnostics.flatMap { said in
            switch said.rule.id {
            case "P003", "P004": shadowProblems(said)
            case "P005": partialProblems(said)
            default: [String]()
            }
        } + silenceProblems()
    }

    // MARK: P003 and P004

    private func shadowProblems(_ said: Diagnostic) -> [String] {
        let parts = said.message.split(separator: ": ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let subject = subject(parts[0]) else { return ["not understood: \(said.message)"] }
        let winners = parts[1].matches(of: /(its pattern )?'([^']+)'/).map { match in
            match.1 == nil ? Name(id: String(match.2)) : Name(id: subject.id, pattern: String(match.2))
        }
        let isAll = !parts[1].contains("precedence over it")
        var problems: [String] = []
        if (said.rule.id == "P003") != (Set(winners.map(\.id)).count == 1) { problems.append("wrong number of takers") }
        for lookup in lookups {
            for own in answering(lookup) where subject.covers(own) {
                let before = answering(lookup).filter { precedes($0, own, lookup) }
                if !before.contains(where: { match in winners.contains { $0.covers(match) } }) {
                    problems.append("none of the takers precedes it for \(lookup)")
                }
                let served = oracle.served(lookup.matches, method: lookup.method, view: lookup.view)
                if served.contains(where: subject.covers) { problems.append("it serves \(lookup)") }
                if isAll && !served.contains(where: { match in winners.contains { $0.id == match.entry.id } }) {
                    problems.append("another one takes \(lookup)")
                }
            }
        }
        if said.rule.id == "P004" {
            let others = made.routes.map { Name(id: $0.id) }.filter { $0.id != subject.id }
            let alone = others.first { suffice([$0], for: subject) }
            if let alone { problems.append("\(alone.id) suffices") }
            for spare in winners where winners.count > 1 {
                if suffice(winners.filter { $0 != spare }, for: subject) { problems.append("\(spare) is spare") }
            }
        }
        return problems + exampleProblems(said, subject, winners)
    }

    private func subject(_ text: String) -> Name? {
        if let match = text.wholeMatch(of: /route '(.+)' is unreachable/) { return Name(id: String(match.1)) }
        return text.wholeMatch(of: /pattern '(.+)' of route '(.+)' is unreachable/).map {
            Name(id: String($0.2), pattern: String($0.1))
        }
    }

    /// Whether a match of the subject takes precedence over any other match of its requests.
    private func suffice(_ winners: [Name], for subject: Name) -> Bool {
        lookups.allSatisfy { lookup in
            let answering = answering(lookup)
            return answering.filter(subject.covers).allSatisfy { own in
                answering.contains { match in
                    precedes(match, own, lookup) && winners.contains { $0.covers(match) }
                }
            }
        }
    }

    /// Checks that the example is a request of the subject and that the named route serves it, or one of several.
    private func exampleProblems(_ said: Diagnostic, _ subject: Name, _ winners: [Name]) -> [String] {
        guard let witness = said.witness,
            let remark = said.witnessRemark?.wholeMatch(of: /goes to '([^']+)'(?: in the view '(.+)')?/)
        else { return ["no example"] }
        let (server, view) = (String(remark.1), remark.2.map { Set([String($0)]) })
        let isTrue = lookups(of: witness, view: view).contains { lookup in
            served(lookup).contains(server) && answering(lookup).contains(where: subject.covers)
        }
        if !isTrue { return ["\(witness) does not go to \(server)"] }
        if winners.contains(where: { $0.id == server }) { return [] }
        let isShowable = lookups.contains { lookup in
            (lookup.view?.count ?? 1) == 1 && answering(lookup).contains(where: subject.covers)
                && served(lookup).isSubset(of: winners.map(\.id))
        }
        return isShowable ? ["the example goes to \(server), although a taker serves some"] : []
    }

    // MARK: P005

    private func partialProblems(_ said: Diagnostic) -> [String] {
        guard let words = said.message.firstMatch(of: /^(.+) loses some requests to '(.+)', although/),
            let loser = subject("\(words.1) is unreachable"), let witness = said.witness
        else { return ["not understood: \(said.message)"] }
        let winner = Name(id: String(words.2))
        let isLost = lookups(of: witness, view: nil).contains { lookup in
            served(lookup).contains(winner.id) && answering(lookup).contains(where: loser.covers)
        }
        var problems = isLost ? [] : ["\(witness) is not lost"]
        if let alone = said.notes.first?.message.firstMatch(of: /only it matches (.+)$/)?.1 {
            let matching = lookups(of: String(alone), view: nil).flatMap(\.matches.routes).map(\.entry.id)
            let isAlone = matching.contains(winner.id) && !matching.contains(loser.id)
            if !isAlone { problems.append("\(alone) is not its alone") }
        }
        return problems
    }

    // MARK: Missing reports

    /// Checks that every route that serves no request is reported.
    private func silenceProblems() -> [String] {
        var dead = Set(made.routes.map(\.id))
        for lookup in lookups {
            if dead.isEmpty { return [] }
            // No rule orders these two routes: that is a separate problem.
            dead.subtract(served(lookup))
        }
        let reported = diagnostics.filter { ["P003", "P004"].contains($0.rule.id) }
            .compactMap { $0.message.firstMatch(of: /^route '(.+)' is unreachable/).map { String($0.1) } }
        return dead.subtracting(reported).sorted().map { "\($0) never serves, and nothing is said" }
    }
}
