import Waybill
import WaybillManifest
import WaybillSyntax

/// What log and status say of manifests that serve.
struct ServingRemarks {
    /// Of compiling and of binding.
    var warnings: [Diagnostic]
    var sources: [SourceFile]
    /// The registered code that the manifests name nowhere.
    var unused: [String]

    /// - Parameter compilation: Manifests that mean what the router's generation does; `nil` for those that it was made of.
    init(_ router: Router, reading compilation: Compilation? = nil) {
        warnings = compilation.map(router.warnings) ?? router.generation.warnings
        sources = compilation?.sources ?? router.generation.sources
        unused = router.unusedRegistrations
    }
}
