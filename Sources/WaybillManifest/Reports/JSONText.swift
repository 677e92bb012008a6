#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The one way in which reports become JSON: keys sorted, so that two runs can be compared.
package enum JSONText {
    /// Over many lines, for people who look into the file.
    package static func encode(_ value: some Encodable) -> String {
        text(of: value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// On one line.
    package static func line(_ value: some Encodable) -> String {
        text(of: value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func text(of value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        // Reports hold nothing that cannot be encoded: texts, integers, arrays and dictionaries.
        guard let data = try? encoder.encode(value) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
