import Testing

@testable import WaybillManifest
@testable import WaybillOracle
@testable import WaybillRules
@testable import WaybillSyntax
@testable import WaybillTools

/// Manifests with a few changes, read by a validator of JSON Schema and by `check`: a manifest that the schema accepts
/// has no diagnostic of group S above hint, and any other has one.
///
/// S010 and S011 are about the environment and other files, and not about a manifest's form. JSON has one spelling of a
/// number, so `7.0`, `0x10` and a list with `42` and `"42"` do not occur here.
///
/// The seeds are fixed here. `Scripts/properties.sh` takes new ones.
@Suite("Properties: the JSON Schema is the grammar")
struct SchemaProperties {
    static let cases = PropertySeeds.cases
    static let seed = PropertySeeds.seed ?? 23

    private static let ownRules: Set<Rule> = [.unresolvedVariable, .repeatedSection]

    private static func diagnostics(_ text: String) -> [Diagnostic] {
        Compilation.compile(text: text).diagnostics.filter { diagnostic in
            diagnostic.rule.id.hasPrefix("S") && diagnostic.severity > .hint && !ownRules.contains(diagnostic.rule)
        }
    }

    @Test("a manifest is valid exactly if 'check' reports no problem of its form")
    func agreement() throws {
        let schema = JSONSchema(JSONValue(ManifestSchema.value))
        var mutator = ManifestMutator(seed: Self.seed)
        var (valid, wrong) = (0, 0)
        for number in 0..<Self.cases where wrong < 5 {
            let manifest = mutator.makeManifest(number)
            if manifest.repeatsText { continue }
            let text = manifest.manifest
            let isAdmitted = try schema.admits(manifest)
            let found = Self.diagnostics(text)
            if isAdmitted { valid += 1 }
            if isAdmitted == found.isEmpty { continue }
            wrong += 1
            let words = found.map { "\($0.rule.id) \($0.message)" }
            Issue.record("seed \(Self.seed), case \(number): valid: \(isAdmitted), found: \(words)\n\(text)")
        }
        #expect(valid > Self.cases / 5 && valid < Self.cases * 4 / 5, "\(valid) of \(Self.cases) are valid")
    }

    @Test("the sections that are changed have every key of the grammar")
    func everyKey() throws {
        let keys = ManifestGrammar.object.reachable.flatMap { object in object.keys.map(\.name) }
        #expect(Set(keys).subtracting(Self.names(.object(ManifestMutator.sections))) == ["waybill"])
        let whole = JSONValue.object([.init(name: "waybill", value: 1)] + ManifestMutator.sections)
        #expect(try JSONSchema(JSONValue(ManifestSchema.value)).admits(whole))
        #expect(Self.diagnostics(whole.manifest).isEmpty)
    }

    private static func names(_ value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members): Set(members.map(\.name)).union(members.flatMap { names($0.value) })
        case .list(let items): Set(items.flatMap(names))
        default: []
        }
    }

    @Test(
        "every key has a valid example",
        arguments: [
            ManifestSchema.value, SchemaValue.schema(of: TestFileGrammar.object, title: "tests"),
            SchemaValue.schema(of: ConfigurationGrammar.object, title: "configuration"),
        ])
    func examples(value: SchemaValue) throws {
        let root = JSONValue(value)
        let schema = JSONSchema(root)
        for object in [root] + (root["definitions"]?.members ?? []).map(\.value) {
            for property in object["properties"]?.members ?? [] {
                let examples = try #require(property.value["examples"]?.items, "\(property.name)")
                #expect(!examples.isEmpty)
                for example in examples { #expect(try schema.admits(example, property.value), "\(property.name)") }
            }
        }
    }
}
