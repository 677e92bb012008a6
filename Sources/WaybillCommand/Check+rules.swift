import ArgumentParser
import WaybillManifest
import WaybillSyntax
import WaybillTools

/// What `waybill check` says about its rules, instead of checking.
struct RuleOptions: ParsableArguments {
    @Flag(help: "List every rule with its severity, its fix (S safe, U unsafe) and what it demands, and check nothing.")
    var rules = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Explain rules by id or name: why they matter, what breaks them, how to fix it. Checks nothing.",
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
