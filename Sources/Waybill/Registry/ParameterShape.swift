import WaybillSyntax

/// The parameters that a type reads when it is decoded from the captures of a route, as far as they can be determined
/// without a request: their names and types, and whether they are required.
package struct ParameterShape {
    /// In the order of reading. Optional parameters are known only if the route captures them.
    let fields: [Field]

    struct Field {
        let name: String
        /// A type of parameters, and a text from which it can be read.
        let type: any Decodable.Type
        let sample: String?
        var isRequired: Bool

        func reads(_ text: String) -> Bool { Self.reads(type, text, of: name) }

        fileprivate static func reads(_ type: any Decodable.Type, _ text: String, of name: String) -> Bool {
            (try? type.init(from: ParameterDecoder.value(text, of: name))) != nil
        }
    }

    /// Decodes the type from samples, and again without each of them: a parameter is optional if the type can be
    /// decoded without it. A parameter without a sample ends the search.
    ///
    /// - Parameter captures: By the name of a capture, some of its values.
    package init<Parameters: Decodable>(of type: Parameters.Type, from captures: [String: [String]]) {
        var read: [Field] = []
        var optional: Set<String> = []
        var decoder = ParameterDecoder { name in read.last.flatMap { $0.name == name ? $0.sample : nil } }
        decoder.isPresent = { name in
            optional.insert(name)
            return captures[name] != nil
        }
        decoder.noteRead = { name, type in
            let sample = Self.sample(of: type, name, captures[name] ?? [])
            read.append(Field(name: name, type: type, sample: sample, isRequired: !optional.contains(name)))
        }
        let isWhole = (try? Parameters(from: decoder)) != nil
        let samples = Dictionary(firstOf: read.map { ($0.name, $0.sample) })
        fields = read.map { field in
            let others = ParameterDecoder { $0 == field.name ? nil : samples[$0] ?? nil }
            var field = field
            if isWhole, (try? Parameters(from: others)) != nil { field.isRequired = false }
            return field
        }
    }

    private static func sample(of type: any Decodable.Type, _ name: String, _ captured: [String]) -> String? {
        let texts = ["1", "true", "a", "00000000-0000-0000-0000-000000000000", "2000-01-01", "2000-01-01T00:00:00Z"]
        return (captured + texts + cases(of: type).prefix(1)).first { Field.reads(type, $0, of: name) }
    }

    /// The texts of an enumeration's cases, if it has any.
    static func cases(of type: any Any.Type) -> [String] {
        guard let type = type as? any CaseIterable.Type else { return [] }
        func texts<Cases: CaseIterable>(_ type: Cases.Type) -> [String] {
            type.allCases.compactMap { ($0 as? any RawRepresentable).map { "\($0.rawValue)" } }
        }
        return texts(type)
    }
}
