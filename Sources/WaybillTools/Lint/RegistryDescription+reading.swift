import WaybillManifest
public import WaybillRules

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension RegistryDescription {
    /// Reads the JSON of a description.
    ///
    /// - Throws: The reason why it is not valid.
    public init(json bytes: [UInt8]) throws(UnreadableRegistry) {
        struct Head: Decodable { var version: Int }
        let data = Data(bytes)
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
            throw UnreadableRegistry(message: "is not the registry of a service")
        }
        guard head.version == Self.currentVersion else {
            throw UnreadableRegistry(
                message: "has version \(head.version), and this command reads version \(Self.currentVersion)")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw UnreadableRegistry(message: "is broken: \(Self.words(error))")
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath)) has a value that is not expected there"
        default: "\(error)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        "'" + path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".") + "'"
    }
}

/// The reason why a file is not a usable registry: the end of a sentence that begins with its path.
public struct UnreadableRegistry: Error, Hashable, Sendable {
    public var message: String
}
