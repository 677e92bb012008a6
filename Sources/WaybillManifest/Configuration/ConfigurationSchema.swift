/// The JSON Schema of `.waybill.yaml`, for editors: draft-07, made from the grammar.
public enum ConfigurationSchema {
    /// The schema as text: the same for every run, with a final new line.
    public static func json() -> String { value.prettyPrinted + "\n" }

    static var value: SchemaValue {
        .schema(of: ConfigurationGrammar.object, title: "Waybill configuration of 'check'")
    }
}
