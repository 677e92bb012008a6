import WaybillManifest
import WaybillProofs
import WaybillSyntax

/// What the policies with `need` and with `before` share.
extension PolicyContext {
    /// G004: a policy for an unknown interceptor has no effect.
    func unknownInterceptor(_ name: Located<String>) -> Diagnostic {
        let codes = set.interceptors.compactMap(\.action.code?.value)
        let suggestions = names.near(name.value, among: set.interceptors.map(\.id.value) + codes)
        return Diagnostic(
            .badConfiguration, at: name.span, "no interceptor has the id '\(name.value)', and none uses it",
            suggestions: suggestions, help: suggestions.isEmpty ? "declare it in a manifest, or remove it here" : nil)
    }

    /// Returns the places of rewrites and redirects.
    func spans(of sources: [RedirectSource]) -> [SourceSpan] {
        sources.map { source in
            switch source {
            case .interceptor(let index): set.interceptors[index].id.span
            case .route(let index): place(of: set.routes[index])
            }
        }
    }

    func note(_ requirement: LintPolicy.Requirement) -> Diagnostic.Note {
        .init("it is required here" + (requirement.because.map { ": \($0)" } ?? ""), at: requirement.span)
    }
}
