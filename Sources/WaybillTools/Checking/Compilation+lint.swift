import WaybillManifest
public import WaybillReports
public import WaybillRules
public import WaybillSyntax

extension Compilation {
    /// Checks the set and returns the report: see `LintRun`.
    ///
    /// Besides what a service reports, it checks texts, layout, and the names of registered code. It hides what the
    /// baseline contains, and what the change does not touch.
    public func lint(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> LintReport {
        var run = run(configuration, options)
        if let file = options.baseline { hideKnown(of: file, options, in: &run) }
        if let change = options.change {
            var filter = ChangeFilter(change, lintedSources)
            let touched = run.diagnostics.filter {
                run.isRefused($0) || filter.touches($0) || $0.isAboutConfiguration
            }.map { filter.atChange($0) }
            run.report.hidden.untouched = run.diagnostics.count - touched.count
            run.diagnostics = touched
        }
        run.addOwn(options.skipped)
        return run.finished { $0.resolvingEdits(in: $1) }
    }

    /// Returns a baseline of all current problems, except those that prevent loading, and errors in the configuration,
    /// which must be understood.
    public func baseline(
        _ configuration: LintConfiguration = .standard, options: LintOptions = LintOptions()
    ) -> Baseline {
        let run = run(configuration, options)
        var paths = LogicalPaths(run.report.sources)
        let configurationIndex = configuration.file.map { _ in lintedSources.count }
        let known = run.diagnostics.filter { diagnostic in
            let isMisread =
                diagnostic.severity == .error && [.badConfiguration, .unknownRuleID].contains(diagnostic.rule)
            return !run.isRefused(diagnostic) && !(isMisread && diagnostic.span.file == configurationIndex)
        }
        return Baseline(paths.keys(of: known).map { $0[0] })
    }

    /// The index of the first file in a report after those of the set and its configuration.
    package func firstOtherFile(_ configuration: LintConfiguration) -> Int {
        lintedSources.count + (configuration.file == nil ? 0 : 1)
    }

    /// Everything that is found, before the baseline and the change.
    private func run(_ configuration: LintConfiguration, _ options: LintOptions) -> LintRun {
        let registry = options.registry
        let files = firstOtherFile(configuration)
        if let contract = options.contract {
            var run = LintRun(
                self, configuration, adding: contract.diagnostics, in: contract.files,
                commented: files..<files + contract.files.count,
                among: { $0.severity == .error && $0.rule.preventsLoading }, today: options.today,
                comments: { $0.stage == .contract && !hasErrors && contract.isRead && configuration.isOn($0) })
            if !contract.isRead { run.refuse(contract.diagnostics) }
            return run
        }
        return LintRun(
            self, configuration,
            adding: textDiagnostics + checkLayout(configuration) + registryDiagnostics(registry, index: files)
                + configuration.unusedExclusions,
            in: [registry?.file].compactMap(\.self), today: options.today
        ) { rule in
            let isLookedAt = rule.isFoundByCheck || rule.stage == .code && registry?.isChecked == true
            return !hasErrors && configuration.isOn(rule) && isLookedAt
        }
    }

    /// Hides the diagnostics of a baseline, and adds the problems of the baseline itself.
    private func hideKnown(of file: SourceFile, _ options: LintOptions, in run: inout LintRun) {
        let sources = run.report.sources
        let use = BaselineUse(run.diagnostics, sources, file: file, index: sources.count, isRefused: run.isRefused)
        run.report.sources.append(file)
        run.report.isWhole = run.report.isWhole && file.isReadable
        run.report.hidden.inBaseline = use.hidden
        run.diagnostics = use.kept
        // With errors, some checks did not run, so entries may seem stale.
        let own = use.diagnostics { rule in
            if let contract = options.contract { return contract.isRead && rule?.stage == .contract }
            return rule?.stage != .contract && (rule?.stage != .code || options.registry?.isChecked == true)
        }
        run.addOwn(own.filter { !hasErrors || $0.rule != .staleBaseline })
    }
}

extension Diagnostic {
    /// G004 is never in a manifest.
    fileprivate var isAboutConfiguration: Bool { rule == .badConfiguration }
}

extension Compilation {
    /// The checks of text that the loader does not make: layout, dangerous values, and files beside the manifests. A
    /// guess never prevents a service from starting.
    fileprivate var textDiagnostics: [Diagnostic] {
        let layout = sources.indices.flatMap { sources[$0].layoutDiagnostics(file: $0) }
        let unloaded = unloadedFiles.indices.map { index in
            Diagnostic(
                .unloadedFile, at: .startOfFile(sources.count + index),
                "'\(unloadedFiles[index])' is not loaded: manifests end with '.yaml' or '.yml'",
                help: "rename it, or move it out of the set's folder")
        }
        return layout + set.plainSecrets(in: sources) + set.failOpenInterceptors() + unloaded
    }
}

extension LintConfiguration {
    /// G004, as a warning: globs of `exclude` that match nothing on disk.
    fileprivate var unusedExclusions: [Diagnostic] {
        guard let file, file.source.isReadable else { return [] }
        let folder = ManifestFiles.folderPrefix(of: file.source.path)
        return exclude.filter { !Exclusion.finds($0.value, in: folder) }.map { glob in
            Diagnostic(
                .badConfiguration, at: glob.span,
                "'\(glob.value)' excludes nothing: no manifest and no folder matches it",
                severity: .warning, help: "correct it, or remove it; globs are relative to the folder of this file")
        }
    }
}

/// The options of one run of `check`, besides the configuration.
public struct LintOptions: Sendable {
    /// The day for suppressions that end. Without a day none ends.
    public var today: CalendarDay?
    /// The file of a ``Baseline``, whose problems are not shown.
    public var baseline: SourceFile?

    /// A change. Problems that it does not touch are not shown.
    public var change: ChangedLines?

    /// The registered code for the F rules.
    public var registry: RegistryUse?

    /// The problems of an OpenAPI document beside the set. Then only they are reported, and what prevents loading.
    package var contract: ContractFindings?

    public init(
        today: CalendarDay? = nil, baseline: SourceFile? = nil, change: ChangedLines? = nil,
        registry: RegistryUse? = nil
    ) {
        self.today = today
        self.baseline = baseline
        self.change = change
        self.registry = registry
    }
}

/// The problems that a comparison with an OpenAPI document found, and the files of the document.
package struct ContractFindings: Sendable {
    package var diagnostics: [Diagnostic]
    /// The document, and the files that it refers to. The first has the index of `firstOtherFile`.
    package var files: [SourceFile]
    /// Whether the document was read to its end. Otherwise no baseline hides why.
    package var isRead: Bool

    package init(diagnostics: [Diagnostic], files: [SourceFile], isRead: Bool = true) {
        self.diagnostics = diagnostics
        self.files = files
        self.isRead = isRead
    }
}
