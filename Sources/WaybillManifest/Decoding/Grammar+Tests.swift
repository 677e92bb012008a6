enum RouteTestGrammar {
    static let open = Key("open", .text, "The URL to open.", required: true)
    static let method = Key(
        "method", .method, "The request's method. Default: GET for network schemes and paths alone, else none.")
    static let tags = Key(
        "tags", .tagSet, "The tag view to open it in. Default: the plain open, which sees everything.")
    static let expect = Key(
        "expect", .expectation, "What it must lead to. What is absent is not looked at.", required: true)

    static let object = ObjectGrammar(
        "test", noun: "a test", keys: [open, method, tags, expect], titledBy: [open])
}

enum ExpectationGrammar {
    static let route = Key("route", .name, "The id of the route that serves it.")
    static let module = Key("module", .name, "The module that serves it.")
    static let handler = Key("handler", .name, "The handler that serves it.")
    static let redirect = Key("redirect", .text, "The URL that it is redirected to first.")
    static let params = Key(
        "params", .expectedParams, "Parameters with their values, of the path and the query. Others are not looked at.")
    static let interceptors = Key(
        "interceptors", .list(of: .name, mayBeEmpty: true),
        "All interceptors that run, in order, those of every hop; [] where none may run.")

    static let object = ObjectGrammar(
        "expectation", noun: "'expect'", keys: [route, module, handler, redirect, params, interceptors])
}
