import Waybill
import WaybillManifest
import WaybillRules
import WaybillSyntax

/// The remarks about current manifests in log and status.
struct ServingRemarks {
    /// The warnings of compiling and of binding.
    var warnings: [Diagnostic]
    var sources: [SourceFile]
    /// The registered code that the manifests do not name.
    var unused: [String]

    /// - Parameter compilation: Manifests with the same meaning as the router's generation; `nil` for those from which
    ///   it was made.
    init(_ router: Router, reading compilation: Compilation? = nil) {
        warnings = compilation.map(router.warnings) ?? router.generation.warnings
        sources = compilation?.sources ?? router.generation.sources
        unused = router.unusedRegistrations
    }
}
