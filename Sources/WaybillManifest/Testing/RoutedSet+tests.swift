import WaybillProofs
import WaybillSyntax
import WaybillTable

extension RoutedSet {
    /// Follows the request of a test.
    package func trace(of test: RouteTest) -> RequestTrace {
        trace(test.open.value, method: test.method?.value, tags: test.tags.lazy.map(\.value))
    }

    /// Whether a test passes. It computes no texts, so that it can be called for many sets.
    package func passes(_ test: RouteTest) -> Bool { mismatches(of: test, trace(of: test)).isEmpty }

    /// Returns the differences from the expectation; empty if the test passes.
    ///
    /// - Parameter trace: The trace of its request in this set.
    package func mismatches(of test: RouteTest, _ trace: RequestTrace) -> [RouteTestMismatch] {
        TestComparison(test: test, trace: trace, subject: self).mismatches()
    }
}

/// Compares the result of a request with the expectation.
private struct TestComparison {
    let test: RouteTest
    let trace: RequestTrace
    let subject: RoutedSet
    private var set: ManifestSet { subject.set }

    func mismatches() -> [RouteTestMismatch] {
        switch test.expectation {
        case .unmatched: outcome("unmatched", holds: trace.isUnmatched)
        case .methodNotAllowed: outcome("method-not-allowed", holds: isMethodNotAllowed)
        case .invalidURL: outcome("invalid-url", holds: trace.isInvalid)
        case .rejected: outcome("rejected", holds: rejector != nil)
        case .matched(let expected):
            if trace.isInvalid {
                outcome("a URL", holds: false)
            } else {
                destination(expected) + hops(expected) + redirect(expected) + parameters(expected)
                    + interceptors(expected)
            }
        }
    }

    private func outcome(_ expected: String, holds: Bool) -> [RouteTestMismatch] {
        holds ? [] : [mismatch("outcome", expected, ending, at: test.expectationSpan)]
    }
}

// MARK: The serving route

extension TestComparison {
    private func destination(_ expected: RouteTest.Expected) -> [RouteTestMismatch] {
        // A rejected request is not served, unless the test expects the rejection.
        let isServed = rejector == nil || expected.rejected != nil
        let route = isServed ? trace.route.map { set.routes[$0.route] } : nil
        return [
            check("route", expected.route, route?.id.value),
            check("module", expected.module, route?.destination.module?.value, or: route?.destination.summary),
            check("handler", expected.handler, route?.destination.handler?.value, or: route?.destination.summary),
            check("rejected", expected.rejected, rejector),
            check("fallback", expected.fallback, fallback, or: trace.isUnmatched ? "no fallback" : nil),
        ].compactMap { $0 }
    }

    /// - Parameter other: The actual value; by default the end of the request.
    private func check(
        _ subject: String, _ expected: Located<String>?, _ got: String?, or other: @autoclosure () -> String? = nil
    ) -> RouteTestMismatch? {
        guard let expected, got?.exact != expected.value.exact else { return nil }
        return mismatch(subject, expected, got.map(Self.quoted) ?? other() ?? ending)
    }

    private var rejector: String? {
        guard case .rejected(let interceptor) = trace.end else { return nil }
        return set.interceptors[interceptor].id.value
    }

    private var fallback: String? {
        subject.fallback(of: trace)?.name
    }

    private var isMethodNotAllowed: Bool { !subject.allowedMethods(of: trace).isEmpty && fallback == nil }

    /// The end of the request in words.
    private var ending: String {
        if let problem = subject.problem(of: trace) { return trace.isInvalid ? "no URL: \(problem)" : problem }
        if let rejector { return "rejected by '\(rejector)'" }
        if let clientRedirect { return "a redirect to \(clientRedirect)" }
        guard let match = trace.route else { return "unmatched" }
        let route = set.routes[match.route]
        return "route '\(route.id.value)' (\(route.destination.summary))"
    }
}

// MARK: Hops and interceptors

extension TestComparison {
    private func hops(_ expected: RouteTest.Expected) -> [RouteTestMismatch] {
        var mismatches: [RouteTestMismatch] = []
        let hops = trace.hops
        switch expected.forward {
        case .first(let url):
            if !(hops.first.map { leads($0, to: url.value) } ?? false) {
                let got = hops.first.map { Self.quoted($0.to) } ?? notForwarded
                mismatches.append(mismatch("forward", url, got))
            }
        case .exactly(let urls):
            if urls.count != hops.count || !zip(hops, urls).allSatisfy({ leads($0, to: $1.value) }) {
                let span = urls.first?.span ?? test.expectationSpan
                let got = hops.isEmpty ? notForwarded : Self.list(hops.map(\.to))
                mismatches.append(mismatch("forward", Self.list(urls.map(\.value)), got, at: span))
            }
        case nil: break
        }
        if let url = expected.url, let last = trace.visits.last,
            last.hop != nil || last.url.text.exact != url.value.exact
        {
            mismatches.append(mismatch("url", url, last.hop == nil ? Self.quoted(last.url.text) : ending))
        }
        return mismatches
    }

