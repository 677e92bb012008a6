/// The top level of a file that contains only tests: `*.test.yaml`.
package enum TestFileGrammar {
    package static let object = ObjectGrammar(
        "tests", noun: "a test file", keys: [ManifestGrammar.version, ManifestGrammar.tests])
}

enum RouteTestGrammar {
    static let name = Key(
        "name", .text, "The name of the test in reports. Default: the request.", example: "A note opens")
    static let open = Key("open", .text, "The URL to open.", required: true, example: "/notes/42")
    static let method = Key(
        "method", .method, "The request's method. Default: GET for network schemes and paths alone, else none.",
        example: "GET")
    static let tags = Key(
        "tags", .tagSet, "The tag view to open it in. Default: none, which shows everything.",
        example: ["views"])
    static let expect = Key(
        "expect", .expectation, "The expected result. Absent keys are not checked.", required: true,
        example: ["module": "note-editor", "params": ["id": 42]])

    static let object = ObjectGrammar(
        "test", noun: "a test", keys: [name, open, method, tags, expect], titledBy: [name, open])
}

enum ExpectationGrammar {
    static let route = Key("route", .name, "The id of the route that serves it.", example: "notes.show")
    static let module = Key("module", .name, "The module that serves it.", example: "note-editor")
    static let handler = Key("handler", .name, "The handler that serves it.", example: "showNote")
    static let forward = Key(
        "forward", .forwards,
        "The first URL that it is forwarded to, or the `forward` or `rewrite` that leads there; "
            + "a list for all of them, in order, [] for none.",
        example: "/notes/42")
    static let redirect = Key(
        "redirect", .expectedRedirect, "The redirect that the client gets.",
        example: ["to": "/notes/42", "status": 308])
    static let url = Key("url", .text, "The URL that it finally reaches.", example: "/notes/42")
    static let params = Key(
        "params", .expectedParams, "Expected parameters of the path and the query. Others are not checked.",
        example: ["id": 42])
    static let interceptors = Key(
        "interceptors", .expectedInterceptors,
        "All interceptors that run, in order and over all hops; [] for none. "
            + "Or a mapping: 'contains' with some that run, 'not' with some that do not.", example: ["require-login"])
    static let rejected = Key("rejected", .name, "The interceptor whose 'reject' ends it.", example: "require-login")
    static let fallback = Key(
        "fallback", .name, "The module or handler of the fallback that serves it, unmatched.", example: "notFound")

    static let object = ObjectGrammar(
        "expectation", noun: "'expect'",
        keys: [route, module, handler, forward, redirect, url, params, interceptors, rejected, fallback])
}

enum ExpectedRedirectGrammar {
    static let to = Key(
        "to", .text, "The URL that the client is redirected to, or the `to` of that redirect.",
        required: true, example: "/notes/42")
    static let status = Key("status", .redirectStatus, "The expected status. Default: any.", example: 308)

    static let object = ObjectGrammar("expectedRedirect", noun: "'redirect'", keys: [to, status])
}

enum ExpectedInterceptorsGrammar {
    static let contains = Key(
        "contains", .set(of: .name), "Interceptors that run, among others and in any order.", example: ["require-login"]
    )
    static let not = Key("not", .set(of: .name), "Interceptors that do not run.", example: ["rate-limit"])

    static let object = ObjectGrammar("expectedInterceptors", noun: "'interceptors'", keys: [contains, not])
}
