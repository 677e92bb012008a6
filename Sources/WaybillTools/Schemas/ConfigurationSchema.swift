import WaybillManifest
import WaybillRules

/// The JSON Schema (draft-07) of `.waybill.yaml`, for editors. It is made from the grammar.
public enum ConfigurationSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String { value.prettyPrinted + "\n" }

    static var value: SchemaValue {
        .schema(of: ConfigurationGrammar.object, title: "Waybill configuration of 'check'")
    }
}
