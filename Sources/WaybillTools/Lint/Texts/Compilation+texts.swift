import WaybillManifest
import WaybillRules
import WaybillSyntax

extension Compilation {
    /// The checks of text that the loader does not make: layout, dangerous values, and files beside the manifests. A
    /// guess never prevents a service from starting.
    var textDiagnostics: [Diagnostic] {
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
