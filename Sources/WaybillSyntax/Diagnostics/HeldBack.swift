/// Something that is not reported, because it may only follow from a reported problem.
///
/// A stage that fails leaves something unknown: the end of a file, the meaning of a route, all declarations. A check says
/// what its problems need to be certain (``Need``), and the runner of the checks compares both. So one mistake is one
/// problem, and `waybill check --explain-hidden` can say what else was found.
package struct HeldBack: Sendable, Hashable {
    package var subject: Subject
    /// The problem from which it may follow.
    package var cause: Diagnostic

    package enum Subject: Sendable, Hashable {
        case problem(Diagnostic)
        /// A check of these rules, which was not made.
        case check([Rule])
    }

    package init(_ subject: Subject, because cause: Diagnostic) {
        self.subject = subject
        self.cause = cause
    }
}

/// What must be known about a set for a problem to be certain.
package enum Need: Sendable, Hashable {
    /// That nothing which was not read declares this name.
    case name(String)
    /// That the route at this index was read as its author meant it.
    case route(Int)
    /// That everything was read without an error.
    case wholeSet
    /// That the values at this place are known: they contain no variable without a value.
    case values(SourceSpan)
}

extension Diagnostic {
    /// Returns the diagnostic with what it needs to be certain.
    package func needing(_ needs: Need...) -> Diagnostic { needing(needs) }

    package func needing(_ needs: [Need]) -> Diagnostic {
        var diagnostic = self
        diagnostic.needs += needs
        return diagnostic
    }
}
