/// What a type reads when it is decoded from parameters, as far as it can be found out without a request: which parameters must be
/// there, and as what.
package struct ParameterShape {
    /// The parameters that must be there, in the order of reading.
    let required: [Field]

    struct Field {
        let name: String
        /// A type of parameters, and a text that it is read from.
        let type: any Decodable.Type
        let sample: String?

        func reads(_ text: String) -> Bool { Self.reads(type, text, of: name) }

        fileprivate static func reads(_ type: any Decodable.Type, _ text: String, of name: String) -> Bool {
            (try? type.init(from: ParameterDecoder.value(text, of: name))) != nil
        }
    }

    /// Decodes the type from samples. What has none ends the search: what it reads behind that is left to the requests.
    package init<Parameters: Decodable>(of type: Parameters.Type) {
        var required: [Field] = []
        var decoder = ParameterDecoder { name in required.last.flatMap { $0.name == name ? $0.sample : nil } }
        decoder.noteRequired = { name, type in
            let sample = Self.sample(of: type, name)
            required.append(Field(name: name, type: type, sample: sample))
        }
        _ = try? Parameters(from: decoder)
        self.required = required
    }

    private static func sample(of type: any Decodable.Type, _ name: String) -> String? {
        let texts = ["1", "true", "a", "00000000-0000-0000-0000-000000000000", "2000-01-01", "2000-01-01T00:00:00Z"]
        return (texts + cases(of: type)).first { Field.reads(type, $0, of: name) }
    }

    private static func cases(of type: any Any.Type) -> [String] {
        guard let type = type as? any CaseIterable.Type else { return [] }
        func texts<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
            type.allCases.prefix(1).compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        }
        return texts(type)
    }
}
