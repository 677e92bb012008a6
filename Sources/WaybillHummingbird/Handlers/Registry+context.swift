public import Hummingbird
public import Waybill
import WaybillTable

/// Code for an app's own request context.
extension Registry {
    /// Registers a handler that gets the app's own request context, with its type.
    ///
    ///     registry.handler("me", context: AppContext.self) { request, context in context.user }
    ///
    /// If the manifests of a server with another context name the handler, they are rejected (F013). An open that is
    /// not an HTTP request throws ``NotAnHTTPRequest``.
    public mutating func handler<Context: RequestContext, R: Sendable>(
        _ name: String, context: Context.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context) async throws -> R
    ) {
        handler(name, host: TypeName(Context.self), fileID: fileID, line: line) { request in
            try await body(request, request.context())
        }
    }

    /// Registers a handler that gets the app's own request context and its parameters decoded; see
    /// ``/Waybill/Registry/handler(_:parameters:fileID:line:_:)``.
    public mutating func handler<Context: RequestContext, Parameters: Decodable & SendableMetatype, R: Sendable>(
        _ name: String, context: Context.Type, parameters: Parameters.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context, Parameters) async throws -> R
    ) {
        handler(name, host: TypeName(Context.self), fileID: fileID, line: line, parameters: .decoded(Parameters.self)) {
            request in
            try await body(request, request.context(), request.parameters.decode(Parameters.self))
        }
    }

    /// Registers a handler that gets the app's own request context and the captures of its route; see
    /// ``/Waybill/Registry/handler(_:captures:fileID:line:_:)``.
    public mutating func handler<Context: RequestContext, Parameters: CapturedParameters, R: Sendable>(
        _ name: String, context: Context.Type, captures parameters: Parameters.Type, fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context, Parameters) async throws -> R
    ) {
        handler(
            name, host: TypeName(Context.self), fileID: fileID, line: line, parameters: .captured(Parameters.route)
        ) { request in
            try await body(request, request.context(), Parameters(request.parameters))
        }
    }

    /// Registers a handler that gets the app's own request context and its configuration; see
    /// ``/Waybill/Registry/handler(_:configuration:fileID:line:_:)``.
    public mutating func handler<Context: RequestContext, C: Decodable & Sendable, R: Sendable>(
        _ name: String, context: Context.Type, configuration: C.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context, C) async throws -> R
    ) {
        handler(name, host: TypeName(Context.self), fileID: fileID, line: line, configuration: C.self) {
            request, configuration in
            try await body(request, request.context(), configuration)
        }
    }

    /// Registers a handler that gets the app's own request context, its parameters decoded, and its configuration; see
    /// ``/Waybill/Registry/handler(_:parameters:configuration:fileID:line:_:)``.
    public mutating func handler<
        Context: RequestContext, Parameters: Decodable & SendableMetatype, C: Decodable & Sendable, R: Sendable
    >(
        _ name: String, context: Context.Type, parameters: Parameters.Type, configuration: C.Type,
        fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context, Parameters, C) async throws -> R
    ) {
        handler(
            name, host: TypeName(Context.self), fileID: fileID, line: line, parameters: .decoded(Parameters.self),
            configuration: C.self
        ) { request, configuration in
            try await body(
                request, request.context(), request.parameters.decode(Parameters.self), configuration)
        }
    }

    /// Registers a handler that gets the app's own request context, the captures of its route, and its configuration; see
    /// ``/Waybill/Registry/handler(_:captures:configuration:fileID:line:_:)``.
    public mutating func handler<
        Context: RequestContext, Parameters: CapturedParameters, C: Decodable & Sendable, R: Sendable
    >(
        _ name: String, context: Context.Type, captures parameters: Parameters.Type, configuration: C.Type,
        fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context, Parameters, C) async throws -> R
    ) {
        handler(
            name, host: TypeName(Context.self), fileID: fileID, line: line, parameters: .captured(Parameters.route),
            configuration: C.self
        ) { request, configuration in
            try await body(request, request.context(), Parameters(request.parameters), configuration)
        }
    }

    /// Registers an interceptor that gets the app's own request context, with its type.
    public mutating func interceptor<Context: RequestContext>(
        _ name: String, context: Context.Type, fileID: String = #fileID, line: Int = #line,
        _ body: @escaping @Sendable (RouteRequest, Context, borrowing Next) async throws -> Outcome
    ) {
        interceptor(name, host: TypeName(Context.self), fileID: fileID, line: line) { request, next in
            try await body(request, request.context(), next)
        }
    }
}

extension RouteRequest {
    fileprivate func context<Context: RequestContext>() throws -> Context {
        guard let context = try http.context as? Context else { throw NotAnHTTPRequest(url: originalURL.text) }
        return context
    }
}
