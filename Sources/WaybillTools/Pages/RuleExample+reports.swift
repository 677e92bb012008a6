import Synchronization
import WaybillManifest
public import WaybillReports
import WaybillRules
import WaybillSyntax

extension RuleExample {
    /// Returns the report of `waybill check` about one of the two sets.
    public static func report(on files: [File]) -> LintReport {
        let compilation = Compilation.compile(files: ManifestFiles(files))
        let configuration = compilation.configuration(
            source(files, ConfigurationFile.name).map(ConfigurationFile.init))
        let baseline = configuration.baselinePath.flatMap { source(files, $0) }
        return compilation.lint(configuration, options: LintOptions(baseline: baseline))
    }

    /// Returns the report of `waybill test` about one of the two sets; `nil` if it has no table.
    package static func testReport(
        on files: [File], failUnder: Double? = nil, isMutating: Bool = false
    ) -> MeasuredTestReport? {
        let compilation = Compilation.compile(files: ManifestFiles(files))
        var report = MeasuredTestReport(compilation, coverage: failUnder == nil ? nil : .list, failUnder: failUnder)
        if isMutating { report?.mutation = compilation.mutate().map { MutationReport($0) } }
        return report
    }

    /// Returns the plan from the set before to one of the two sets.
    public static func plan(to files: [File]) -> Plan? {
        let before = files.filter { $0.path == formerPath }.map { ("routes.yaml", $0.text) }
        let after = files.filter { $0.path != formerPath }.map { ($0.path, $0.text) }
        return Plan(
            from: .compile(files: ManifestFiles(texts: before)), to: .compile(files: ManifestFiles(texts: after)))
    }

    private static func source(_ files: [File], _ path: String) -> SourceFile? {
        files.first { $0.path == path }.map { SourceFile(path: path, bytes: Array($0.text.utf8)) }
    }
}

extension ManifestFiles {
    /// The files of the set, as if they were read from its folder.
    fileprivate init(_ example: [RuleExample.File]) {
        let files = example.filter { file in
            file.path != RuleExample.documentPath && ManifestName.fits(file.path) && !file.path.hasPrefix(".")
        }
        let conditions = Dictionary(firstOf: files.map { ($0.path, $0.condition) })
        let sources = files.map { file in
            file.condition == .linkToNothing
                ? SourceFile.unreadable(path: file.path) : SourceFile(path: file.path, bytes: Array(file.text.utf8))
        }
        let unloadedFiles = example.map(\.path).filter(ManifestName.isAlmost)
        self.init(sources: sources, unloadedFiles: unloadedFiles) { path, span in
            switch conditions[path] {
            case .linkToNothing: .unread(path, .linkToNothing, at: span)
            case .worldWritable: .foreignWriters(.everybody, of: path, at: span)
            default: nil
            }
        }
    }
}

extension RuleEntry {
    private static let brokenReports = Mutex<[Rule: LintReport]>([:])

    /// The report of `waybill check` about the broken example. It is computed once, because a SARIF report shows it
    /// twice for each rule.
    var brokenReport: LintReport {
        if let known = Self.brokenReports.withLock({ $0[rule] }) { return known }
        let report = RuleExample.report(on: example.broken)
        Self.brokenReports.withLock { $0[rule] = report }
        return report
    }

    /// Whether a program can fix some problem of the rule. Computed by checking the example, unless the entry says it.
    public var fixability: Fixability {
        if let statedFixability { return statedFixability }
        guard rule.isFoundByCheck else { return .none }
        let fixes = brokenReport.diagnostics.filter { $0.rule == rule }.flatMap(\.fixes)
        return fixes.isEmpty ? .none : fixes.contains(where: \.safe) ? .safe : .unsafe
    }
}
