public import WaybillManifest
public import WaybillSyntax

/// The registry that manifests are checked against (rules F001 to F009).
public enum RegistryUse: Sendable {
    case checked(RegistryDescription)
    /// There is none that could be trusted, for this reason (F009).
    case skipped(Diagnostic)

    /// A registry that `registry:` of the configuration names is not there.
    public static func missing(_ path: String, at place: SourceSpan) -> RegistryUse {
        .skipped(
            Diagnostic(
                .unusableRegistry, at: place, "there is no registry '\(path)', so the F rules are skipped",
                help: "let the service write it: <service> waybill registry > \(path)"))
    }

    /// A registry was written by another build than the executable that is to be deployed.
    public static func stale(
        _ path: String, of build: String?, executable: String, digest: String, at place: SourceSpan
    ) -> RegistryUse {
        .skipped(
            Diagnostic(
                .unusableRegistry, at: place,
                "registry '\(path)' is of \(RegistryDescription.words(ofBuild: build)), and '\(executable)' is of "
                    + "\(RegistryDescription.words(ofBuild: digest)), so the F rules are skipped",
                help: "let the executable write it: \(executable) waybill registry > \(path)"))
    }

    var isChecked: Bool { if case .checked = self { true } else { false } }
}

extension LintOptions {
    /// Why the F rules are skipped, where they are.
    var skipped: [Diagnostic] { if case .skipped(let reason) = registry { [reason] } else { [] } }
}

extension RegistryDescription {
    /// A build as people tell it: "build 4f2c91aa0b1e".
    package static func words(ofBuild digest: String?) -> String {
        digest.map { "build \($0.prefix(12))" } ?? "an unknown build"
    }
}

extension Compilation {
    /// What breaks the F rules.
    func registryDiagnostics(_ use: RegistryUse?) -> [Diagnostic] {
        guard case .checked(let description) = use, !sources.isEmpty else { return [] }
        let registry = RegistryIndex(description)
        let found = RegistryCheck(set, registry).diagnostics()
        // What is not declared because of a mistake may name it.
        let unused = hasErrors ? [] : registry.unused(in: set)
        return Set(found).sortedByPlace()
            + unused.map { code in
                Diagnostic(
                    .unusedRegistration, at: SourceSpan(file: 0, start: 0, end: 0), "no manifest names \(code)",
                    help: "name it in a manifest, or remove the registration")
            }
    }
}
