import ArgumentParser
import WaybillManifest

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
            """)

    @OptionGroup var manifests: ManifestOptions

    @OptionGroup var reporting: ReportOptions

    func run() throws {
        let compilation = manifests.compile()
        let report = compilation.lint()
        try reporting.write(report)
        guard compilation.isReadable else { throw Status.failure.exit }
        if report.diagnostics.contains(where: { $0.severity >= reporting.failOn }) { throw Status.findings.exit }
    }
}
