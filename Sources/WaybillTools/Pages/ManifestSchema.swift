import WaybillManifest
import WaybillRules

/// The JSON Schema (draft-07) of manifests, for editors. It is made from the grammar.
public enum ManifestSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    static var value: SchemaValue { .schema(of: ManifestGrammar.object, title: "Waybill manifest, version 1") }
}

/// The JSON Schema (draft-07) of files that contain only tests (`*.test.yaml`), for editors. It is made from the
/// grammar.
public enum TestFileSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String {
        SchemaValue.schema(of: TestFileGrammar.object, title: "Waybill tests, version 1").prettyPrinted + "\n"
    }
}

extension SchemaValue {
    /// Returns the schema of files whose top level is an object of the grammar.
    static func schema(of root: ObjectGrammar, title: String) -> SchemaValue {
        var builder = SchemaBuilder()
        let members = builder.members(of: root)
        return .document(title, .object(members), definitions: builder.definitions.sorted { $0.name < $1.name })
    }
}

/// Collects the definitions of the referenced objects.
private struct SchemaBuilder {
    private(set) var definitions: [SchemaValue.Member] = []

    /// Returns the schema of an object.
    mutating func members(of object: ObjectGrammar) -> [SchemaValue.Member] {
        var members: [SchemaValue.Member] = [.init("type", .text("object"))]
        members.append(.init("properties", .object(object.keys.map { .init($0.name, property($0)) })))
        members.append(.init("additionalProperties", .flag(false)))
        let required = object.keys.filter(\.isRequired).map(\.name)
        if !required.isEmpty { members.append(.init("required", .names(required))) }
        if !object.groups.isEmpty { members.append(.init("allOf", .array(object.groups.map(Self.group)))) }
        if !object.conditions.isEmpty {
            members.append(.init("dependencies", .object(object.conditions.map(Self.dependency))))
        }
        return members
    }

    private mutating func property(_ key: any GrammarKey) -> SchemaValue {
        var members: [SchemaValue.Member] = [.init("description", .text(key.summary))]
        if let value = key.defaultValue { members.append(.init("default", value)) }
        members.append(.init("examples", .array([key.example])))
        return .object(members + schema(of: key.shape, ofKey: true))
    }

    /// - Parameter ofKey: Whether it is the value of a key. Then a mapping must not be empty.
    private mutating func schema(of shape: Shape, ofKey: Bool = false) -> [SchemaValue.Member] {
        switch shape {
        case .text(let pattern, let takesNumbers): return Self.text(pattern, takesNumbers)
        case .value(let mayBeEmpty): return Self.value(mayBeEmpty)
        case .flag: return [.init("type", .text("boolean"))]
        case .nothing: return [.init("type", .text("null"))]
        case .mapping: return [.init("type", .text("object"))] + Self.filled(ofKey)
        case .integer(let range): return Self.integer(range)
        case .words(let words): return Self.words(words)
        case .numbers(let numbers): return Self.numbers(numbers)
        case .list(let item, let mayBeEmpty, let isSet): return list(item, mayBeEmpty, isSet)
        case .named(let keys, let value): return named(keys, value) + Self.filled(ofKey)
        case .object(let object): return reference(to: object, ofKey)
        case .either(let shapes):
            return [.init("anyOf", .array(shapes.map { .object(schema(of: $0, ofKey: ofKey)) }))]
        }
    }

    private mutating func list(_ item: Shape, _ mayBeEmpty: Bool, _ isSet: Bool) -> [SchemaValue.Member] {
        var members: [SchemaValue.Member] = [.init("type", .text("array")), .init("items", .object(schema(of: item)))]
        if !mayBeEmpty { members.append(.init("minItems", .integer(1))) }
        if isSet { members.append(.init("uniqueItems", .flag(true))) }
        return members
    }

    private mutating func named(_ keys: String?, _ value: Shape) -> [SchemaValue.Member] {
        let values = SchemaValue.Member(keys ?? "^.+$", .object(schema(of: value)))
        return [
            .init("type", .text("object")), .init("patternProperties", .object([values])),
            .init("additionalProperties", .flag(false)),
        ]
    }

    /// Draft-07 ignores everything beside a `$ref`, so the reference goes into an `allOf`.
    private mutating func reference(to object: ObjectGrammar, _ ofKey: Bool) -> [SchemaValue.Member] {
        if !definitions.contains(where: { $0.name == object.name }) {
            let members = members(of: object)
            definitions.append(.init(object.name, .object(members)))
        }
        let reference = SchemaValue.Member("$ref", .text("#/definitions/\(object.name)"))
        return ofKey ? [.init("allOf", .array([.object([reference])]))] + Self.filled(ofKey) : [reference]
    }
}

extension SchemaBuilder {
    /// Numbers are text, too: a name may be `42`.
    private static func text(_ pattern: String?, _ takesNumbers: Bool) -> [SchemaValue.Member] {
        [
            .init("type", takesNumbers ? .names(["string", "number"]) : .text("string")),
            pattern.map { .init("pattern", .text($0)) } ?? .init("minLength", .integer(1)),
        ]
    }

    private static func value(_ mayBeEmpty: Bool) -> [SchemaValue.Member] {
        [.init("type", .names(["string", "number", "boolean"]))] + (mayBeEmpty ? [] : [.init("minLength", .integer(1))])
    }

    private static func filled(_ ofKey: Bool) -> [SchemaValue.Member] {
        ofKey ? [.init("minProperties", .integer(1))] : []
    }

    private static func integer(_ range: ClosedRange<Int>) -> [SchemaValue.Member] {
        if range.lowerBound == range.upperBound { return [.init("const", .integer(range.lowerBound))] }
        var members: [SchemaValue.Member] = [.init("type", .text("integer"))]
        members.append(.init("minimum", .integer(range.lowerBound)))
        if range.upperBound != Int.max { members.append(.init("maximum", .integer(range.upperBound))) }
        return members
    }

    private static func words(_ words: [Word]) -> [SchemaValue.Member] {
        [
            .init("enum", .names(words.map(\.text))),
            .init("enumDescriptions", .names(words.map(\.summary))),
        ]
    }

    private static func numbers(_ numbers: [Number]) -> [SchemaValue.Member] {
        [
            .init("enum", .array(numbers.map { .integer($0.value) })),
            .init("enumDescriptions", .names(numbers.map(\.summary))),
        ]
    }

    private static func group(_ group: KeyGroup) -> SchemaValue {
        let branches = group.names.map { SchemaValue.object([.init("required", .names([$0]))]) }
        if group.isNeeded { return .object([.init("oneOf", .array(branches))]) }
        let together = SchemaValue.object([.init("required", .names(group.names))])
        return .object([.init("not", together)])
    }

    private static func dependency(_ condition: KeyCondition) -> SchemaValue.Member {
        let required = SchemaValue.Member("required", .names([condition.needs.name]))
        guard let text = condition.word else { return .init(condition.key.name, .object([required])) }
        let word = SchemaValue.object([.init("const", .text(text))])
        let properties = SchemaValue.Member("properties", .object([.init(condition.needs.name, word)]))
        return .init(condition.key.name, .object([properties, required]))
    }
}

/// The JSON Schema (draft-07) of `.waybill.yaml`, for editors. It is made from the grammar.
public enum ConfigurationSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    static var value: SchemaValue {
        .schema(of: ConfigurationGrammar.object, title: "Waybill configuration of 'check'")
    }
}

/// The JSON Schema of baselines.
public enum BaselineSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String {
        SchemaValue.schema(of: BaselineGrammar.object, title: "Waybill baseline, version 1").prettyPrinted + "\n"
    }
}
