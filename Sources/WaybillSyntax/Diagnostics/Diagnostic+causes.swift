extension Diagnostic {
    /// The common cause of a group of diagnostics. Only one of them is reported, and it mentions the others.
    package struct CauseGroup: Sendable, Hashable {
        /// The cause, as numbers whose meaning only the rule knows.
        var cause: [Int]
        /// How the sentence continues.
        var wording: Wording

        package enum Wording: Sendable, Hashable {
            case so, ofRoutes, alsoUnreachable, alsoEnded
            /// Of pairs, all with this one.
            case with(String)
        }

        package init(cause: [Int], wording: Wording) {
            self.cause = cause
            self.wording = wording
        }

        /// What the other diagnostics of the group say about their places.
        fileprivate var kind: Note.Kind { wording == .alsoUnreachable ? .unreachable : .affected }

        fileprivate func clause(_ others: Int) -> String {
            switch wording {
            case .so: others == 1 ? "; so does 1 more" : "; so do \(others) more"
            case .alsoUnreachable, .alsoEnded:
                others == 1 ? "; and 1 more route is unreachable" : "; and \(others) more routes are unreachable"
            case .with(let name): (others == 1 ? "; so does 1 more" : "; so do \(others) more") + " with '\(name)'"
            case .ofRoutes: others == 1 ? "; and of 1 more route" : "; and of \(others) more routes"
            }
        }
    }

    fileprivate func mentioning(_ others: ArraySlice<Diagnostic>) -> Diagnostic {
        var diagnostic = self
        if let causeGroup, !others.isEmpty {
            diagnostic.message = (message + causeGroup.clause(others.count)).shortened
        }
        let kind = causeGroup?.kind ?? .related
        diagnostic.notes += others.map { other in
            // Of a pair at this place, the place of the other one is new.
            let place = other.span == span ? other.notes.first?.span : nil
            return Note(other.message, at: place ?? other.span, kind: kind)
        }
        diagnostic.causeGroup = nil
        return diagnostic
    }
}

extension [Diagnostic] {
    /// Returns the first diagnostic of each cause, which mentions the others of that cause.
    ///
    /// Call this after everything that removes diagnostics, such as suppressions, a baseline and a change: each
    /// diagnostic of a group is about another entry.
    package func groupedByCause() -> [Diagnostic] {
        guard contains(where: { $0.causeGroup != nil }) else { return self }
        var groups: [Cause: [Diagnostic]] = [:]
        for diagnostic in self {
            if let cause = Cause(of: diagnostic) { groups[cause, default: []].append(diagnostic) }
        }
        return compactMap { diagnostic in
            guard let cause = Cause(of: diagnostic) else { return diagnostic }
            return groups.removeValue(forKey: cause).map { diagnostic.mentioning($0.dropFirst()) }
        }
    }
}

/// The numbers of a group mean something for its rule alone.
private struct Cause: Hashable {
    var rule: Rule
    var group: Diagnostic.CauseGroup

    init?(of diagnostic: Diagnostic) {
        guard let group = diagnostic.causeGroup else { return nil }
        self.rule = diagnostic.rule
        self.group = group
    }
}
