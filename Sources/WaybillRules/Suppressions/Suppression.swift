import WaybillManifest
package import WaybillSyntax

/// A comment that suppresses diagnostics: `# waybill:allow P003 -- reason until 2027-01`.
package struct Suppression: Sendable {
    /// The place of the comment.
    package var span: SourceSpan
    /// Whether the line contains only the comment.
    package var isAlone: Bool
    /// The suppressed rules, with the places of their ids. Unknown and not suppressible rules are left out.
    package var rules: [Located<Rule>]
    /// The range in which it suppresses: an entry, an item, or the file.
    package var scope: SourceSpan
    /// The month or day after `until`, as written, even if it is not a date.
    package var expiry: Located<String>?

    func suppresses(_ diagnostic: Diagnostic) -> Bool {
        let place = diagnostic.span
        return place.file == scope.file && scope.start <= place.start && place.start < max(scope.end, scope.start + 1)
            && rules.contains { $0.value == diagnostic.rule } && diagnostic.isSuppressible
    }
}
