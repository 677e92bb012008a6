import WaybillManifest
import WaybillSyntax

extension LintReport {
    /// The text of `waybill check --explain-hidden`: by problem, what was held back because it may only follow from it.
    ///
    /// ```
    /// held back because of routes.yaml:3:1 [Y001 yaml-syntax]:
    ///   routes.yaml:7:20: module 'orders' is not declared [I002 undefined-name]
    ///   not checked: X003 idle-interceptor, T003 empty-view
    /// ```
    package var heldBackText: String {
        var causes: [Diagnostic] = []
        var lines: [Diagnostic: [String]] = [:]
        for one in heldBack {
            if lines[one.cause] == nil { causes.append(one.cause) }
            let line = line(one.subject)
            if lines[one.cause]?.contains(line) != true { lines[one.cause, default: []].append(line) }
        }
        return causes.map { cause in
            let head = "held back because of \(place(cause)) [\(cause.rule)]:\n"
            return head + (lines[cause] ?? []).map { "  \($0)\n" }.joined()
        }.joined()
    }

    private func line(_ subject: HeldBack.Subject) -> String {
        switch subject {
        case .problem(let problem): "\(place(problem)): \(problem.message.safeOnScreen) [\(problem.rule)]"
        case .check(let rules): "not checked: \(rules.map(\.description).joined(separator: ", "))"
        }
    }

    private func place(_ diagnostic: Diagnostic) -> String {
        guard sources.indices.contains(diagnostic.span.file) else { return "the set" }
        let source = sources[diagnostic.span.file]
        let position = source.position(at: diagnostic.span.start)
        return "\(source.path.safeOnScreen):\(position.line):\(position.column)"
    }
}
