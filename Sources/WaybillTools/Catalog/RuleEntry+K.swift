import WaybillManifest
import WaybillSyntax

/// K: the tests of routes.
extension RuleEntry {
    static let groupK: [RuleEntry] = [.failedTest, .testOfNothing, .lowCoverage, .survivingMutant, .repeatedTest]

    static let failedTest = RuleEntry(
        .failedTest,
        summary: "A request goes where a test expects it to go.",
        explanation: """
            A test says what a request must lead to, and the table says something else. Either the change that made it so \
            was not meant, and now real requests go astray, or it was meant, and the test still tells of the old days. \
            The reasons below the finding say what took the request instead, and why what was expected did not. 'waybill \
            test' says so; 'waybill check' runs no tests. A service may refuse a reload because of it.
            """,
        advice: "Mend the route, or expect what is meant now.",
        example: .failedTest)
    static let testOfNothing = RuleEntry(
        .testOfNothing,
        summary: "Every route, module and interceptor that a test names is declared.",
        explanation: """
            A test names a route, a module or an interceptor that the set does not have. It was renamed or removed, and \
            the test was forgotten; or the name is misspelt. Such a test could never pass, and where it says what must not \
            run, it could never fail.
            """,
        advice: "Write the name as it is declared, or remove the test together with what it tested.",
        example: .testOfNothing)
    static let lowCoverage = RuleEntry(
        .lowCoverage,
        summary: "The tests reach as much of the routes as the team demands.",
        explanation: """
            'waybill test --fail-under' demands that tests reach a part of all that a request can meet: each pattern of \
            each route, each interceptor where it runs and where it does not, views that show a route and views that hide \
            it, and captures with values that they take and do not take. Percentages are rounded down, so that 100 means \
            all. What no test reaches is listed, with a request that would.
            """,
        advice: "Write the tests that 'waybill test --coverage' offers, with what you expect of them.",
        example: .lowCoverage)
    static let survivingMutant = RuleEntry(
        .survivingMutant,
        summary: "A test fails for each mistake that some request would show.",
        explanation: """
            'waybill test --mutate' makes mistakes in the compiled table, one at a time: an interceptor does not run for a \
            route, a tag or a capture's type is gone, a priority has the other sign, a literal is another one. A mistake \
            for which no test fails can be made tomorrow, and only users will notice. What is proven to change nothing is \
            left out. Where a mistake would not matter, say why in a comment: '# waybill:allow K004 -- reason'.
            """,
        advice: "Paste the test that is offered, if it says what you want: it passes now, and fails with the mistake.",
        example: .survivingMutant)
    static let repeatedTest = RuleEntry(
        .repeatedTest,
        summary: "No two tests say the same of a request, or the opposite.",
        explanation: """
            Two tests open the same request in the same view. Where they expect the same, one of them is idle, and will be \
            forgotten when the other one changes. Where they expect different things, one of them fails, whatever the \
            routes are.
            """,
        advice: "Remove one of the two, or put what both expect into one.",
        example: .repeatedTest)
}
