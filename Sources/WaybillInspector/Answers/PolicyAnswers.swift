import WaybillManifest
import WaybillReload
import WaybillReports
import WaybillRules
import WaybillSyntax

extension Inspection {
    /// The policies of `.waybill.yaml`, each with what breaks it.
    var policies: JSONObject {
        let file = ConfigurationFile.find(from: ManifestFiles(sources: inspected.compilation.sources).root)
        let configuration = inspected.compilation.configuration(file)
        let sources = inspected.compilation.lintedSources + [file?.source].compactMap(\.self)
        let broken = inspected.compilation.policyDiagnostics(configuration)
        let statements = inspected.compilation.policyStatements(configuration)
        let policies = statements.map { statement -> JSONObject in
            let own = broken.filter { $0.concerns(statement) }
            return [
                "text": statement.text, "because": statement.because, "holds": own.isEmpty,
                "covers": statement.routes?.count,
                "diagnostics": RedactedDiagnostics(own, in: sources).entries,
            ]
        }
        let others = broken.filter { diagnostic in !statements.contains { diagnostic.concerns($0) } }
        return [
            "file": file?.source.path, "policies": policies,
            "others": RedactedDiagnostics(others, in: sources).entries,
        ]
    }
}

extension Diagnostic {
    /// Whether a diagnostic is about a policy: one of its notes leads to it, or it is at its place.
    fileprivate func concerns(_ statement: PolicyStatement) -> Bool {
        span == statement.span || notes.contains { $0.span == statement.span }
    }
}
