import WaybillManifest

// Schemas of the values in reports, each with a description.
extension SchemaValue {
    static func string(_ description: String, orNull: Bool = false) -> SchemaValue {
        scalar("string", description, orNull)
    }

    static func boolean(_ description: String) -> SchemaValue {
        scalar("boolean", description, false)
    }

    static func number(_ description: String, orNull: Bool = false) -> SchemaValue {
        scalar("integer", description, orNull)
    }

    /// Returns the schema of a mapping without other keys.
    static func mapping(
        _ description: String, _ required: [(String, SchemaValue)], optional: [(String, SchemaValue)] = [],
        orNull: Bool = false
    ) -> SchemaValue {
        .object([
            Member("description", .text(description)), Member("type", typeName("object", orNull: orNull)),
            Member("required", .names(required.map(\.0))), Member("additionalProperties", .flag(false)),
            Member("properties", .object((required + optional).map { Member($0.0, $0.1) })),
        ])
    }

    static func typeName(_ name: String, orNull: Bool) -> SchemaValue {
        orNull ? .names([name, "null"]) : .text(name)
    }

    private static func scalar(_ type: String, _ description: String, _ orNull: Bool) -> SchemaValue {
        .object([Member("description", .text(description)), Member("type", typeName(type, orNull: orNull))])
    }
}
