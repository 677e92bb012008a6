import Synchronization
import WaybillManifest

/// A declared protocol: finds its provider when a caller asks for a type that no registration mentions.
struct BoundProtocol: Sendable {
    var name: String
    var swiftType: String
    /// For a composed protocol: the Swift types of its parts.
    var parts: [String]
    var supply: Supply?

    /// What provides the protocol.
    enum Supply: Sendable {
        case module(BoundModule, Conversion)
        /// Several modules, and none is the default.
        case ambiguous([String])
    }

    func matches(_ type: TypeName) -> Bool {
        type.matches(swiftType) || (!parts.isEmpty && type.matches(parts.joined(separator: " & ")))
    }
}

/// A module that callers configure through a protocol of kind `configuration`.
struct BoundConfiguration: Sendable {
    var swiftType: String
    var module: BoundModule
}

/// Supplies of types that no registration mentions (adapters without code, and compositions): found by name when a type
/// is asked for the first time.
final class LateSupplies: Sendable {
    private let cache = Mutex<[ObjectIdentifier: BoundProtocol.Supply]>([:])

    subscript(id: ObjectIdentifier) -> BoundProtocol.Supply? { cache.withLock { $0[id] } }

    func add(_ supply: BoundProtocol.Supply, for id: ObjectIdentifier) -> BoundProtocol.Supply {
        cache.withLock { $0[id] = supply }
        return supply
    }
}
