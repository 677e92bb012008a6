import Foundation
import PackagePlugin

/// `swift package waybill-check`: checks the package's manifests against the code of its service.
///
/// All arguments but `--product NAME` are those of `waybill check`.
@main
struct WaybillCheck: CommandPlugin {
    /// What a service links to embed the commands.
    private static let embedded = "WaybillServiceCommand"

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var arguments = ArgumentExtractor(arguments)
        let names = arguments.extractOption(named: "product")
        let service = try build(try product(named: names.last, in: context.package).name)
        let waybill = try build("waybill")
        let registry = context.pluginWorkDirectoryURL.appending(path: "registry.json")
        let place = context.package.directoryURL
        _ = FileManager.default.createFile(atPath: registry.path(percentEncoded: false), contents: nil)
        let exported = try run(
            service, ["waybill", "registry"], in: place, output: FileHandle(forWritingTo: registry))
        guard exported == 0 else {
            throw Problem("'\(service.lastPathComponent) waybill registry' ended with status \(exported)")
        }
        let status = try run(
            waybill, ["check", "--registry", registry.path(percentEncoded: false)] + arguments.remainingArguments,
            in: place)
        if status != 0 { exit(status) }
    }

    /// The executable that is named, or the only one that embeds the commands.
    private func product(named name: String?, in package: Package) throws -> ExecutableProduct {
        let all = package.products(ofType: ExecutableProduct.self)
        if let name {
            guard let product = all.first(where: { $0.name == name }) else {
                throw Problem("the package has no executable product '\(name)'; it has \(Self.list(all))")
            }
            return product
        }
        let found = all.filter { $0.mainTarget.recursiveTargetDependencies.contains { $0.name == Self.embedded } }
        guard let product = found.first else {
            throw Problem(
                "no executable product depends on \(Self.embedded), which embeds the command 'waybill registry'")
        }
        guard found.count == 1 else {
            throw Problem("several products embed the command; choose one with --product: \(Self.list(found))")
        }
        return product
    }

    /// As any other product: a tool of the plugin would be built apart, and everything that it needs once more with it.
    private func build(_ product: String) throws -> URL {
        let result = try packageManager.build(.product(product), parameters: .init())
        let built = result.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == product }
        guard result.succeeded, let built else {
            throw Problem("'\(product)' does not build:\n\(result.logText)")
        }
        return built.url
    }

    /// - Returns: The exit status.
    private func run(_ program: URL, _ arguments: [String], in folder: URL, output: FileHandle? = nil) throws -> Int32 {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        if let output { process.standardOutput = output }
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func list(_ products: [ExecutableProduct]) -> String {
        products.isEmpty ? "none" : products.map { "'\($0.name)'" }.joined(separator: ", ")
    }
}

private struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
