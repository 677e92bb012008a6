/// The top level of a `.waybill.yaml`.
enum ConfigurationGrammar {
    static let rules = Key(
        "rules", .levels, "What breaking a rule weighs, by its id: off, hint, info, warning or error.")

    static let object = ObjectGrammar("configuration", noun: "a configuration", keys: [rules])
}
