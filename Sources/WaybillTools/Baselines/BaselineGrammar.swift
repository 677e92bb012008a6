import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The grammar of a baseline file: JSON, which is read as YAML, so that errors have places.
enum BaselineGrammar {
    static let version = Key(
        "version", .integer(1...1), "The version of the file format: 1.", required: true, example: 1)
    static let findings = Key(
        "findings", .list(of: .baselineEntry, mayBeEmpty: true), "Known problems, each once.", required: true,
        example: [["rule": "P006", "path": "routes", "fingerprint": "1a2b", "count": 1]])

    static let object = ObjectGrammar("baseline", noun: "a baseline", keys: [version, findings])
}

enum BaselineEntryGrammar {
    static let rule = Key("rule", .ruleID, "The id of the rule.", required: true, example: "P006")
    static let path = Key(
        "path", .anyText, "The path to the problem: keys, and for list items their ids, URLs or texts.",
        required: true, example: "routes")
    static let fingerprint = Key("fingerprint", .text, "Identifies the value there.", required: true, example: "1a2b")
    static let count = Key(
        "count", .integer(1...Int.max), "The number of problems with the same key.", required: true, example: 1)

    static let object = ObjectGrammar(
        "knownFinding", noun: "a problem", keys: [rule, path, fingerprint, count])
}

/// An entry of a baseline as it is written.
struct WrittenEntry {
    var entry: Baseline.Entry
    /// The place of its path, for messages.
    var span: SourceSpan
    /// The whole entry.
    var whole: SourceSpan
}

extension ValueDecoder where Value == WrittenEntry {
    static var baselineEntry: ValueDecoder {
        .object(BaselineEntryGrammar.object) { fields in
            let rule = fields[BaselineEntryGrammar.rule]
            let path = fields[BaselineEntryGrammar.path]
            let print = fields[BaselineEntryGrammar.fingerprint]
            let count = fields[BaselineEntryGrammar.count]
            guard let rule, let path, let print, let count else { return nil }
            let entry = Baseline.Entry(
                rule: rule.value, path: path.value, fingerprint: print.value, count: count.value)
            return WrittenEntry(entry: entry, span: path.span, whole: fields.input.node.span)
        }
    }
}

/// The JSON Schema of baselines.
public enum BaselineSchema {
    /// Returns the schema as text, with a line end. It is the same for every run.
    public static func json() -> String {
        SchemaValue.schema(of: BaselineGrammar.object, title: "Waybill baseline, version 1").prettyPrinted + "\n"
    }
}
