import ArgumentParser
import WaybillCommandOptions
import WaybillCommandSupport
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The options for the registered code.
struct RegistryOptions: ParsableArguments {
    @OptionGroup var file: RegistryFileOptions

    @Option(
        help: ArgumentHelp(
            """
            Skip the F rules, with a warning, if the registry belongs to another build of this executable. Default: \
            'executable' of the configuration.
            """, valueName: "file"),
        completion: .file())
    var executable: String?

    @Option(
        help: ArgumentHelp(
            """
            Fail if the registry belongs to another build than the service whose status is at this URL. The token for it is \
            read from \(RunningService.tokenVariable).
            """, valueName: "url"))
    var service: String?

    func validate() throws {
        if let service, RunningService(address: service) == nil {
            throw ValidationError("'--service' needs the URL of a service's status, found '\(service)'.")
        }
    }

    /// Returns the registry to check against; `nil` if none is given.
    ///
    /// - Throws: The exit status, after the reason is printed to standard error.
    func use(_ configuration: LintConfiguration) throws -> RegistryUse? {
        guard let path = file.registry ?? configuration.registryPath else {
            if executable == nil, service == nil { return nil }
            throw ValidationError("'--executable' and '--service' need a registry. Add '--registry FILE'.")
        }
        let named = file.registry == nil ? configuration.registry : nil
        let place = named?.span ?? .startOfFile()
        let source = SourceFile.reading(path)
        if named != nil, !source.isReadable { return .missing(path, at: place) }
        let description = try RegistryFileOptions.read(source)
        if let service = service.flatMap(RunningService.init) { try check(description, path, of: service) }
        let program = executable ?? configuration.executablePath
        let digest = program.flatMap { ExecutableDigest.of(executable: $0) }
        // A run that only checks manifests may not have built the program of the configuration.
        if let executable, digest == nil { throw Output.failure("cannot read '\(executable)'") }
        return .read(description, from: source, at: place, for: program, of: digest)
    }

    private func check(_ description: RegistryDescription, _ path: String, of service: RunningService) throws {
        let build = try service.build()
        guard build != description.build || build == nil else { return }
        throw Output.failure(
            "registry '\(path)' is of \(RegistryDescription.words(ofBuild: description.build)), but \(service.address) runs "
                + RegistryDescription.words(ofBuild: build))
    }
}
