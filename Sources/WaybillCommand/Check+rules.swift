import ArgumentParser
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// What `waybill check` says about its rules, instead of checking.
struct RuleOptions: ParsableArguments {
    @Flag(help: "List all rules with their severities and fixes (S safe, U unsafe), then exit.")
    var rules = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Explain rules by id or name, with an example and its fix, then exit.",
            valueName: "rule"))
    var explain: [String] = []

    func validate() throws {
        do {
            _ = try RuleListing.rules(named: explain)
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// The text that was asked for, as text and as JSON; nothing where a check is asked for.
    func answer() -> (text: String, json: String)? {
        if rules {
            let listing = RuleListing(Rule.all)
            return (listing.text, listing.json)
        }
        guard !explain.isEmpty, let asked = try? RuleListing.rules(named: explain) else { return nil }
        return (RuleCatalog.entries(for: asked).map(\.explainedText).joined(separator: "\n"), RuleListing(asked).json)
    }
}
