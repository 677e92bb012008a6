import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax
import WaybillTools

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The command `waybill`, which knows only manifests.
enum CommandLineHost: CommandHost {
    static var command: String { "waybill" }

    static var manifests: [String] { ["Routes"] }

    static func compile(_ files: ManifestFiles) -> Compilation {
        Compilation.compile(files: files, environment: ProcessInfo.processInfo.environment)
    }

    static func report(on compilation: Compilation) -> LintReport { compilation.lint() }
}

typealias ManifestOptions = ManifestSetOptions<CommandLineHost>
