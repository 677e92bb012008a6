import ArgumentParser
import Waybill
import WaybillCommandSupport
import WaybillManifest
import WaybillReports
import WaybillRules
import WaybillSyntax

/// The executable of a service, which contains the code that its manifests name.
enum ServiceHost<Provider: RegistryProvider>: CommandHost {
    static var command: String { "\(executable) waybill" }

    static var manifests: [String] { Provider.manifests }

    /// A service decodes the values, so it needs all of them.
    struct EnvironmentOptions: ParsableArguments {}

    static func compile(_ files: ManifestFiles, _ environment: EnvironmentOptions) throws -> Compilation {
        Compilation.compile(files: files, environment: Provider.environment).bound(to: try registry())
    }

    static func report(on compilation: Compilation) -> LintReport { LintRun(compilation, .standard).finished() }

    /// - Throws: The exit status, after the reason is printed to standard error.
    static func registry() throws -> Registry {
        do {
            return try Provider.registry()
        } catch {
            throw Output.failure("cannot make the registry: \(error)")
        }
    }

    /// The name by which its users call it.
    static var executable: String {
        let path = CommandLine.arguments.first ?? ""
        return path.split(separator: "/").last.map(String.init) ?? "service"
    }
}
