import WaybillManifest

extension JSONValue {
    /// Returns the answer to a pull of diagnostics: the diagnostics, or that they are those of an earlier answer.
    static func report(of items: [JSONValue], previous: String?) -> JSONValue {
        let id = resultID(of: items)
        if id == previous { return ["kind": "unchanged", "resultId": .string(id)] }
        return ["kind": "full", "resultId": .string(id), "items": .array(items)]
    }

    /// Equal diagnostics have the same id, also after a restart of the server.
    static func resultID(of items: [JSONValue]) -> String {
        var encoder = CanonicalEncoder()
        encoder.encode(String(decoding: JSONValue.array(items).json, as: UTF8.self))
        return encoder.digest
    }
}
