import WaybillManifest

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The only encoder of JSON. Keys are sorted, so that two runs can be compared.
package enum JSONText {
    /// Encodes on several lines, for people.
    package static func encode(_ value: some Encodable) -> String {
        text(of: value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// Encodes on one line.
    package static func line(_ value: some Encodable) -> String {
        text(of: value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Encodes on one line, without a line end.
    package static func bytes(_ value: some Encodable) throws -> [UInt8] {
        Array(try data(of: value, [.sortedKeys, .withoutEscapingSlashes]))
    }

    private static func text(of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
        // Reports contain only texts, finite numbers, arrays and dictionaries, which can always be encoded.
        guard let data = try? data(of: value, formatting) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private static func data(of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return try encoder.encode(value)
    }
}
