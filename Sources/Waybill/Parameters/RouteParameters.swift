import WaybillManifest
import WaybillTable

/// The parameters of a request, in one view and by origin.
///
/// ```swift
/// let id = try request.parameters.require("id", as: UUID.self)
/// let page = try request.parameters.get("page", as: Int.self) ?? 1
/// ```
///
/// A name is looked up in this order: values that interceptors and factories set, captures of the route's pattern, the
/// query (the last of a repeated key), and after a redirect the parameters before it. A client can send anything in the
/// query. So if a decision depends on a value, store it in the request, see
/// ``RouteRequest/subscript(_:)-(Value.Type)``, or read it from ``path``.
///
/// Nothing is read in advance. It does not hold a generation. Use it from any thread.
public struct RouteParameters: Sendable {
    /// Its numbers of routes and interceptors are valid only on its own generation, and are not read here.
    let visit: URLVisit
    /// The pattern of the visit's route; `nil` if no route matches.
    let pattern: Pattern?
    /// The changes since the URL was reached; `nil` for removed parameters.
    private(set) var changes: [String: String?]

    init(_ visit: URLVisit, by pattern: Pattern?, changes: [String: String?] = [:]) {
        self.visit = visit
        self.pattern = pattern
        self.changes = changes
    }

    /// Returns the same with other changes.
    func with(_ changes: [String: String?]) -> RouteParameters {
        RouteParameters(visit, by: pattern, changes: changes)
    }

    private var captures: Captures? { pattern.map(visit.captures) }

    /// The parameter of this name; `nil` if there is none. Setting it does not change the URL.
    public subscript(name: String) -> String? {
        get { changes[name] ?? visit.parameter(name, with: captures) }
        set { changes[name] = .some(newValue) }
    }

    /// All parameters, in one flat view.
    public var all: [String: String] {
        var all = visit.parameters(with: captures)
        for (name, value) in changes { all[name] = value }
        return all
    }

    // MARK: By where they come from

    /// The captures of the route's pattern.
    public var path: [String: String] { captures?.asDictionary ?? [:] }

