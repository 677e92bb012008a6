import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

struct Check: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Check manifests for errors and other problems.",
        discussion: """
            Reads all manifests of the set, checks them together, and reports each problem with its place in the file: broken \
            YAML, unknown keys, undefined names, patterns that match nothing, unreachable routes.

            Examples:
              waybill check
              waybill check Routes --fail-on warning
              waybill check Routes --format text --format sarif=waybill.sarif
              waybill check --explain P003
              waybill check --fix
              waybill check --diff --unsafe-fixes
              waybill check Routes - --stdin-path Routes/notes.yaml < unsaved.yaml
            """)

    @OptionGroup var manifests: ManifestOptions

    @OptionGroup var reporting: ReportOptions

    @OptionGroup var linting: LintingOptions

    @Flag(help: "Also list what is not reported, because it may only follow from another problem. For text output.")
    var explainHidden = false

    @OptionGroup(title: "Rules") var rules: RuleOptions

    @OptionGroup(title: "Fixes") var fixes: FixOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if linting.writeBaseline != nil, fixes.writesFiles || fixes.diff {
            throw ValidationError(
                "'--write-baseline' cannot be used with fixes. Fix first, then write the baseline.")
        }
        if manifests.readsInput, fixes.writesFiles {
            throw ValidationError("'--fix' cannot write to standard input. Show the changes with '--diff' instead.")
        }
    }

    func perform() throws {
        if let answer = rules.answer() { return try reporting.write(answer) }
        let files = try manifests.files(linting.configuration.place)
        func check(replaced: [String: [UInt8]]) throws -> CheckedSet {
            let compilation = try ManifestOptions.compile(files.replacing(replaced), manifests.environment)
            return CheckedSet(compilation, try linting.report(on: files, compilation, replaced))
        }
        let outcome = try fixes.run(check: check)
        let checked = try outcome?.after ?? check(replaced: [:])
        var texts = reporting.rendered(checked.report, manifests.paths)
        if explainHidden, reporting.isForPeople { texts.append(Output.Text(text: checked.report.heldBackText)) }
        if reporting.isForPeople, !Output.isQuiet {
            let remark = outcome?.summary ?? FixOffer(checked.report).text
            if let remark { texts.append(Output.Text(text: remark + "\n")) }
        } else if let outcome, !Output.isQuiet {
            Output.write(outcome.summary + "\n", to: .standardError)
        }
        try Output.write(texts)
        let status = checked.report.status(of: checked.compilation, failOn: reporting.failOn)
        if status != 0 { throw ExitCode(status) }
    }
}

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
