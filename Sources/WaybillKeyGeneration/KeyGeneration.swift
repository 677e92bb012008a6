import WaybillManifest
import WaybillSyntax

/// The work of the build plugin's tool, except writing the file: it reads a target's options and manifests, checks
/// them, and generates its keys.
package struct KeyGeneration {
    /// Every error and warning, in the format of SwiftPM; empty if there are none.
    package let report: String
    /// The generated file; `nil` if there is an error.
    package let source: String?

    /// - Parameters:
    ///   - package: The package's folder, to which the names of manifests in documentation are relative.
    ///   - options: The path of the options; empty if there are none.
    ///   - manifests: The folder of the manifests; empty if the options are not JSON.
    ///   - modules: The modules that the target depends on.
    package init(package: String, options: String, manifests: String, modules: [String]) {
        let file = options.isEmpty ? nil : SourceFile.reading(options)
        let (read, problems) = file.map(KeyOptions.read) ?? (KeyOptions(), [])
        let found = manifests.isEmpty && problems.isEmpty ? [.optionsAreNotJSON] : problems
        if let file, !found.isEmpty {
            report = TextRenderer(sources: [file]).render(found)
            source = nil
            return
        }
        let files = ManifestFiles.read(paths: [manifests])
        let compilation = Compilation.compile(files: files, environment: files.unsetVariables)
        let generator = KeyGenerator(compilation, options: read, modules: modules, below: package)
        let configuration = compilation.configuration(.find(from: files.root))
        let all = configuration.applyingLevels(to: compilation.diagnostics) + generator.diagnostics
        report = TextRenderer(sources: compilation.sources).render(all.filter { $0.severity >= .warning })
        source = all.contains { $0.severity == .error } ? nil : generator.source
    }
}

extension Diagnostic {
    /// Any YAML would be read here, but the plugin reads only JSON.
    fileprivate static var optionsAreNotJSON: Diagnostic {
        Diagnostic(
            .badConfiguration, at: .startOfFile(), "the options must be a JSON object",
            help: #"write { "manifests": "../../Routes", "access": "public", "imports": ["Module"] }, or less of it"#)
    }
}

extension ManifestFiles {
    /// An empty text for every variable that the manifests name, because the environment of the service is not known at
    /// build time.
    fileprivate var unsetVariables: [String: String] {
        let names = files.flatMap { file in
            String(decoding: file.bytes, as: UTF8.self).matches(of: /\$\{([A-Za-z_][A-Za-z0-9_]*)/).map { String($0.1) }
        }
        return Dictionary(names.map { ($0, "") }, uniquingKeysWith: { first, _ in first })
    }
}
