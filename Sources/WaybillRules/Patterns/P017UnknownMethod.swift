import WaybillManifest
public import WaybillSyntax

extension Rule {
    public static let unknownMethod = Rule("P017", "unknown-method", .warning, .set, .guessesNames)
}

extension Check<CheckContext> {
    static let methods = Check(.unknownMethod) { $0.set.checkMethods($0) }
}

extension ManifestSet {
    /// Methods that are not in the registry of HTTP methods.
    fileprivate func checkMethods(_ context: CheckContext) -> [Diagnostic] {
        let used = routes.flatMap(\.methods) + interceptors.flatMap(\.methods) + tests.compactMap(\.method)
        return used.filter { !registeredMethods.contains($0.value) }.diagnostics { unknown($0, context) }
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
        let suggestions = context.names.near(text, among: registeredMethods, kind: "method")
        return Diagnostic(
            .unknownMethod, at: method.span, "'\(text)' is not a registered HTTP method", suggestions: suggestions,
            help: suggestions.isEmpty
                ? "list the methods in use under 'vocabulary: { methods: […] }' in '.waybill.yaml'" : nil,
            fixes: .writing(suggestions, at: method.span))
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
