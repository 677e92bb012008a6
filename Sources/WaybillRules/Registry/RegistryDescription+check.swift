import WaybillManifest
import WaybillSyntax

extension RegistryDescription.Shape {
    /// Reads a mapping as the described type does, and fails where that type would fail.
    func check(_ decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: NodeKey.self)
        for key in keys {
            let name = NodeKey.name(key.name)
            guard try key.isRequired || members.contains(name) && !members.decodeNil(forKey: name) else { continue }
            try key.value.check(members.superDecoder(forKey: name))
        }
        // A type that asks for all keys accepts all of them.
        if isPartial { _ = members.allKeys }
    }
}

extension RegistryDescription.Value {
    fileprivate func check(_ decoder: any Decoder) throws {
        // The value of a variable in the service's environment is not known here.
        if let node = decoder.manifestNode, node.holdsVariable { return }
        switch self {
        case .any: break
        case .scalar(let scalar): try scalar.check(decoder)
        case .list(let item):
            var items = try decoder.unkeyedContainer()
            while !items.isAtEnd { try item.check(items.superDecoder()) }
        case .map(let item):
            let members = try decoder.container(keyedBy: NodeKey.self)
            for key in members.allKeys { try item.check(members.superDecoder(forKey: key)) }
        case .object(let shape): try shape.check(decoder)
        }
    }
}

extension RegistryDescription.Scalar {
    fileprivate func check(_ decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        switch kind {
        case .boolean: _ = try value.decode(Bool.self)
        case .number where type == "Float": _ = try value.decode(Float.self)
        case .number: _ = try value.decode(Double.self)
        case .integer:
            func read<Number: Decodable>(_ type: Number.Type) throws { _ = try value.decode(type) }
            try read(integerType)
        case .text:
            let text = try value.decode(String.self)
            guard let choices, !choices.contains(text) else { return }
            // This is the message of Swift for an enumeration.
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "Cannot initialize \(type) from invalid String value \(text)"))
        }
    }

    private var integerType: any (FixedWidthInteger & Decodable).Type {
        let types: [any (FixedWidthInteger & Decodable).Type] = [
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self,
        ]
        return types.first { "\($0)" == type } ?? Int64.self
    }

    /// Whether the text of a parameter can be read as this type.
    func reads(_ text: String) -> Bool {
        func isRead<Number: FixedWidthInteger>(_ type: Number.Type) -> Bool { Number(text) != nil }
        return switch kind {
        case .boolean: Bool(text) != nil
        case .number: Double(text) != nil
        case .integer: isRead(integerType)
        case .text: choices?.contains(text) ?? true
        }
    }

    /// A text that can be read as this type; `nil` if none is known.
    var sample: String? {
        switch kind {
        case .boolean: "true"
        case .number, .integer: "1"
        case .text: choices.map(\.first) ?? (type == "String" ? "a" : nil)
        }
    }
}
