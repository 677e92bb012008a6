import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// Decides whether a set may serve in the place of another one. A start and a reload both ask it, so that a restart serves
/// a set exactly if a reload accepts it.
struct Admission: Sendable {
    let options: ReloadOptions
    /// The digests of withdrawn sets.
    let withdrawn: [String]

    /// A set that a candidate is compared with.
    struct Live: Sendable {
        var digest: String
        var set: ManifestSet
        var sources: [SourceFile]
        var table: RoutingTable

        init(_ generation: Generation) {
            digest = generation.digest
            set = generation.set
            sources = generation.sources
            table = generation.table
        }

        /// - Returns: `nil` if the set has errors.
        init?(_ compilation: Compilation) {
            guard let table = compilation.table else { return nil }
            digest = compilation.digest
            set = compilation.set
            sources = compilation.sources
            self.table = table
        }
    }

    /// Checks a candidate, and runs its tests if the options demand it.
    ///
    /// - Parameters:
    ///   - root: The folder of the set, from which its configuration is searched; `nil` if it is not in a folder.
    ///   - live: What serves, or would serve if the candidate did not; `nil` for nothing.
    ///   - permissions: What the caller allows.
    /// - Returns: The candidate with the results of its tests.
    /// - Throws: The first reason why the candidate must not serve.
    func admit(
        _ candidate: Compilation, in root: String?, over live: Live?, _ permissions: ReloadPrecondition
    ) throws(Refusal) -> Compilation {
        let compilation = options.tested(candidate)
        guard !compilation.hasErrors else { throw Refusal(compilation.diagnostics, compilation.sources) }
        let configuration = try configuration(of: compilation, in: root)
        guard compilation.digest != live?.digest else { return compilation }
        if let live {
            try checkWithdrawn(compilation, permissions)
            try checkRemovals(compilation, since: live, permissions)
        }
        try checkPolicies(compilation, configuration, since: live)
        if let live { try checkInterceptors(compilation, since: live, permissions) }
        return compilation
    }

    private func checkWithdrawn(_ compilation: Compilation, _ permissions: ReloadPrecondition) throws(Refusal) {
        guard !permissions.allowsWithdrawn, withdrawn.contains(compilation.digest) else { return }
        throw Refusal(
            .withdrawn,
            "this set was withdrawn, as a canary or by a rollback; change it, or reload with '?allow=withdrawn'")
    }

    private func checkRemovals(
        _ compilation: Compilation, since live: Live, _ permissions: ReloadPrecondition
    ) throws(Refusal) {
        let (old, new) = (live.set.routes.count, compilation.set.routes.count)
        guard !permissions.allowsRemovals, let objection = options.removalLimit?.objection(from: old, to: new) else {
            return
        }
        throw Refusal(.tooManyRemovals, objection + "; if this is intended, reload with '?allow=removals'")
    }

    /// Returns the policies; `nil` if they do not apply.
    /// - Throws: The problems of the configuration, because its policies are not known then.
    private func configuration(of compilation: Compilation, in root: String?) throws(Refusal) -> LintConfiguration? {
        guard options.appliesPolicies, let root, let file = ConfigurationFile.find(from: root) else { return nil }
        let configuration = compilation.configuration(file)
        let errors = configuration.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw Refusal(.policy, errors, compilation.lintedSources + [file.source]) }
        return configuration
    }

    private func checkPolicies(
        _ compilation: Compilation, _ configuration: LintConfiguration?, since live: Live?
    ) throws(Refusal) {
        guard let configuration else { return }
        let errors =
            live.map { compilation.newPolicyErrors(configuration, since: $0.set, $0.sources, $0.table) }
            ?? compilation.policyErrors(configuration)
        guard errors.isEmpty else {
            throw Refusal(.policy, errors, compilation.lintedSources + [configuration.file?.source].compactMap(\.self))
        }
    }

    private func checkInterceptors(
        _ compilation: Compilation, since live: Live, _ permissions: ReloadPrecondition
    ) throws(Refusal) {
        guard options.rejectsLostInterceptors, !permissions.allowsLostInterceptors else { return }
        let lost = compilation.lostInterceptors(since: live.set, live.sources, live.table)
        guard lost.isEmpty else { throw Refusal(.lostInterceptor, lost, compilation.sources) }
    }
}
