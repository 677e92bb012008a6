import WaybillManifest
import WaybillRules

/// A JSON object whose absent members are `null`.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [(String, any Encodable)]
    /// The values whose members are among those of this object.
    private var merged: [any Encodable] = []

    package init(dictionaryLiteral members: (String, any Encodable)...) { self.members = members }

    /// Adds a member only if it has a value.
    package mutating func addIfPresent(_ name: String, _ value: (some Encodable)?) {
        if let value { members.append((name, value)) }
    }

    /// Returns an object that also has the members of another value, such as a place.
    package func merging(_ other: any Encodable) -> JSONObject {
        var object = self
        object.merged.append(other)
        return object
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NodeKey.self)
        for (name, value) in members { try container.encode(value, forKey: .name(name)) }
        for other in merged { try other.encode(to: encoder) }
    }
}
