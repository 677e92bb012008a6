import WaybillManifest
import WaybillSyntax

extension Compilation {
    /// What the loader has no opinion on: how files are laid out, what in their values looks dangerous, and what is beside
    /// them. A guess never keeps a service from starting.
    var textFindings: [Diagnostic] {
        let layout = sources.indices.flatMap { sources[$0].layoutFindings(file: $0) }
        let unloaded = passedOver.indices.map { index in
            Diagnostic(
                .unloadedFile, at: SourceSpan(file: sources.count + index, start: 0, end: 0),
                "'\(passedOver[index])' is not loaded: manifests end with '.yaml' or '.yml'",
                help: "rename it, or move it out of the set's folder")
        }
        return layout + set.plainSecrets(in: sources) + set.openGates() + unloaded
    }
}
