import ArgumentParser
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

    static func compile(_ files: ManifestFiles, _ environment: EnvironmentOptions) -> Compilation {
        Compilation.compile(
            files: files, environment: ProcessInfo.processInfo.environment,
            requiresVariables: environment.requireEnvironment)
    }

    /// The values of variables, which CI does not have.
    struct EnvironmentOptions: ParsableArguments {
        @Flag(help: "Report every ${NAME} that is not set and has no default (S010), as the start of a service does.")
        var requireEnvironment = false
    }

    static func report(on compilation: Compilation) -> LintReport { compilation.lint() }
}

typealias ManifestOptions = ManifestSetOptions<CommandLineHost>
