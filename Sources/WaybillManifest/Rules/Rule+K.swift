/// K: the tests of routes.
extension Rule {
    static let groupK: [Rule] = [.failedTest, .testOfNothing, .lowCoverage, .survivingMutant, .repeatedTest]

    public static let failedTest = Rule(
        id: "K001", name: "failed-test", severity: .error,
        summary: "A request goes where a test expects it to go.", isAllowable: false,
        explanation: """
            A test says what a request must lead to, and the table says something else. Either the change that made it so \
            was not meant, and now real requests go astray, or it was meant, and the test still tells of the old days. \
            The reasons below the finding say what took the request instead, and why what was expected did not. 'waybill \
            test' says so; 'waybill check' runs no tests. A service may refuse a reload because of it.
            """,
        mend: "Mend the route, or expect what is meant now.",
        example: .failedTest)
    public static let testOfNothing = Rule(
        id: "K002", name: "test-of-nothing", severity: .error,
        summary: "Every route, module and interceptor that a test names is declared.",
        explanation: """
            A test names a route, a module or an interceptor that the set does not have. It was renamed or removed, and \
            the test was forgotten; or the name is misspelt. Such a test could never pass, and where it says what must not \
            run, it could never fail.
            """,
        mend: "Write the name as it is declared, or remove the test together with what it tested.",
        example: .testOfNothing)
    public static let lowCoverage = Rule(
        id: "K003", name: "low-coverage", severity: .error,
        summary: "The tests reach as much of the routes as the team demands.", isAllowable: false,
        explanation: """
            'waybill test --fail-under' demands that tests reach a part of all that a request can meet: each pattern of \
            each route, each interceptor where it runs and where it does not, views that show a route and views that hide \
            it, and captures with values that they take and do not take. Percentages are rounded down, so that 100 means \
            all. What no test reaches is listed, with a request that would.
            """,
        mend: "Write the tests that 'waybill test --coverage' offers, with what you expect of them.",
        example: .lowCoverage)
    public static let survivingMutant = Rule(
        id: "K004", name: "surviving-mutant", severity: .warning,
        summary: "A test fails for each mistake that some request would show.",
        explanation: """
            'waybill test --mutate' makes mistakes in the compiled table, one at a time: an interceptor does not run for a \
            route, a tag or a capture's type is gone, a priority has the other sign, a literal is another one. A mistake \
            for which no test fails can be made tomorrow, and only users will notice. What is proven to change nothing is \
            left out. Where a mistake would not matter, say why in a comment: '# waybill:allow K004 -- reason'.
            """,
        mend: "Paste the test that is offered, if it says what you want: it passes now, and fails with the mistake.",
        example: .survivingMutant)
    public static let repeatedTest = Rule(
        id: "K005", name: "repeated-test", severity: .warning,
        summary: "No two tests say the same of a request, or the opposite.",
        explanation: """
            Two tests open the same request in the same view. Where they expect the same, one of them is idle, and will be \
            forgotten when the other one changes. Where they expect different things, one of them fails, whatever the \
            routes are.
            """,
        mend: "Remove one of the two, or put what both expect into one.",
        example: .repeatedTest)
}
