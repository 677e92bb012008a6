/// The configuration of a perform: preparations, handlers and what the route keeps.
///
/// It is a value type: a route keeps a copy that is not changed afterwards. Its closures run in the task of the
/// perform, each once in a call unless said otherwise.
public struct PerformConfiguration<Destination: Sendable>: Sendable {
    var preparations: [@Sendable (inout Destination) async throws -> Void] = []
    var success: (@Sendable (Destination) async -> Void)?
    var failure: (@Sendable (any Error) async -> Void)?
    var completion: (@Sendable (Result<Destination, any Error>) async -> Void)?
    /// Anything that belongs to the route while it is routed; released when it is removed.
    public var userInfo: [String: any Sendable] = [:]
    /// Whether the route keeps its destination alive. Otherwise it holds a class weakly; it always keeps a value.
    public var retainsDestination = false
    /// How the route is removed, unless `remove` says otherwise.
    public var removal = RemoveConfiguration<Destination>()

    /// Creates a configuration without preparations and handlers, which keeps the destination weakly.
    public init() {}

    /// Runs on the object before the module's own hooks. May be called more than once; make it idempotent.
    public mutating func prepare(_ body: @escaping @Sendable (inout Destination) async throws -> Void) {
        preparations.append(body)
    }

    /// Is called when the object is presented and its route is routed, with the object. A repeated call replaces the
    /// earlier handler.
    public mutating func onSuccess(_ body: @escaping @Sendable (Destination) async -> Void) { success = body }

    /// Is called for every failure, also a refusal, before the error is thrown to the caller. A repeated call replaces
    /// the earlier handler.
    public mutating func onFailure(_ body: @escaping @Sendable (any Error) async -> Void) { failure = body }

    /// Is called after `onSuccess` or `onFailure`, with the object or the error. A repeated call replaces the earlier
    /// handler.
    public mutating func onCompletion(
        _ body: @escaping @Sendable (Result<Destination, any Error>) async -> Void
    ) { completion = body }
}

/// The configuration of a removal: a preparation and handlers. A value; its closures run in the task of the removal.
public struct RemoveConfiguration<Destination: Sendable>: Sendable {
    var preparation: (@Sendable (Destination) async throws -> Void)?
    var success: (@Sendable () async -> Void)?
    var failure: (@Sendable (any Error) async -> Void)?
    var completion: (@Sendable (Result<Void, any Error>) async -> Void)?

    /// Creates a configuration without a preparation and handlers.
    public init() {}

    /// Runs on the object before it is removed. A repeated call replaces the earlier preparation or handler.
    public mutating func prepare(_ body: @escaping @Sendable (Destination) async throws -> Void) { preparation = body }

    /// Is called when the object is removed. A repeated call replaces the earlier handler.
    public mutating func onSuccess(_ body: @escaping @Sendable () async -> Void) { success = body }

    /// Is called for every failure, also a refusal, before the error is thrown to the caller. A repeated call replaces
    /// the earlier handler.
    public mutating func onFailure(_ body: @escaping @Sendable (any Error) async -> Void) { failure = body }

    /// Is called after `onSuccess` or `onFailure`. A repeated call replaces the earlier handler.
    public mutating func onCompletion(_ body: @escaping @Sendable (Result<Void, any Error>) async -> Void) {
        completion = body
    }
}

extension PerformConfiguration {
    /// The configuration for destinations as `any Sendable`. The passed value is always a `Destination`.
    var erased: PerformConfiguration<any Sendable> {
        var result = PerformConfiguration<any Sendable>()
        result.preparations = preparations.map { prepare in
            { value in
                guard var typed = value as? Destination else { return }
                try await prepare(&typed)
                value = typed
            }
        }
        if let success {
            result.success = { if let typed = $0 as? Destination { await success(typed) } }
        }
        result.failure = failure
        if let completion {
            result.completion = { result in
                switch result {
                case .success(let value): if let typed = value as? Destination { await completion(.success(typed)) }
                case .failure(let error): await completion(.failure(error))
                }
            }
        }
        result.userInfo = userInfo
        result.retainsDestination = retainsDestination
        result.removal = removal.erased
        return result
    }
}

extension RemoveConfiguration {
    var erased: RemoveConfiguration<any Sendable> {
        var result = RemoveConfiguration<any Sendable>()
        if let preparation {
            result.preparation = { if let typed = $0 as? Destination { try await preparation(typed) } }
        }
        result.success = success
        result.failure = failure
        result.completion = completion
        return result
    }

    /// Returns the configuration with the settings of `later`, which take precedence.
    func overlaid(by later: Self) -> Self {
        var result = self
        result.preparation = later.preparation ?? preparation
        result.success = later.success ?? success
        result.failure = later.failure ?? failure
        result.completion = later.completion ?? completion
        return result
    }
}
