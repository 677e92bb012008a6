public import WaybillManifest
public import WaybillSyntax

/// The registry that manifests are checked against (rules F001 to F009).
public enum RegistryUse: Sendable {
    /// - Parameter file: What it was read from.
    case checked(RegistryDescription, file: SourceFile)
    /// There is none that could be trusted, for this reason (F009).
    case skipped(Diagnostic)

    /// A registry that `registry:` of the configuration names is not there.
    public static func missing(_ path: String, at place: SourceSpan) -> RegistryUse {
        .skipped(
            Diagnostic(
                .unusableRegistry, at: place, "the registry '\(path)' does not exist, so the F rules are skipped",
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

    var isChecked: Bool { file != nil }

    /// What the registry was read from, if it is checked.
    var file: SourceFile? { if case .checked(_, let file) = self { file } else { nil } }
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
    ///
    /// - Parameter index: That of the registry's file among the sources of the report.
    func registryDiagnostics(_ use: RegistryUse?, index: Int) -> [Diagnostic] {
        guard case .checked(let description, let file) = use, !sources.isEmpty else { return [] }
        let registry = RegistryIndex(description)
        let found = RegistryCheck(set, registry).diagnostics()
        // What is not declared because of a mistake may name it.
        let unused = hasErrors ? [] : registry.unused(in: set)
        let root = unused.isEmpty ? nil : YAMLReader.read(file, index: index).node
        return Set(found).sortedByPlace()
            + unused.map { code in
                Diagnostic(
                    .unusedRegistration, at: root?.place(of: code) ?? SourceSpan(file: index, start: 0, end: 0),
                    "no manifest names \(code)", help: "name it in a manifest, or remove the registration")
            }
    }
}

extension YAMLNode {
    /// Where a registry's file has the name of registered code. All JSON is YAML.
    fileprivate func place(of code: UnusedCode) -> SourceSpan? {
        value(of: code.kind.list)?.items.lazy.compactMap { $0.value(of: "name") }
            .first { $0.scalarText == code.name }?.span
    }

    private func value(of key: String) -> YAMLNode? { entries.first { $0.key.scalarText == key }?.value }
}
