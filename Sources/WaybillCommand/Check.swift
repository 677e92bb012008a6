import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillSyntax
import WaybillTools

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find every mistake in a set of manifests.",
        discussion: """
            Reads all manifests of the set, checks them as one, and reports every mistake at its place: broken YAML, \
            unknown keys, dangling references, patterns that cannot match, routes that take each other's requests.

            Examples:
              waybill check
              waybill check Routes --fail-on warning
              waybill check Routes --format text --format sarif=waybill.sarif --format junit=waybill.xml
              waybill check --explain P003
              waybill check --fix
              waybill check --fix=unsafe --diff
            """)

    @OptionGroup var manifests: ManifestOptions

    @OptionGroup var reporting: ReportOptions

    @OptionGroup var linting: LintingOptions

    @OptionGroup(title: "About the rules") var rules: RuleOptions

    @OptionGroup var fixes: FixOptions

    func validate() throws {
        if linting.writeBaseline != nil, fixes.fix != nil || fixes.diff {
            throw ValidationError("--write-baseline writes down what is found: fix it first, and write then.")
        }
    }

    func run() throws {
        if let answer = rules.answer() { return try reporting.write(answer) }
        let files = manifests.files()
        func check(replaced: [String: [UInt8]]) throws -> CheckedSet {
            let compilation = try manifests.compile(files.replacing(replaced))
            return CheckedSet(compilation, try linting.report(on: files, compilation, replaced))
        }
        let outcome = try fixes.run(check: check)
        let checked = try outcome?.after ?? check(replaced: [:])
        var texts = reporting.rendered(checked.report)
        if reporting.isForPeople {
            let remark = try outcome?.summary ?? FixOffer(for: checked, check: check).text
            if let remark { texts.append(Output.Text(text: remark + "\n")) }
        } else if let outcome {
            Output.write(outcome.summary + "\n", to: .standardError)
        }
        try Output.write(texts)
        let status = checked.report.status(of: checked.compilation, failOn: reporting.failOn)
        if status != 0 { throw ExitCode(status) }
    }
}
