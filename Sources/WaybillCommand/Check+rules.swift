import ArgumentParser
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// Options that print the rules instead of checking.
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

    /// Returns the requested text, as text and as JSON; `nil` to check.
    func answer() -> (text: String, json: String)? {
        if rules {
            let listing = RuleListing(Rule.all)
            return (listing.text, listing.json)
        }
        guard !explain.isEmpty, let asked = try? RuleListing.rules(named: explain) else { return nil }
        return (RuleCatalog.entries(for: asked).map(\.explainedText).joined(separator: "\n"), RuleListing(asked).json)
    }
}
