import WaybillManifest
import WaybillSyntax
import WaybillTable

extension RoutingError: CustomStringConvertible {
    /// The problem in one line. URLs are without their queries and fragments, which may contain secrets.
    public var description: String {
        switch self {
        case .invalidURL(let error): "'\(Self.shown(error.url))' is not a URL: \(error.reason)"
        case .unmatched(let url, let methods): Self.unmatchedText(url, methods)
        case .redirectUnmatched(let url, let origin):
            "\(origin) redirects to '\(Self.shown(url))', which no route matches"
        case .invalidRedirect(let error, let origin):
            "\(origin) redirects to '\(Self.shown(error.url))': \(error.reason)"
        case .redirectLoop(let hops): "too many redirects: \(hops.map { Self.shown($0.to) }.joined(separator: " -> "))"
        case .rejected(let interceptor, let reason, _): "interceptor '\(interceptor)' rejects: \(reason)"
        case .timedOut(let origin, let limit): "\(origin) did not finish within \(limit)"
        case .nextCalledTwice(let interceptor):
            "interceptor '\(interceptor)' called `next` twice, or after it returned"
        case .destinationMismatch(let url, let expected, let actual):
            "'\(Self.shown(url))' leads to \(actual), not to \(expected)"
        case .emptyTagView: "a tag view without tags has no routes"
        case .unprovided(let name, let close): "no module provides '\(name)'\(didYouMeanClause(close))"
        case .ambiguous(let name, let modules):
            "several modules provide '\(name)', and none is its default: \(Self.list(modules))"
        case .unknownIdentifier(let name, let close): "no module has the identifier '\(name)'\(didYouMeanClause(close))"
        case .adapterMismatch(let name, let module, let made): "module '\(module)' makes '\(made)', not '\(name)'"
        case .dependencyCycle(let path): "dependency cycle: \(path.joined(separator: " -> "))"
        case .missingParameters(let names, let module):
            "module '\(module)' requires \(Self.list(names)) before it is made"
        case .notConfigurable(let module):
            "a caller cannot configure module '\(module)', because all callers get the same object: write the values "
                + "under its 'with:', or make its scope transient"
        case .invalidPattern(let text, let reason): "'\(text)' is not a valid pattern: \(reason)"
        case .invalidAddition(let reason): "invalid route or interceptor: \(reason)"
        case .unknownLane(let name, let close): "no lane '\(name)' is registered\(didYouMeanClause(close))"
        case .laneDeadlock(let lane): Self.deadlockText(lane)
        case .laneFull(let lane, let limit): "lane '\(lane)' is full: \(limit) opens are already waiting"
        case .notSendable(let module):
            "module '\(module)' makes something that is not Sendable: only 'make' can return it"
        case .asynchronous(let module): "module '\(module)' must be awaited: open a route to it instead of making it"
        case .preparationFailed(let module, let error): "the caller could not prepare module '\(module)': \(error)"
        case .makeFailed(let module, let error): "module '\(module)' could not be made: \(error)"
        }
    }

    private static func unmatchedText(_ url: String, _ methods: [String]) -> String {
        methods.isEmpty
            ? "no route matches '\(shown(url))'"
            : "no route matches '\(shown(url))' with this method; allowed methods: \(methods.joined(separator: ", "))"
    }

    private static func deadlockText(_ lane: String) -> String {
        "deadlock: lane '\(lane)' becomes free only after this open; open in a `Task { }` that the lane's work does not "
            + "await (a child task is on the lane of its parent)"
    }

    private static func shown(_ url: String) -> String {
        String(url.prefix { $0 != "?" && $0 != "#" }).safeOnScreen
    }

    private static func list(_ names: [String]) -> String {
        names.map { "'\($0)'" }.joined(separator: ", ")
    }
}
