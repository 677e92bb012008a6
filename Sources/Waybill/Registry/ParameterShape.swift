import WaybillTable

/// What a type reads of the captures of a route, as far as it is known without a request: which parameters, as what, and whether
/// they must be there.
package struct ParameterShape {
    /// In the order of reading. Of what need not be there only those are known that the route captures.
    let fields: [Field]

    struct Field {
        let name: String
        let reading: Reading
        var isRequired: Bool

        enum Reading {
            /// A type of parameters, and a text that it is read from.
            case decoded(any Decodable.Type, sample: String?)
            /// The values that a generated type reads; `nil` for all.
            case declared(ParameterConstraint?)
        }

        fileprivate var sample: String? { if case .decoded(_, let sample) = reading { sample } else { nil } }

        static func reads(_ type: any Decodable.Type, _ text: String, of name: String) -> Bool {
            (try? type.init(from: ParameterDecoder.value(text, of: name))) != nil
        }
    }

    /// Decodes the type from samples, and without each of them: what it decodes without is not required. What has no sample ends
    /// the search; what the type reads after that is left to the requests.
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
            let reading = Field.Reading.decoded(type, sample: sample)
            read.append(Field(name: name, reading: reading, isRequired: !optional.contains(name)))
        }
        let isWhole = (try? Parameters(from: decoder)) != nil
        let samples = Dictionary(read.map { ($0.name, $0.sample) }, uniquingKeysWith: { first, _ in first })
        fields = read.map { field in
            let others = ParameterDecoder { $0 == field.name ? nil : samples[$0] ?? nil }
            var field = field
            if isWhole, (try? Parameters(from: others)) != nil { field.isRequired = false }
            return field
        }
    }

    /// What a generated type reads: the captures of the route that it was generated for, those of all its patterns surely.
    package init(of route: DeclaredRoute) {
        let names = route.patterns.map(\.captureNames)
        let all = names.flatMap(\.self).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        fields = all.map { name in
            Field(
                name: name, reading: .declared(route.constraints[name].flatMap { $0.isReadAsText ? nil : $0 }),
                isRequired: names.allSatisfy { $0.contains(name) })
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
