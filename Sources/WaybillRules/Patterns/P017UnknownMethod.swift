import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let unknownMethod = Rule("P017", "unknown-method", .warning, .set, .guessesNames)
}

extension Check<CheckContext> {
    static let methods = Check(.unknownMethod, .unreachableOverHTTP) { $0.set.checkMethods($0) }
}

extension ManifestSet {
    /// Methods that are not in the registry of HTTP methods, or that the server does not parse.
    fileprivate func checkMethods(_ context: CheckContext) -> [Diagnostic] {
        let used = routes.flatMap(\.methods) + interceptors.flatMap(\.methods) + tests.compactMap(\.method)
        return used.filter { !ordinaryMethods.contains($0.value) }.diagnostics { method in
            registeredMethods.contains(method.value) ? unparsed(method) : unknown(method, context)
        }
    }

    /// Whether a method of an interceptor is probably misspelled, so that its requests are not known.
    func hasUnknownMethod(_ interceptor: Interceptor) -> Bool {
        !interceptor.methods.allSatisfy { registeredMethods.contains($0.value) }
    }

    private func unknown(_ method: Located<String>, _ context: CheckContext) -> Diagnostic {
        let text = method.value
        let several = text.split(separator: "|").map(String.init)
        if several.count > 1, several.allSatisfy(registeredMethods.contains) {
            return Diagnostic(
                .unknownMethod, at: method.span, "'\(text)' is read as one method", suggestions: several,
                help: "write an item for each: [\(several.joined(separator: ", "))]")
        }
        if ["ANY", "ALL", "*"].contains(text) {
            return Diagnostic(
                .unknownMethod, at: method.span, "'\(text)' is read as the name of a method, not as a wildcard",
                help: "remove 'methods': without it the route answers every method")
        }
        // A method in use is not a misspelling of another one.
        let suggestions =
            text.isMethodInUse ? [] : context.names.near(text, among: registeredMethods, kind: "method")
        if suggestions.isEmpty && !text.isParsedMethod { return unparsed(method) }
        return Diagnostic(
            .unknownMethod, at: method.span, "'\(text)' is not a registered HTTP method", suggestions: suggestions,
            help: suggestions.isEmpty
                ? "list the methods in use under 'vocabulary: { methods: […] }' in '.waybill.yaml'" : nil,
            fixes: .writing(suggestions, at: method.span))
    }

    private func unparsed(_ method: Located<String>) -> Diagnostic {
        let text = method.value
        let isRenamed = text == "M-SEARCH"
        return Diagnostic(
            .unreachableOverHTTP, at: method.span,
            isRenamed
                ? "the HTTP server reads '\(text)' as 'MSEARCH', so no request has this method"
                : "the HTTP server does not parse the method '\(text)': it answers 400 before the request is routed",
            help: "use another method; over HTTP/1 the server parses only those that llhttp knows")
    }
}

/// The methods in IANA's registry.
let registeredMethods: Set<String> = [
    "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "CONNECT", "COPY", "DELETE", "GET", "HEAD", "LABEL",
    "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL", "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "OPTIONS",
    "ORDERPATCH", "PATCH", "POST", "PRI", "PROPFIND", "PROPPATCH", "PUT", "QUERY", "REBIND", "REPORT", "SEARCH",
    "TRACE", "UNBIND",
    "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL",
]

/// Those of them that the server parses.
private let ordinaryMethods = registeredMethods.filter(\.isParsedMethod)
