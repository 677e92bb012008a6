import WaybillManifest

extension RegistryDescription {
    /// The keys that a `Decodable` type reads from a mapping.
    public struct Shape: Sendable, Hashable, Codable {
        public var type: SwiftTypeName
        /// In the order in which the type reads them.
        public var keys: [Key]
        /// Whether the type may read more than ``keys``. Then other keys are not reported.
        public var isPartial: Bool

        public init(type: SwiftTypeName, keys: [Key] = [], isPartial: Bool = false) {
            self.type = type
            self.keys = keys
            self.isPartial = isPartial
        }
    }

    /// A key of a mapping.
    public struct Key: Sendable, Hashable, Codable {
        public var name: String
        public var isRequired: Bool
        public var value: Value

        public init(name: String, isRequired: Bool, value: Value) {
            self.name = name
            self.isRequired = isRequired
            self.value = value
        }
    }

    /// The kind of a value.
    public indirect enum Value: Sendable, Hashable {
        case scalar(Scalar)
        case list(Value)
        /// A mapping with any keys.
        case map(Value)
        case object(Shape)
        /// A value whose kind could not be determined.
        case any
    }

    /// A text, a number, or true or false.
    public struct Scalar: Sendable, Hashable {
        public var kind: Kind
        /// The Swift type, such as `UInt16`.
        public var type: String
        /// All texts that are accepted; `nil` if there are others.
        public var choices: [String]?

        /// The kinds of scalars.
        public enum Kind: String, Sendable, Hashable, Codable, CaseIterable { case text, integer, number, boolean }

        public init(_ kind: Kind, type: String, choices: [String]? = nil) {
            self.kind = kind
            self.type = type
            self.choices = choices
        }
    }
}

extension RegistryDescription.Value: Codable {
    /// The other words of `kind`, besides those of scalars.
    enum Container: String, CaseIterable { case list, map, object, any }

    private enum CodingKeys: String, CodingKey { case kind, type, choices, items, keys, isPartial }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let kind = try members.decode(String.self, forKey: .kind)
        switch Container(rawValue: kind) {
        case .list: self = .list(try members.decode(Self.self, forKey: .items))
        case .map: self = .map(try members.decode(Self.self, forKey: .items))
        case .object: self = .object(try RegistryDescription.Shape(from: decoder))
        case .any: self = .any
        case nil:
            self = .scalar(
                RegistryDescription.Scalar(
                    try members.decode(RegistryDescription.Scalar.Kind.self, forKey: .kind),
                    type: try members.decode(String.self, forKey: .type),
                    choices: try members.decodeIfPresent([String].self, forKey: .choices)))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .scalar(let scalar):
            try members.encode(scalar.kind, forKey: .kind)
            try members.encode(scalar.type, forKey: .type)
            try members.encodeIfPresent(scalar.choices, forKey: .choices)
        case .list(let item), .map(let item):
            let isList = if case .list = self { true } else { false }
            try members.encode(isList ? Container.list.rawValue : Container.map.rawValue, forKey: .kind)
            try members.encode(item, forKey: .items)
        case .object(let shape):
            try members.encode(Container.object.rawValue, forKey: .kind)
            try shape.encode(to: encoder)
        case .any: try members.encode(Container.any.rawValue, forKey: .kind)
        }
    }
}