    private var notForwarded: String { clientRedirect.map { "a redirect to \($0)" } ?? "no forward" }

    private func redirect(_ expected: RouteTest.Expected) -> [RouteTestMismatch] {
        guard let redirect = expected.redirect, !redirectsClient(redirect.to.value, redirect.status?.value) else {
            return []
        }
        let got = clientRedirect ?? trace.hops.first.map { "a forward to '\($0.to)'" } ?? "no redirect"
        let text = Self.redirectText(redirect.to.value, redirect.status?.value)
        return [mismatch("redirect", text, got, at: redirect.to.span)]
    }

    /// Whether a hop leads to a URL, or its target comes from this template.
    private func leads(_ hop: WalkHop, to url: String) -> Bool {
        if hop.to.exact == url.exact { return true }
        switch hop.by {
        case .route(let index): return set.routes[index].destination.target?.text.value.exact == url.exact
        case .interceptor(let index): return set.interceptors[index].action.target?.text.value.exact == url.exact
        }
    }

    /// Whether the client is redirected to a URL, or to a target of this template.
    private func redirectsClient(_ url: String, _ expected: RedirectStatus?) -> Bool {
        guard case .redirectToClient(let location, let status) = trace.end else { return false }
        let template = trace.route.flatMap { set.routes[$0.route].destination.target?.text.value }
        return [location.exact, template?.exact].contains(url.exact) && (expected ?? status) == status
    }

    /// The redirect of the client in words.
    private var clientRedirect: String? {
        guard case .redirectToClient(let location, let status) = trace.end else { return nil }
        return Self.redirectText(location, status)
    }

    private func parameters(_ expected: RouteTest.Expected) -> [RouteTestMismatch] {
        guard !expected.parameters.isEmpty else { return [] }
        let values = trace.parameters
        return expected.parameters.compactMap { parameter in
            let name = parameter.name.value
            guard values[name]?.exact != parameter.value.value.exact else { return nil }
            let got = values[name].map(Self.quoted) ?? "no such parameter"
            return mismatch("parameter '\(name)'", parameter.value, got)
        }
    }

    private func interceptors(_ expected: RouteTest.Expected) -> [RouteTestMismatch] {
        guard let expectation = expected.interceptors else { return [] }
        let running = trace.interceptors.map { set.interceptors[$0].id.value }
        func mismatch(_ words: String, at span: SourceSpan) -> RouteTestMismatch {
            self.mismatch("interceptors", words, Self.list(running), at: span)
        }
        switch expectation {
        case .exactly(let names):
            guard names.map(\.value.exact) != running.map(\.exact) else { return [] }
            return [mismatch(Self.list(names.map(\.value)), at: names.first?.span ?? test.expectationSpan)]
        case .among(let contained, let excluded):
            let missing = contained.filter { !running.contains($0.value) }
            let unwanted = excluded.filter { running.contains($0.value) }
            return missing.map { mismatch("'\($0.value)' among them", at: $0.span) }
                + unwanted.map { mismatch("'\($0.value)' not among them", at: $0.span) }
        }
    }
}

// MARK: Messages

extension TestComparison {
    private func mismatch(_ subject: String, _ expected: Located<String>, _ got: String) -> RouteTestMismatch {
        mismatch(subject, Self.quoted(expected.value), got, at: expected.span)
    }

    private func mismatch(
        _ subject: String, _ expected: String, _ got: String, at span: SourceSpan
    ) -> RouteTestMismatch {
        RouteTestMismatch(subject: subject, expected: expected, got: got, span: span)
    }

    private static func redirectText(_ url: String, _ status: RedirectStatus?) -> String {
        quoted(url) + (status.map { " with status \($0.rawValue)" } ?? " for the client")
    }

    private static func quoted(_ text: String) -> String { "'\(text)'" }

    /// Returns `[auth, log]`.
    private static func list(_ names: [String]) -> String { "[\(names.joined(separator: ", "))]" }
}
