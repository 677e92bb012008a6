import WaybillManifest
import WaybillSyntax

/// The work of the build plugin's tool, except writing the file: it reads a target's options and manifests, and
/// generates its keys.
///
/// It knows the language of manifests and none of the rules: only what prevents keys from being generated is an error
/// here. So packages that use the plugin do not build the rules before their own code.
package struct KeyGeneration {
    /// Every error, in the format of SwiftPM; empty if there are none.
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
        let reading = SetReading(files: files, environment: Environment([:], isComplete: false), cache: nil)
        let (set, repeated) = ManifestSet.merging(reading.manifests)
        let generator = KeyGenerator(set, reading.sources, options: read, modules: modules, below: package)
        var errors = (reading.diagnostics + repeated).filter { $0.severity == .error }
        // What a broken file declares is not known.
        if errors.isEmpty { errors = generator.diagnostics }
        report = TextRenderer(sources: reading.sources).render(errors.sortedByPlace())
        source = errors.isEmpty ? generator.source : nil
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
