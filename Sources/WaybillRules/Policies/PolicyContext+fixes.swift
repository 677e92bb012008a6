import WaybillManifest
import WaybillProofs
import WaybillSyntax
import WaybillTable

/// Fixes for violated policies.
extension PolicyContext {
    /// Returns a fix that lets one interceptor run before another.
    ///
    /// It is safe only if the two are adjacent in the order, so that no third interceptor is passed.
    func moving(_ interceptor: Interceptor, before other: Interceptor) -> [Diagnostic.Fix] {
        guard other.order > Int(Int32.min) else { return [] }
        let order = other.order - 1
        let isPassingOthers = set.interceptors.contains { third in
            third.id.value != interceptor.id.value && third.id.value != other.id.value
                && (order...interceptor.order).contains(third.order)
        }
        let change = Diagnostic.Change.set(
            InterceptorGrammar.order, of: InterceptorGrammar.object, to: "\(order)", in: .named(interceptor.id.span))
        return [.init("give '\(interceptor.id.value)' the order \(order)", safe: !isPassingOthers, change)]
    }

    /// Returns a fix that lets no view bypass the required interceptor, if there is only one.
    func applyingEverywhere(_ question: GuardQuestion) -> [Diagnostic.Fix] {
        guard question.guards.numbers.count == 1 else { return [] }
        let interceptor = set.interceptors[question.guards.numbers[0]]
        guard !interceptor.appliesEverywhere else { return [] }
        let change = Diagnostic.Change.set(
            InterceptorGrammar.applies, of: InterceptorGrammar.object, to: Interceptor.Reach.everywhere.rawValue,
            in: .named(interceptor.id.span))
        return [.init("let '\(interceptor.id.value)' apply everywhere", safe: false, change)]
    }

    /// Returns a fix that widens the required interceptor to the requests of the route, if there is only one.
    func widening(_ question: GuardQuestion) -> [Diagnostic.Fix] {
        guard question.guards.numbers.count == 1 else { return [] }
        let interceptor = set.interceptors[question.guards.numbers[0]]
        let known = interceptor.patterns.map(\.text.value)
        let added = set.routes[question.route].patterns.map(\.text.value).filter { !known.contains($0) }
        guard interceptor.methods.isEmpty, interceptor.constrained.isEmpty, added.count == 1 else { return [] }
        let entry = Diagnostic.Entry.named(interceptor.id.span)
        let grammar = InterceptorGrammar.object
        let list = "[\((known + added).map(ScalarText.written).joined(separator: ", "))]"
        var fix = Diagnostic.Fix("let '\(interceptor.id.value)' match \(alternatives(added)) too", safe: false)
        fix.changes =
            known.count == 1
            ? [
                .set(InterceptorGrammar.url, of: grammar, to: list, in: entry),
                .rename(InterceptorGrammar.url.name, to: InterceptorGrammar.urls.name, in: entry),
            ]
            : added.map { .append(ScalarText.written($0), to: InterceptorGrammar.urls, of: grammar, in: entry) }
        return [fix]
    }
}
