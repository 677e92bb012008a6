/// A message of JSON-RPC 2.0.
enum Message {
    case request(id: JSONValue, method: String, params: JSONValue)
    case notification(method: String, params: JSONValue)
    /// The answer to a request of the server. Its result does not matter.
    case response(id: JSONValue)
    /// Something else, with its id, if it has one.
    case invalid(id: JSONValue)

    init(_ value: JSONValue) {
        let id = value["id"].flatMap { $0.isID ? $0 : nil }
        let params = value["params"] ?? .null
        if let method = value["method"]?.string {
            if let id {
                self = .request(id: id, method: method, params: params)
            } else {
                self = value.hasMember("id") ? .invalid(id: .null) : .notification(method: method, params: params)
            }
        } else if let id, value["result"] != nil || value["error"] != nil || value.hasMember("result") {
            self = .response(id: id)
        } else {
            self = .invalid(id: id ?? .null)
        }
    }
}

extension JSONValue {
    /// Whether it can be the id of a request: a text, or a number that every client reads as it is written.
    fileprivate var isID: Bool {
        switch self {
        case .string, .integer: true
        case .number(let number): number.magnitude <= 0x1p53
        default: false
        }
    }

    fileprivate func hasMember(_ name: String) -> Bool {
        if case .object(let members) = self { members[name] != nil } else { false }
    }

    static func request(_ id: Int, _ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
    }

    static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
        ["jsonrpc": "2.0", "method": .string(method), "params": params]
    }

    static func response(_ id: JSONValue, _ result: Result<JSONValue, ResponseError>) -> JSONValue {
        switch result {
        case .success(let result): return ["jsonrpc": "2.0", "id": id, "result": result]
        case .failure(let error):
            let body: JSONValue = ["code": .integer(error.code.rawValue), "message": .string(error.message)]
            return ["jsonrpc": "2.0", "id": id, "error": body.with("data", error.data)]
        }
    }
}

/// The reason why a request has no result.
struct ResponseError: Error, Hashable {
    var code: Code
    var message: String
    var data: JSONValue?

    init(_ code: Code, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    enum Code: Int {
        case parseError = -32700
        case invalidRequest = -32600
        case methodNotFound = -32601
        case invalidParams = -32602
        case serverNotInitialized = -32002
        case requestFailed = -32803
        case contentModified = -32801
        case requestCancelled = -32800
        /// Of the Model Context Protocol.
        case unsupportedVersion = -32022
    }
}
