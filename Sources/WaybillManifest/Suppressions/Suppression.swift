package import WaybillSyntax

/// A comment that suppresses diagnostics: `# waybill:allow P003 -- reason until 2027-01`.
package struct Suppression: Sendable {
    /// The place of the comment.
    package var span: SourceSpan
    /// Whether the line contains only the comment.
    var isAlone: Bool
    /// The suppressed rules, with the places of their ids. Unknown and not suppressible rules are left out.
    var rules: [Located<Rule>]
    /// The range in which it suppresses: an entry, an item, or the file.
    package var scope: SourceSpan
    var expiry: Expiry?

    struct Expiry: Sendable {
        /// As written.
        var text: String
        var lastDay: CalendarDay
    }

    func suppresses(_ diagnostic: Diagnostic) -> Bool {
        let place = diagnostic.span
        return place.file == scope.file && scope.start <= place.start && place.start < max(scope.end, scope.start + 1)
            && rules.contains { $0.value == diagnostic.rule } && diagnostic.isSuppressible
    }

    /// Whether its last day is over. Without a last day it never ends.
    package func hasEnded(on today: CalendarDay?) -> Bool {
        guard let today, let expiry else { return false }
        return expiry.lastDay < today
    }
}
