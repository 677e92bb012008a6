import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let testOfNothing = Rule(
        "K002", "test-of-nothing", .error, .set, [.guessesNames, .leavesRoutesKnown])
}

extension Check<CheckContext> {
    static let testReferences = Check(.testOfNothing) { $0.set.checkTestReferences($0) }
}

extension ManifestSet {
    /// Tests must name existing entries.
    fileprivate func checkTestReferences(_ context: CheckContext) -> [Diagnostic] {
        guard !tests.isEmpty else { return [] }
        let routeIDs = Set(routes.indices.lazy.map { routes[$0].id.value })
        let interceptorIDs = Set(interceptors.map(\.id.value))
        let moduleIDs = Set(context.modules.keys)
        func undefined(_ what: String, _ names: [Located<String>], _ declared: Set<String>) -> [Diagnostic] {
            names.filter { !declared.contains($0.value) }
                .map { context.undefined(what, $0, among: declared, rule: .testOfNothing) }
        }
        return tests.flatMap { test -> [Diagnostic] in
            guard case .matched(let expected) = test.expectation else { return [] }
            let interceptors = (expected.interceptors?.names ?? []) + [expected.rejected].compactMap(\.self)
            return undefined("route", [expected.route].compactMap(\.self), routeIDs)
                + undefined("module", [expected.module].compactMap(\.self), moduleIDs)
                + undefined("interceptor", interceptors, interceptorIDs)
        }
    }
}
