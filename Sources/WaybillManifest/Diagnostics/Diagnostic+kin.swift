extension Diagnostic {
    /// What findings share that have one cause: of those that are left in the end one is shown, which tells of the others.
    package struct Kin: Sendable, Hashable {
        /// The cause, as numbers that mean something to the rule.
        var cause: [Int]
        /// How the sentence goes on.
        var wording: Wording

        enum Wording: Sendable, Hashable { case so, ofRoutes }

        fileprivate func clause(_ others: Int) -> String {
            switch wording {
            case .so: others == 1 ? "; so does 1 more" : "; so do \(others) more"
            case .ofRoutes: others == 1 ? "; and of 1 more route" : "; and of \(others) more routes"
            }
        }
    }

    fileprivate func telling(of others: ArraySlice<Diagnostic>) -> Diagnostic {
        var finding = self
        if let kin, !others.isEmpty { finding.message = (message + kin.clause(others.count)).shortened }
        finding.notes += others.map { Note($0.message, at: $0.span) }
        finding.kin = nil
        return finding
    }
}

extension [Diagnostic] {
    /// Of findings with one cause the first alone, which tells of the others. Whatever leaves findings out, as comments, a
    /// baseline and a change do, has to come before: each of them is about another entry.
    package func groupedByCause() -> [Diagnostic] {
        guard contains(where: { $0.kin != nil }) else { return self }
        var families: [Diagnostic.Kin: [Diagnostic]] = [:]
        for finding in self { if let kin = finding.kin { families[kin, default: []].append(finding) } }
        return compactMap { finding in
            guard let kin = finding.kin else { return finding }
            return families.removeValue(forKey: kin).map { finding.telling(of: $0.dropFirst()) }
        }
    }
}