    /// The URL's query; the last value of a repeated key. ``RouteRequest/query`` has all values.
    public var query: [String: String] {
        Dictionary(visit.url.queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// The parameters that interceptors and callers set.
    public var overrides: [String: String] {
        var overrides = visit.overrides
        for (name, value) in changes { overrides[name] = value }
        return overrides
    }

    // MARK: As values

    // A type may be several of these. Then `Decodable` takes precedence, and among the others the one that reads the
    // whole text. The disfavored overloads keep calls unambiguous.

    /// A parameter as a value: a number, a `UUID`, an enumeration with raw values, or another type that is decoded from
    /// text.
    ///
    /// - Returns: `nil` if there is no parameter with this name.
    /// - Throws: ``InvalidParameter`` if it cannot be decoded; over HTTP that is 400.
    public func get<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? {
        try read(name) { try? Value(from: ParameterDecoder.value($0, of: name)) }
    }

    /// A parameter as a value that is read from text.
    ///
    /// - Throws: ``InvalidParameter`` if it cannot be decoded.
    @_disfavoredOverload
    public func get<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? {
        try read(name, Value.init)
    }

    /// A parameter as a value whose raw value is read from text.
    ///
    /// - Throws: ``InvalidParameter`` if it cannot be decoded.
    @_disfavoredOverload
    public func get<Value: RawRepresentable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? where Value.RawValue: LosslessStringConvertible {
        try read(name) { Value.RawValue($0).flatMap(Value.init) }
    }

    /// A parameter as a value that is read from text, and not by its raw value.
    ///
    /// - Throws: ``InvalidParameter`` if it cannot be decoded.
    @_disfavoredOverload
    public func get<Value: RawRepresentable & LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? where Value.RawValue: LosslessStringConvertible {
        try read(name, Value.init)
    }

    /// A required parameter as a value.
    ///
    /// - Throws: ``InvalidParameter`` if it is missing or cannot be decoded; over HTTP that is 400.
    public func require<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value {
        try required(name, get(name, as: type))
    }

    /// A required parameter as a value that is read from text.
    ///
    /// - Throws: ``InvalidParameter`` if it is missing or cannot be decoded.
    @_disfavoredOverload
    public func require<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value {
        try required(name, get(name, as: type))
    }

    /// A required parameter as a value whose raw value is read from text.
    ///
    /// - Throws: ``InvalidParameter`` if it is missing or cannot be decoded.
    @_disfavoredOverload
    public func require<Value: RawRepresentable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value where Value.RawValue: LosslessStringConvertible {
        try required(name, get(name, as: type))
    }

    /// A required parameter as a value that is read from text, and not by its raw value.
    ///
    /// - Throws: ``InvalidParameter`` if it is missing or cannot be decoded.
    @_disfavoredOverload
    public func require<Value: RawRepresentable & LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value where Value.RawValue: LosslessStringConvertible {
        try required(name, get(name, as: type))
    }

    /// A required parameter as a case of an enumeration. The raw values are compared without case for ASCII letters, as
    /// lists in `params:` are in manifests with `case_sensitive: false`.
    ///
    /// - Throws: ``InvalidParameter`` if it is missing or cannot be decoded.
    public func require<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, foldingCaseOf type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value {
        try required(name, get(name, foldingCaseOf: type))
    }

    /// A parameter as such a case; `nil` if there is no parameter with this name.
    ///
    /// - Throws: ``InvalidParameter`` if it cannot be decoded.
    public func get<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, foldingCaseOf type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? {
        try read(name) { text in
            let folded = ASCII.lowercased(text.utf8)
            return Value.allCases.first { ASCII.lowercased($0.rawValue.utf8) == folded }
        }
    }

    private func read<Value>(_ name: String, _ value: (String) -> Value?) throws(InvalidParameter) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = value(text) else {
            throw InvalidParameter(name: name, text: text, type: "\(Value.self)")
        }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(InvalidParameter) -> Value {
        guard let value else { throw InvalidParameter(name: name, text: nil, type: "\(Value.self)") }
        return value
    }

    /// All parameters that a type needs, decoded into a value of this type.
    ///
    /// - Throws: ``InvalidParameter`` for the first parameter that is missing or cannot be decoded.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(InvalidParameter) -> Value {
        do {
            return try Value(from: ParameterDecoder { self[$0] })
        } catch let error as InvalidParameter {
            throw error
        } catch {
            // The type's own initializer rejects what it has read.
            throw InvalidParameter(name: "\(Value.self)", text: "\(error)", type: "\(Value.self)")
        }
    }
}

/// A parameter is missing or cannot be decoded. `WaybillHummingbird` answers it with status 400.
public struct InvalidParameter: ExpectedError, Sendable, Hashable, CustomStringConvertible {
    /// The name of the parameter; the name of the type if its own initializer rejects what it has read.
    public let name: String
    /// The text in the request, or the error of the type's own initializer; `nil` if there is no such parameter.
    public let text: String?
    /// The name of the expected type.
    public let type: String

    /// Creates an error for a parameter: its name, its text if it has one, and the name of the expected type.
    public init(name: String, text: String?, type: String) {
        self.name = name
        self.text = text
        self.type = type
    }

    public var description: String {
        guard let text else { return "parameter '\(name)' is missing" }
        return "parameter '\(name)' is not of type \(type): '\(text)'"
    }
}

/// The captures of a route's requests as a value: a generated structure, for example `Routes.NotesShow.Parameters`.
///
/// Register a handler for it with ``Registry/handler(_:captures:fileID:line:_:)``; see <doc:RouteBuilders>.
public protocol CapturedParameters: Sendable {
    /// The route that it was generated for.
    static var route: DeclaredRoute { get }

    /// Reads it.
    ///
    /// - Throws: ``InvalidParameter`` for the first that is missing, or is not what its type says.
    init(_ parameters: RouteParameters) throws(InvalidParameter)
}
