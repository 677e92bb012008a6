import WaybillTable

extension RoutingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidURL(let error): "'\(error.url)' is no URL: \(error.reason)"
        case .unmatched(let url, let methods): Self.unmatchedText(url, methods)
        case .redirectUnmatched(let url, let origin): "\(origin) redirects to '\(url)', which no route matches"
        case .invalidRedirect(let error, let origin): "\(origin) redirects to '\(error.url)': \(error.reason)"
        case .redirectLoop(let hops): "too many redirects: \(hops.map(\.to).joined(separator: " -> "))"
        case .rejected(let interceptor, let reason, _): "interceptor '\(interceptor)' rejects: \(reason)"
        case .timedOut(let origin, let limit): "\(origin) did not finish within \(limit)"
        case .nextCalledTwice(let interceptor): "interceptor '\(interceptor)' decided twice, or too late"
        case .emptyTagView: "a view of no tags sees nothing"
        default: makeText
        }
    }

    /// For the errors of making things.
    private var makeText: String {
        switch self {
        case .unprovided(let name, let close): "no module provides '\(name)'\(Self.hint(close))"
        case .ambiguous(let name, let modules): "several modules provide '\(name)': \(Self.list(modules))"
        case .unknownIdentifier(let name, let close): "no module has the identifier '\(name)'\(Self.hint(close))"
        case .adapterMismatch(let name, let module, let made): "module '\(module)' makes '\(made)', not '\(name)'"
        case .dependencyCycle(let path): "modules need each other: \(path.joined(separator: " -> "))"
        case .missingParameters(let names, let module):
            "module '\(module)' needs \(Self.list(names)) before it makes anything"
        case .refused(let refusal): refusal.description
        case .invalidPattern(let text, let reason): "'\(text)' is no pattern: \(reason)"
        case .unknownLane(let name, let close): "no lane '\(name)' is registered\(Self.hint(close))"
        case .laneDeadlock(let lane): "lane '\(lane)' is waited for by what it waits for"
        case .notSendable(let module): "what module '\(module)' makes is not Sendable: only 'make' may have it"
        case .asynchronous(let module): "module '\(module)' must be awaited: perform or open it instead of making it"
        case .preparationFailed(let module, let error): "what module '\(module)' made could not be prepared: \(error)"
        case .makeFailed(let module, let error): "module '\(module)' could not be made: \(error)"
        default: "routing failed"
        }
    }

    private static func unmatchedText(_ url: String, _ methods: [String]) -> String {
        methods.isEmpty
            ? "no route matches '\(url)'"
            : "no route matches '\(url)' with this method; it answers \(methods.joined(separator: ", "))"
    }

    private static func hint(_ names: [String]) -> String {
        names.isEmpty ? "" : "; did you mean \(list(names))?"
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
