import Hummingbird
public import Waybill

extension Registry {
    /// Registers an interceptor that lets pages of other origins use the routes that it matches (CORS).
    ///
    /// It answers a preflight itself, with the methods of the routes at its URL, so interceptors after it do not reject
    /// the preflight. All other responses get the headers that a browser needs, also errors and rejections. So its `order`
    /// must be lower than that of every interceptor that rejects requests.
    ///
    /// ```yaml
    /// interceptors:
    ///   cors:
    ///     url: /api/**
    ///     use: cors
    ///     order: -100
    ///     applies: everywhere
    ///     with:
    ///       origins: ["https://app.example.com"]
    /// ```
    ///
    /// | under `with:` | |
    /// |---|---|
    /// | `origins` | required: the origins whose pages may read responses, as `https://app.example.com`, or only `"*"` for every origin |
    /// | `methods` | the methods of a preflight's answer; default: those of the routes. Name them if the app's own routes answer |
    /// | `headers` | the request headers that pages may send; default: those that the preflight asks for |
    /// | `exposes` | the response headers that pages may read; default: none |
    /// | `credentials` | whether pages may send cookies and other credentials; default: false. Not with `"*"` |
    /// | `max_age` | the seconds for which a browser may keep the answer to a preflight; default: what the browser chooses |
    ///
    /// - Parameter name: The name that `use:` of the interceptor has.
    public mutating func cors(_ name: String = "cors", fileID: String = #fileID, line: Int = #line) {
        interceptor(name, configuration: CORSPolicy.self, fileID: fileID, line: line) { request, next, policy in
            guard let http = try? request.http else { return try await next(request) }
            let headers = policy.headers(for: http)
            if let answer = policy.preflight(of: request, http, headers) { return try next.answer(with: answer) }
            return try await next.response(to: request) { $0.headers.append(contentsOf: headers) }
        }
    }
}

/// What `with:` of a `cors` interceptor says.
struct CORSPolicy: Decodable, Sendable {
    private let origins: [String]
    private let methods: [String]?
    private let headers: [String]?
    private let exposes: [String]
    private let credentials: Bool
    private let maxAge: Int?

    private enum CodingKeys: String, CodingKey {
        case origins, methods, headers, exposes, credentials
        case maxAge = "max_age"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        origins = try values.decode([String].self, forKey: .origins)
        methods = try values.decodeIfPresent([String].self, forKey: .methods)
        headers = try values.decodeIfPresent([String].self, forKey: .headers)
        exposes = try values.decodeIfPresent([String].self, forKey: .exposes) ?? []
        credentials = try values.decodeIfPresent(Bool.self, forKey: .credentials) ?? false
        maxAge = try values.decodeIfPresent(Int.self, forKey: .maxAge)
        if let problem {
            throw DecodingError.dataCorruptedError(forKey: .origins, in: values, debugDescription: problem)
        }
    }

    private var isOpen: Bool { origins == ["*"] }

    private var problem: String? {
        // Without the values, which errors of binding hide.
        if isOpen { return credentials ? "list the origins: every page could act as its reader otherwise" : nil }
        if origins.allSatisfy(\.isOrigin) { return nil }
        return "an origin is like https://host or https://host:8443, in lower case; an asterisk must be alone"
    }

    /// The headers of every response to a request: what the page may read, and that a cache must not mix up origins.
    func headers(for http: HTTPExchange) -> HTTPFields {
        var fields = HTTPFields()
        if isOpen {
            fields[.accessControlAllowOrigin] = "*"
        } else {
            fields[.vary] = "Origin"
            guard let origin = http.headers[.origin], origins.contains(origin) else { return fields }
            fields[.accessControlAllowOrigin] = origin
        }
        if credentials { fields[.accessControlAllowCredentials] = "true" }
        if !exposes.isEmpty { fields[.accessControlExposeHeaders] = exposes.joined(separator: ", ") }
        return fields
    }

    /// The answer to a preflight of an origin that may read responses; `nil` for any other request, and where no route
    /// answers.
    func preflight(of request: RouteRequest, _ http: HTTPExchange, _ fields: HTTPFields) -> Response? {
        guard http.method == .options, http.headers[.origin] != nil, fields[.accessControlAllowOrigin] != nil,
            let wanted = http.headers[.accessControlRequestMethod]
        else { return nil }
        let allowed = methods ?? request.methods(and: wanted)
        guard !allowed.isEmpty else { return nil }
        var fields = fields
        fields[.accessControlExposeHeaders] = nil
        fields[.accessControlAllowMethods] = allowed.joined(separator: ", ")
        fields[.accessControlAllowHeaders] =
            headers?.joined(separator: ", ") ?? http.headers[.accessControlRequestHeaders]
        fields[.accessControlMaxAge] = maxAge.map(String.init)
        return Response(status: .noContent, headers: fields)
    }
}

extension RouteRequest {
    /// The methods of the routes at this URL, and the wanted one where a route without methods serves it.
    fileprivate func methods(and wanted: String) -> [String] {
        let isServed = HTTPRequest.Method(wanted) != nil && canOpen(method: wanted)
        return Set(allowedMethods + (isServed ? [wanted] : [])).sorted()
    }
}

extension String {
    /// Whether it is an origin as browsers write it: in lower case, without a path.
    fileprivate var isOrigin: Bool {
        guard let separator = firstRange(of: "://") else { return false }
        return self == lowercased() && !self[..<separator.lowerBound].isEmpty
            && self[separator.upperBound...].isAuthority
    }
}
