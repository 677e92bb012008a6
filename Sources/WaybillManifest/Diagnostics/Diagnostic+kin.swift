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

    fileprivate func telling(of others: Int) -> Diagnostic {
        var finding = self
        if let kin, others > 0 { finding.message = (message + kin.clause(others)).shortened }
        finding.kin = nil
        return finding
    }
}

extension [Diagnostic] {
    /// Of findings with one cause the first alone, which tells how many there are besides. Whatever leaves findings out, as
    /// comments, a baseline and a change do, has to come before: each of them is about another entry.
    package func groupedByCause() -> [Diagnostic] {
        guard contains(where: { $0.kin != nil }) else { return self }
        var counts: [Diagnostic.Kin: Int] = [:]
        for case let kin? in lazy.map(\.kin) { counts[kin, default: 0] += 1 }
        return compactMap { finding in
            guard let kin = finding.kin else { return finding }
            return counts.removeValue(forKey: kin).map { finding.telling(of: $0 - 1) }
        }
    }
}
