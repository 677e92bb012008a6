extension Diagnostic {
    /// What diagnostics with one cause share: of those that are left in the end one is shown, which mentions the others.
    package struct CauseGroup: Sendable, Hashable {
        /// The cause, as numbers that mean something to the rule.
        var cause: [Int]
        /// How the sentence goes on.
        var wording: Wording

        package enum Wording: Sendable, Hashable { case so, ofRoutes, alsoUnreachable }

        package init(cause: [Int], wording: Wording) {
            self.cause = cause
            self.wording = wording
        }

        fileprivate func clause(_ others: Int) -> String {
            switch wording {
            case .so: others == 1 ? "; so does 1 more" : "; so do \(others) more"
            case .alsoUnreachable:
                others == 1 ? "; and 1 more route is unreachable" : "; and \(others) more routes are unreachable"
            case .ofRoutes: others == 1 ? "; and of 1 more route" : "; and of \(others) more routes"
            }
        }
    }

    fileprivate func mentioning(_ others: ArraySlice<Diagnostic>) -> Diagnostic {
        var finding = self
        if let causeGroup, !others.isEmpty {
            finding.message = (message + causeGroup.clause(others.count)).shortened
        }
        finding.notes += others.map { Note($0.message, at: $0.span) }
        finding.causeGroup = nil
        return finding
    }
}

extension [Diagnostic] {
    /// Of diagnostics with one cause the first alone, which mentions the others. Whatever leaves diagnostics out, as comments,
    /// a baseline and a change do, has to come before: each of them is about another entry.
    package func groupedByCause() -> [Diagnostic] {
        guard contains(where: { $0.causeGroup != nil }) else { return self }
        var groups: [Diagnostic.CauseGroup: [Diagnostic]] = [:]
        for finding in self { if let group = finding.causeGroup { groups[group, default: []].append(finding) } }
        return compactMap { finding in
            guard let group = finding.causeGroup else { return finding }
            return groups.removeValue(forKey: group).map { finding.mentioning($0.dropFirst()) }
        }
    }
}
