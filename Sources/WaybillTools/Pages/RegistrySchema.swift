import WaybillManifest
import WaybillRules

/// The JSON Schema (draft-07) of the registry of a service, `RegistryDescription`.
public enum RegistrySchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    private static var value: SchemaValue {
        .document(
            "The output of '<service> waybill registry', version 1",
            [
                "type": "object",
                "required": [
                    "version", "factories", "adapters", "interceptors", "handlers", "lanes", "presenters", "duplicates",
                ],
                "additionalProperties": false, "properties": properties,
            ], definitions: definitions)
    }

    private static var properties: SchemaValue {
        [
            "version": .version("The version of this format."),
            "build": .string("The SHA-256 of the executable with this registry, if it is known."),
            "factories": .list(factory), "adapters": .list(adapter), "interceptors": .list(interceptor),
            "handlers": .list(handler), "lanes": .list(code("A serial queue.", [], [])),
            "presenters": .list(code("A presenter of views.", [], [])),
            "duplicates": .list(
                code(
                    "A registration of a name that is already registered. It has no effect.",
                    [("kind", ["enum": .names(RegistryDescription.Kind.allCases.map(\.rawValue))])], [])),
        ]
    }

    private static var factory: SchemaValue {
        code(
            "A factory, which makes modules.",
            [
                ("makes", .reference("type")), ("isClass", .boolean("Whether it makes instances of a class.")),
                ("isSendable", .boolean("Whether the type that it makes is Sendable.")),
                ("isAsynchronous", .boolean("Whether the factory must be awaited.")),
                ("runs", .boolean("Whether its modules have a lifecycle.")),
                ("asksLater", .boolean("Whether hooks, constructors or events can ask for other modules later.")),
                ("performs", .boolean("Whether performing its modules needs no presenter.")),
                ("isGuessed", .boolean("Whether the compiler may have inferred 'makes' from 'provides'.")),
                ("provides", .list(.reference("type"))), ("configuredBy", .list(.reference("type"))),
            ], [("configuration", .reference("shape"))])
    }

    private static var adapter: SchemaValue {
        code(
            "An adapter from one protocol to another.", [("takes", .reference("type")), ("makes", .reference("type"))],
            []
        )
    }

    private static var interceptor: SchemaValue {
        code("An interceptor.", [], [("configuration", .reference("shape")), ("context", .reference("type"))])
    }

    private static var handler: SchemaValue {
        code(
            "A handler.", [],
            [
                ("configuration", .reference("shape")), ("parameters", .reference("shape")),
                ("context", .reference("type")),
            ])
    }

    private static var definitions: [SchemaValue.Member] {
        let type: [(String, SchemaValue)] = [
            ("name", .string("The name without modules.")), ("fullName", .string("The name with modules.")),
        ]
        let site: [(String, SchemaValue)] = [
            ("file", .string("Swift's #fileID.")), ("line", ["type": "integer", "minimum": 0]),
        ]
        let key: [(String, SchemaValue)] = [
            ("name", .string("The key.")), ("isRequired", .boolean("Whether the key is required.")),
            ("value", .reference("value")),
        ]
        return [
            .init("type", .mapping("A Swift type.", type)),
            .init("site", .mapping("The place in Swift code that registers it.", site)),
            .init("shape", .mapping("The keys that a type decodes.", shape)),
            .init("key", .mapping("A key of a mapping.", key)), .init("value", anyValue),
        ]
    }

    private static var shape: [(String, SchemaValue)] {
        [
            ("type", .reference("type")), ("keys", .list(.reference("key"))),
            ("isPartial", .boolean("Whether the type may read more than these keys.")),
        ]
    }

    private static var anyValue: SchemaValue {
        let scalars = RegistryDescription.Scalar.Kind.allCases.map(\.rawValue)
        let kinds: [SchemaValue] = [
            .mapping(
                "A text, a number, or true or false.",
                [("kind", ["enum": .names(scalars)]), ("type", .string("The Swift type that is read."))],
                optional: [("choices", .list(.string("A text.")))]),
            .mapping(
                "A list, or a mapping with any keys.",
                [("kind", ["enum": ["list", "map"]]), ("items", .reference("value"))]),
            .mapping("A mapping.", [("kind", ["const": "object"])] + shape),
            .mapping("A value that could not be determined: anything.", [("kind", ["const": "any"])]),
        ]
        return ["description": "The value that a key accepts.", "oneOf": .array(kinds)]
    }

    private static func code(
        _ words: String, _ members: [(String, SchemaValue)], _ optional: [(String, SchemaValue)]
    ) -> SchemaValue {
        let known: [(String, SchemaValue)] = [
            ("name", .string("The name in manifests.")), ("site", .reference("site")),
        ]
        return .mapping(words, known + members, optional: optional)
    }
}
