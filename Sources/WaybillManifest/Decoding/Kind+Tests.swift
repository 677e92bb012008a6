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
            let open = fields[RouteTestGrammar.open]
            let expectation = fields[RouteTestGrammar.expect]
            let method = fields[RouteTestGrammar.method]
            let tags = fields[RouteTestGrammar.tags] ?? []
            guard let open, let expectation else { return nil }
            var test = RouteTest(open: open, expectation: expectation, span: fields.slot.node.span)
            test.method = method
            test.tags = tags
            return test
        }
    }
}

extension Kind where Value == RouteTest.Expectation {
    /// One word, or what the request is expected to lead to.
    static var expectation: Kind {
        .either(
            Kind<Located<ExpectedWord>>.word(\.summary).map { word in
                switch word.value {
                case .unmatched: .unmatched
                case .invalidURL: .invalidURL
                }
            },
            .object(ExpectationGrammar.object) { fields in
                var expected = RouteTest.Expected()
                expected.route = fields[ExpectationGrammar.route]
                expected.module = fields[ExpectationGrammar.module]
                expected.handler = fields[ExpectationGrammar.handler]
                expected.redirect = fields[ExpectationGrammar.redirect]
                expected.parameters = fields[ExpectationGrammar.params] ?? []
                expected.interceptors = fields[ExpectationGrammar.interceptors]
                return .matched(expected)
            })
    }
}

private enum ExpectedWord: String, Sendable, CaseIterable {
    case unmatched
    case invalidURL = "invalid-url"

    var summary: String {
        switch self {
        case .unmatched: "No route matches it."
        case .invalidURL: "It is no URL."
        }
    }
}

extension Kind where Value == [(name: Located<String>, value: Located<String>)] {
    static var expectedParams: Kind {
        .named("parameter", names: .text, Kind<Located<String>>.anyText.shape) { name, slot, context in
            Kind<Located<String>>.anyText.decode(slot, in: context).map { (name, $0) }
        }
    }
}
