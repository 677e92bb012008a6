import WaybillManifest
import WaybillRules
import WaybillSyntax

/// K: route tests.
extension RuleEntry {
    static let groupK: [RuleEntry] = [.failedTest, .testOfNothing, .lowCoverage, .survivingMutant, .repeatedTest]

    static let failedTest = RuleEntry(
        .failedTest,
        summary: "A test's request must go where the test expects.",
        explanation: """
            The test expects one result, and the table gives another. Either a change broke real requests, or the \
            change was intended and the test is out of date. The reasons below say which route took the request, and \
            why the expected one did not. Only 'waybill test' runs tests, not 'waybill check'; a service can run \
            them before each reload.
            """,
        advice: "Fix the route, or update the expectation.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", params: { id: int }, handler: showNote }
              - { id: notes.tagged, url: "/notes/:tag", handler: showTag }
            tests:
              - { open: /notes/007a, expect: { route: notes.show } }
            """,
            fixes: ["007a": "007"]))
    static let testOfNothing = RuleEntry(
        .testOfNothing,
        summary: "Every route, module and interceptor in a test must be declared.",
        explanation: """
            The test names a route, a module or an interceptor that the set does not have. It was renamed or \
            removed, or the name is misspelled. Such a test can never pass; if it expects that something does not run, \
            it can never fail.
            """,
        advice: "Correct the name, or remove the test.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: note.show } }
            """,
            fixes: ["note.show": "notes.show"]))
    static let lowCoverage = RuleEntry(
        .lowCoverage,
        summary: "Tests must cover the required share of all cases.",
        explanation: """
            'waybill test --fail-under' requires that tests cover a share of all cases: each pattern of each route, \
            each interceptor where it runs and where it does not, views that show and views that hide a route, and \
            captures with values that they accept and reject. Percentages are rounded down, so 100 means all. The \
            report lists each case that is not covered, with an example request.
            """,
        advice: "Write the tests that 'waybill test --coverage' suggests, with the result you expect.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
              - { id: notes.list, url: /notes, handler: listNotes }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
            """,
            fixes: ["} }\n": "} }\n  - { open: /notes, expect: { route: notes.list } }\n"]))
    static let survivingMutant = RuleEntry(
        .survivingMutant,
        summary: "For each change of a route that alters a request, a test should fail.",
        explanation: """
            'waybill test --mutate' changes the set, one change at a time: it removes an interceptor from a route, a \
            tag or a constraint, negates a priority, or replaces a literal. If no test fails, the same error could \
            be made tomorrow without being noticed. Changes that provably alter nothing are left out. Suppress the \
            rule with a comment where the change does not matter.
            """,
        advice: "Add the suggested test if it says what you want: it passes now and fails with the change.",
        example: RuleExample(
            """
            waybill: 1
            interceptors:
              gate: { url: /notes/*, use: checkToken }
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
            """,
            fixes: ["route: notes.show": "route: notes.show, interceptors: [gate]"]))
    static let repeatedTest = RuleEntry(
        .repeatedTest,
        summary: "Two tests should not open the same request.",
        explanation: """
            Two tests open the same request in the same view. If they expect the same, one is redundant and will be \
            forgotten when the other changes. If they expect different results, one of them always fails.
            """,
        advice: "Remove one of the two tests, or merge them.",
        example: RuleExample(
            """
            waybill: 1
            routes:
              - { id: notes.show, url: "/notes/:id", handler: showNote }
            tests:
              - { open: /notes/42, expect: { route: notes.show } }
              - { open: /notes/42, expect: unmatched }
            """,
            fixes: ["  - { open: /notes/42, expect: unmatched }\n": ""]))
}
