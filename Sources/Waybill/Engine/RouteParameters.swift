import WaybillManifest
import WaybillTable

/// The parameters of a request, in one view and by where they come from.
///
/// ```swift
/// let id = try request.parameters.require("id", as: UUID.self)
/// let page = try request.parameters.get("page", as: Int.self) ?? 1
/// ```
///
/// A name is looked for in this order: what interceptors and factories set, what the route's pattern captured, the query (the last
/// of a repeated key), and after a redirect the parameters before it, everybody who set them. So a client can send anything in the
/// query: what a decision depends on belongs in a value of the request, see ``RouteRequest/subscript(_:)-(Value.Type)``, or is read from
/// ``path``.
///
/// A value of two words: nothing is read before it is asked for. Use it from any thread.
public struct RouteParameters: Sendable {
    private let leg: WalkLeg
    /// What was changed since the URL was reached; `nil` for what was removed.
    private(set) var changes: [String: String?]

    init(_ leg: WalkLeg, changes: [String: String?] = [:]) {
        self.leg = leg
        self.changes = changes
    }

    /// The parameter of this name; `nil` if there is none. Setting it does not change the URL.
    public subscript(name: String) -> String? {
        get { changes[name] ?? leg.parameter(name) }
        set { changes[name] = .some(newValue) }
    }

    /// All of them, in one flat view.
    public var all: [String: String] {
        var all = leg.parameters
        for (name, value) in changes { all[name] = value }
        return all
    }

    // MARK: By where they come from

    /// What the pattern of the route captured.
    public var path: [String: String] { leg.routeMatch?.captures.asDictionary ?? [:] }

    /// The URL's query, of a repeated key the last value. ``RouteRequest/query`` has them all.
    public var query: [String: String] {
        Dictionary(leg.url.queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// What interceptors and callers set.
    public var overrides: [String: String] {
        var overrides = leg.overrides
        for (name, value) in changes { overrides[name] = value }
        return overrides
    }

    // MARK: As values

    // A type may be several of what follows. Then `Decodable` counts, and of the others what reads the whole text: the overloads that
    // are disfavored never make a call ambiguous.

    /// A parameter as a value: a number, a `UUID`, an enumeration with raw values, whatever can be decoded from text.
    ///
    /// - Returns: `nil` if there is none of this name.
    /// - Throws: ``InvalidParameter`` if it is not such a value; over HTTP that is 400.
    public func get<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? {
        try read(name) { try? Value(from: ParameterDecoder.value($0, of: name)) }
    }

    /// A parameter as a value that is read from text.
    @_disfavoredOverload
    public func get<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? {
        try read(name, Value.init)
    }

    /// A parameter as a value whose raw value is read from text.
    @_disfavoredOverload
    public func get<Value: RawRepresentable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? where Value.RawValue: LosslessStringConvertible {
        try read(name) { Value.RawValue($0).flatMap(Value.init) }
    }

    /// A parameter as a value that is read from text, and not from its raw value's.
    @_disfavoredOverload
    public func get<Value: RawRepresentable & LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value? where Value.RawValue: LosslessStringConvertible {
        try read(name, Value.init)
    }

    /// A parameter as a value that must be there.
    ///
    /// - Throws: ``InvalidParameter`` if there is none, or if it is not such a value; over HTTP that is 400.
    public func require<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value {
        try required(name, get(name, as: type))
    }

    /// A parameter that must be there, as a value that is read from text.
    @_disfavoredOverload
    public func require<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value {
        try required(name, get(name, as: type))
    }

    /// A parameter that must be there, as a value whose raw value is read from text.
    @_disfavoredOverload
    public func require<Value: RawRepresentable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value where Value.RawValue: LosslessStringConvertible {
        try required(name, get(name, as: type))
    }

    /// A parameter that must be there, as a value that is read from text, and not from its raw value's.
    @_disfavoredOverload
    public func require<Value: RawRepresentable & LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value where Value.RawValue: LosslessStringConvertible {
        try required(name, get(name, as: type))
    }

    /// A parameter that must be there, as one of the cases of an enumeration whose raw values are compared as `params:` compares
    /// lists in manifests that say `case_sensitive: false`: ASCII letters fold.
    public func require<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, foldingCaseOf type: Value.Type = Value.self
    ) throws(InvalidParameter) -> Value {
        try required(name, get(name, foldingCaseOf: type))
    }

    /// A parameter as such a case; `nil` if there is none of this name.
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

    /// All parameters that a type asks for, as a value of this type.
    ///
    /// - Throws: ``InvalidParameter`` for the first that is missing, or is not what the type says.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(InvalidParameter) -> Value {
        do {
            return try Value(from: ParameterDecoder { self[$0] })
        } catch let error as InvalidParameter {
            throw error
        } catch {
            // The type's own initializer refuses what it has read.
            throw InvalidParameter(name: "\(Value.self)", text: "\(error)", type: "\(Value.self)")
        }
    }
}

/// A parameter is missing, or is not what was asked for. `WaybillHummingbird` answers it with status 400.
public struct InvalidParameter: ExpectedError, Sendable, Hashable, CustomStringConvertible {
    public let name: String
    /// What the request has; `nil` if there is no such parameter.
    public let text: String?
    /// The name of the type that was asked for.
    public let type: String

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
