import ArgumentParser
import WaybillCommandSupport
import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTools

/// The options for the registered code.
struct RegistryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Check against the registered code of a service (the F rules). '<service> waybill registry' writes this file. \
            Default: 'registry' of the configuration.
            """, valueName: "file"),
        completion: .file(extensions: ["json"]))
    var registry: String?

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
        guard let path = registry ?? configuration.registryPath else {
            if executable == nil, service == nil { return nil }
            throw ValidationError("'--executable' and '--service' need a registry. Add '--registry FILE'.")
        }
        let named = registry == nil ? configuration.registry : nil
        let place = named?.span ?? .startOfFile()
        let file = SourceFile.reading(path)
        guard file.isReadable else {
            if named != nil { return .missing(path, at: place) }
            throw Output.failure("cannot read '\(path)'")
        }
        let description: RegistryDescription
        do throws(UnreadableRegistry) {
            description = try RegistryDescription(json: file.bytes)
        } catch {
            throw Output.failure("registry '\(path)' \(error.message)")
        }
        if let service = service.flatMap(RunningService.init) { try check(description, path, of: service) }
        guard let executable = executable ?? configuration.executablePath else {
            return .checked(description, file: file)
        }
        guard let digest = ExecutableDigest.of(executable: executable) else {
            // A run that only checks manifests may not have built the program of the configuration.
            if self.executable == nil { return .checked(description, file: file) }
            throw Output.failure("cannot read '\(executable)'")
        }
        if digest == description.build { return .checked(description, file: file) }
        return .stale(path, of: description.build, executable: executable, digest: digest, at: place)
    }

    private func check(_ description: RegistryDescription, _ path: String, of service: RunningService) throws {
        let build = try service.build()
        guard build != description.build || build == nil else { return }
        throw Output.failure(
            "registry '\(path)' is of \(RegistryDescription.words(ofBuild: description.build)), but \(service.address) runs "
                + RegistryDescription.words(ofBuild: build))
    }
}
