import WaybillManifest
import WaybillSyntax

/// What the tool of the build plugin does, but for writing the file: reads a target's options and manifests, checks them,
/// and generates its keys.
package struct KeyGeneration {
    /// Every error and warning, as SwiftPM shows them; empty where there are none.
    package let report: String
    /// The generated file; `nil` where there is an error.
    package let source: String?

    /// - Parameters:
    ///   - package: The package's folder: documentation names manifests as they are seen from there.
    ///   - options: The path of the options; empty where there are none.
    ///   - manifests: The folder of the manifests; empty where the options are not JSON.
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
        let generator = KeyGenerator(compilation, options: read, optionsPath: options, modules: modules, below: package)
        let all = compilation.weighedDiagnostics(from: files.root) + generator.diagnostics
        report = TextRenderer(sources: compilation.sources).render(all.filter { $0.severity >= .warning })
        source = all.contains { $0.severity == .error } ? nil : generator.source
    }
}

extension Compilation {
    /// The diagnostics as the nearest `.waybill.yaml` weighs them.
    fileprivate func weighedDiagnostics(from root: String) -> [Diagnostic] {
        configuration(.find(from: root)).weighed(diagnostics)
    }
}

extension Diagnostic {
    /// YAML that is not JSON is read with places, but the plugin reads JSON alone.
    fileprivate static var optionsAreNotJSON: Diagnostic {
        Diagnostic(
            .badConfiguration, at: SourceSpan(file: 0, start: 0, end: 0), "the options must be a JSON object",
            help: #"write { "manifests": "../../Routes", "access": "public", "imports": ["Module"] }, or less of it"#)
    }
}

extension ManifestFiles {
    /// Every variable of the environment that the manifests name, as empty text: what a service is started with is not
    /// known when it is built.
    fileprivate var unsetVariables: [String: String] {
        let names = files.flatMap { file in
            String(decoding: file.bytes, as: UTF8.self).matches(of: /\$\{([A-Za-z_][A-Za-z0-9_]*)/).map { String($0.1) }
        }
        return Dictionary(names.map { ($0, "") }, uniquingKeysWith: { first, _ in first })
    }
}
