import Foundation
import PackagePlugin

/// Runs WaybillKeysTool on the manifests of a target. It only finds files: the tool reads and checks them.
@main
struct WaybillKeys: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folders = ManifestFolders(target: target, package: context.package)
        let output = context.pluginWorkDirectoryURL.appending(path: "WaybillKeys.swift")
        return [
            .buildCommand(
                displayName: "Generating the keys of \(target.name)",
                executable: try context.tool(named: "WaybillKeysTool").url,
                arguments: [
                    output.path(percentEncoded: false), context.package.directoryURL.path(percentEncoded: false),
                    folders.options?.path(percentEncoded: false) ?? "",
                    try folders.manifests?.path(percentEncoded: false) ?? "",
                ] + importedModules(of: target),
                inputFiles: try folders.inputs, outputFiles: [output])
        ]
    }

    /// The modules that the target depends on directly, as far as Swift can import them.
    private func importedModules(of target: any Target) -> [String] {
        let dependencies = target.dependencies.flatMap { dependency in
            switch dependency {
            case .target(let target): [target]
            case .product(let product): product.targets
            @unknown default: [any Target]()
            }
        }
        let modules = dependencies.compactMap { $0 as? any SourceModuleTarget }.filter { $0.kind != .macro }
        return Set(modules.map(\.moduleName)).sorted()
    }
}

/// Where the manifests of a target are.
private struct ManifestFolders {
    let target: URL
    let package: URL
    /// The target's `waybill-keys.json`, if it has one.
    let options: URL?

    init(target: any Target, package: Package) {
        self.target = target.directoryURL
        self.package = package.directoryURL
        let file = target.directoryURL.appending(path: "waybill-keys.json")
        options = file.exists ? file : nil
    }

    private struct Options: Decodable {
        var manifests: String?
    }

    /// The folder; `nil` where the options cannot be read, which the tool reports with a place.
    var manifests: URL? {
        get throws {
            guard let options else { return try usual }
            guard let read = try? JSONDecoder().decode(Options.self, from: Data(contentsOf: options)) else {
                return nil
            }
            return try read.manifests.map { target.appending(path: $0).standardizedFileURL } ?? usual
        }
    }

    private var usual: URL {
        get throws {
            let places = [target, package].map { $0.appending(path: "Routes") }
            guard let place = places.first(where: \.exists) else { throw MissingManifests(target: target) }
            return place
        }
    }

    /// The files that the tool reads. A folder is one too: it changes where a file is added or removed.
    var inputs: [URL] {
        get throws {
            let settings = [options].compactMap(\.self)
            guard let manifests = try manifests else { return settings }
            let entries = FileManager.default.enumerator(at: manifests, includingPropertiesForKeys: [.isDirectoryKey])
            let found = (entries?.compactMap { $0 as? URL } ?? []).filter { url in
                ["yaml", "yml"].contains(url.pathExtension)
                    || (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
            }
            return settings + configuration(above: manifests) + [manifests] + found.sorted { $0.path() < $1.path() }
        }
    }

    /// What `.waybill.yaml` excludes has no keys: the files of this name above the manifests, as far as they may apply, and
    /// the folders of the package in which one may appear.
    private func configuration(above manifests: URL) -> [URL] {
        var found: [URL] = []
        var folder = manifests
        while folder.pathComponents.count > 1, !folder.appending(path: ".git").exists {
            folder.deleteLastPathComponent()
            if folder.path.hasPrefix(package.path) { found.append(folder) }
            let file = folder.appending(path: ".waybill.yaml")
            if file.exists { found.append(file) }
        }
        return found
    }
}

extension URL {
    fileprivate var exists: Bool { FileManager.default.fileExists(atPath: path(percentEncoded: false)) }
}

private struct MissingManifests: Error, CustomStringConvertible {
    let target: URL

    var description: String {
        "no manifests found: put them into the folder 'Routes' of the target or of the package, or name their folder in "
            + "\(target.appending(path: "waybill-keys.json").path(percentEncoded: false)): "
            + #"{ "manifests": "…" }, relative to that file"#
    }
}
