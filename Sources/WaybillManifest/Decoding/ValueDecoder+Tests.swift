import WaybillSyntax

extension ValueDecoder where Value == Fallback {
    static var fallback: ValueDecoder {
        .object(FallbackGrammar.object) { object in
            Fallback(
                span: object.place, target: object.fallbackTarget, byTag: object[FallbackGrammar.tags] ?? [],
                servesOtherMethods: object[FallbackGrammar.otherMethods] ?? false)
        }
    }
}

extension ValueDecoder where Value == [Fallback.TaggedTarget] {
    static var targetsByTag: ValueDecoder {
        let target = ValueDecoder<Fallback.Target>.object(FallbackGrammar.target) { $0.fallbackTarget }
        return .named("tag", names: .tagKey, target.shape) { tag, input, context in
            target.decode(input, in: context).map { Fallback.TaggedTarget(tag: tag, target: $0) }
        }
    }
}

extension ObjectReader {
    fileprivate var fallbackTarget: Fallback.Target? {
        let module = self[FallbackGrammar.module]
        let handler = self[FallbackGrammar.handler]
        return module.map { .module($0) } ?? handler.map { .handler($0) }
    }
}

extension ValueDecoder where Value == RouteTest {
    static var routeTest: ValueDecoder {
        .object(RouteTestGrammar.object) { object in
            let name = object[RouteTestGrammar.name]
            let open = object[RouteTestGrammar.open]
            let method = object[RouteTestGrammar.method]
            let tags = object[RouteTestGrammar.tags] ?? []
            let expect = object[RouteTestGrammar.expect]
            guard let open, let expect else { return nil }
            var test = RouteTest(
                open: open, expectation: expect.value, expectationSpan: expect.span, span: object.input.node.span)
            test.name = name
            test.method = method
            test.tags = tags
            return test
        }
    }
}

extension ValueDecoder where Value == Located<RouteTest.Expectation> {
    /// One word, or a mapping with the expected results of the request.
    static var expectation: ValueDecoder {
        .either(
            ValueDecoder<Located<ExpectedWord>>.word(\.summary) { "write `expect: { route: \($0) }`" }
                .map { Located($0.value.expectation, at: $0.span) },
            .object(ExpectationGrammar.object) { object in
                var expected = RouteTest.Expected()
                expected.route = object[ExpectationGrammar.route]
                expected.module = object[ExpectationGrammar.module]
                expected.handler = object[ExpectationGrammar.handler]
                let target = object.forward(ExpectationGrammar.forward, or: ExpectationGrammar.redirect)
                (expected.forward, expected.redirect) = target
                expected.url = object[ExpectationGrammar.url]
                expected.parameters = object[ExpectationGrammar.params] ?? []
                expected.interceptors = object[ExpectationGrammar.interceptors]
                expected.rejected = object[ExpectationGrammar.rejected]
                expected.fallback = object[ExpectationGrammar.fallback]
                return Located(.matched(expected), at: object.input.node.span)
            })
    }
}

private enum ExpectedWord: String, Sendable, CaseIterable {
    case unmatched
    case methodNotAllowed = "method-not-allowed"
    case invalidURL = "invalid-url"
    case rejected

    var summary: String {
        switch self {
        case .unmatched: "No route matches it."
        case .methodNotAllowed: "Its URL has routes, but none for its method, and no fallback serves it."
        case .invalidURL: "It is not a valid URL."
        case .rejected: "An interceptor rejects it."
        }
    }

    var expectation: RouteTest.Expectation {
        switch self {
        case .unmatched: .unmatched
        case .methodNotAllowed: .methodNotAllowed
        case .invalidURL: .invalidURL
        case .rejected: .rejected
        }
    }
}

extension ValueDecoder where Value == RouteTest.Interceptors {
    static var expectedInterceptors: ValueDecoder {
        .either(
            ValueDecoder<[Located<String>]>.list(of: .name, mayBeEmpty: true).map { .exactly($0) },
            .object(ExpectedInterceptorsGrammar.object) { object in
                .among(
                    contains: object[ExpectedInterceptorsGrammar.contains] ?? [],
                    not: object[ExpectedInterceptorsGrammar.not] ?? [])
            })
    }
}

extension ValueDecoder where Value == RouteTest.Forwards {
    static var forwards: ValueDecoder {
        .either(
            ValueDecoder<Located<String>>.text.map { .first($0) },
            ValueDecoder<[Located<String>]>.list(of: .text, mayBeEmpty: true).map { .exactly($0) })
    }
}

extension ValueDecoder where Value == RouteTest.Redirect {
    static var expectedRedirect: ValueDecoder {
        .object(ExpectedRedirectGrammar.object) { object in
            let status = object[ExpectedRedirectGrammar.status]
            return object[ExpectedRedirectGrammar.to].map { RouteTest.Redirect(to: $0, status: status) }
        }
    }
}

extension ValueDecoder where Value == [RouteTest.Parameter] {
    static var expectedParams: ValueDecoder {
        let value = ValueDecoder<Located<String>>.anyText
        return .named("parameter", names: .key, value.shape) { name, input, context in
            value.decode(input, in: context).map { RouteTest.Parameter(name: name, value: $0) }
        }
    }
}
