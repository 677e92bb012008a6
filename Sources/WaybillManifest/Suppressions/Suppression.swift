package import WaybillSyntax

/// A comment by which a manifest allows what breaks a rule: `# waybill:allow P003 -- reason until 2027-01`.
package struct Suppression: Sendable {
    /// The comment.
    package var span: SourceSpan
    /// Whether nothing else is on its line.
    var isAlone: Bool
    /// Those that are known and may be allowed, with the place of their ids.
    var rules: [Located<Rule>]
    /// What it speaks of: an entry, an item, or the file.
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

    /// Without a day nothing ends.
    package func hasEnded(on today: CalendarDay?) -> Bool {
        guard let today, let expiry else { return false }
        return expiry.lastDay < today
    }
}
