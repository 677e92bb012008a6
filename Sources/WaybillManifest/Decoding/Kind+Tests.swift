extension Kind where Value == Fallback {
    static var fallback: Kind {
        .object(FallbackGrammar.object) { fields in
            var fallback = Fallback(span: fields.place, target: fields.fallbackTarget)
            fallback.byTag = fields[FallbackGrammar.tags] ?? []
            return fallback
        }
    }
}

extension Kind where Value == [(tag: Located<String>, target: Fallback.Target)] {
    static var targetsByTag: Kind {
        .named("tag", names: .tag, .object(FallbackGrammar.target)) { tag, slot, context in
            let kind = Kind<Fallback.Target>.object(FallbackGrammar.target) { $0.fallbackTarget }
            return kind.decode(slot, in: context).map { (tag, $0) }
        }
    }
}

extension Fields {
    fileprivate var fallbackTarget: Fallback.Target? {
        let module = self[FallbackGrammar.module]
        let handler = self[FallbackGrammar.handler]
        return module.map { .module($0) } ?? handler.map { .handler($0) }
    }
}

extension Kind where Value == RouteTest {
    static var routeTest: Kind {
        .object(RouteTestGrammar.object) { fields in
            let name = fields[RouteTestGrammar.name]
            let open = fields[RouteTestGrammar.open]
            let method = fields[RouteTestGrammar.method]
            let tags = fields[RouteTestGrammar.tags] ?? []
            let expect = fields[RouteTestGrammar.expect]
            guard let open, let expect else { return nil }
            var test = RouteTest(
                open: open, expectation: expect.value, expectationSpan: expect.span, span: fields.slot.node.span)
            test.name = name
            test.method = method
            test.tags = tags
            return test
        }
    }
}

extension Kind where Value == Located<RouteTest.Expectation> {
    /// One word, or what the request is expected to lead to.
    static var expectation: Kind {
        .either(
            Kind<Located<ExpectedWord>>.word(\.summary).map { Located($0.value.expectation, at: $0.span) },
            .object(ExpectationGrammar.object) { fields in
                var expected = RouteTest.Expected()
                expected.route = fields[ExpectationGrammar.route]
                expected.module = fields[ExpectationGrammar.module]
                expected.handler = fields[ExpectationGrammar.handler]
                expected.redirect = fields[ExpectationGrammar.redirect]
                expected.url = fields[ExpectationGrammar.url]
                expected.parameters = fields[ExpectationGrammar.params] ?? []
                expected.interceptors = fields[ExpectationGrammar.interceptors]
                expected.rejected = fields[ExpectationGrammar.rejected]
                expected.fallback = fields[ExpectationGrammar.fallback]
                return Located(.matched(expected), at: fields.slot.node.span)
            })
    }
}

private enum ExpectedWord: String, Sendable, CaseIterable {
    case unmatched
    case invalidURL = "invalid-url"
    case rejected

    var summary: String {
        switch self {
        case .unmatched: "No route matches it."
        case .invalidURL: "It is no URL."
        case .rejected: "The 'reject' of some interceptor ends it."
        }
    }

    var expectation: RouteTest.Expectation {
        switch self {
        case .unmatched: .unmatched
        case .invalidURL: .invalidURL
        case .rejected: .rejected
        }
    }
}

extension Kind where Value == RouteTest.Interceptors {
    static var expectedInterceptors: Kind {
        .either(
            Kind<[Located<String>]>.list(of: .name, mayBeEmpty: true).map { .exactly($0) },
            .object(ExpectedInterceptorsGrammar.object) { fields in
                .among(
                    contains: fields[ExpectedInterceptorsGrammar.contains] ?? [],
                    not: fields[ExpectedInterceptorsGrammar.not] ?? [])
            })
    }
}

extension Kind where Value == RouteTest.Redirects {
    static var redirects: Kind {
        .either(
            Kind<Located<String>>.text.map { .first($0) },
            Kind<[Located<String>]>.list(of: .text, mayBeEmpty: true).map { .exactly($0) })
    }
}

extension Kind where Value == [(name: Located<String>, value: Located<String>)] {
    static var expectedParams: Kind {
        .named("parameter", names: .text, Kind<Located<String>>.anyText.shape) { name, slot, context in
            Kind<Located<String>>.anyText.decode(slot, in: context).map { (name, $0) }
        }
    }
}
