import WaybillManifest
public import WaybillRules
public import WaybillSyntax

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The registry against which manifests are checked (rules F001 to F009, F012).
public enum RegistryUse: Sendable {
    /// - Parameter file: The file of the registry.
    case checked(RegistryDescription, file: SourceFile)
    /// The registry cannot be used, for this reason (F009).
    case skipped(Diagnostic)
    /// The file is not a registry (F009, at the file).
    case broken(UnreadableRegistry, file: SourceFile)

    /// The registry file of the configuration does not exist.
    public static func missing(_ path: String, at place: SourceSpan) -> RegistryUse {
        .skipped(
            Diagnostic(
                .unusableRegistry, at: place, "the registry '\(path)' does not exist, so the F rules are skipped",
                help: "let the service write it: <service> waybill registry > \(path)"))
    }

    /// The registry was written by another build than the executable to deploy.
    public static func stale(
        _ path: String, of build: String?, executable: String, digest: String, at place: SourceSpan
    ) -> RegistryUse {
        .skipped(
            Diagnostic(
                .unusableRegistry, at: place,
                "registry '\(path)' is of \(RegistryDescription.words(ofBuild: build)), and '\(executable)' is of "
                    + "\(RegistryDescription.words(ofBuild: digest)), so the F rules are skipped",
                help: "let the executable write it: \(executable) waybill registry > \(path)"))
    }

    /// Reads the registry that a configuration names, if it names one. If it cannot be used, everything else goes on (F009).
    ///
    /// - Parameters:
    ///   - contents: Contents that replace those on disk, by path.
    ///   - digest: Returns the digest of an executable; `nil` if it does not exist.
    package static func reading(
        _ configuration: LintConfiguration, replacing contents: [String: [UInt8]], digest: (String) -> String?
    ) -> RegistryUse? {
        guard let path = configuration.registryPath else { return nil }
        let place = configuration.registry?.span ?? .startOfFile()
        let file = SourceFile.reading(path).replacing(contents)
        guard file.isReadable else { return .missing(path, at: place) }
        let description: RegistryDescription
        do throws(UnreadableRegistry) {
            description = try RegistryDescription(json: file.bytes)
        } catch {
            return .broken(error, file: file)
        }
        let executable = configuration.executablePath
        return .read(description, from: file, at: place, for: executable, of: executable.flatMap(digest))
    }

    /// Returns the use of a registry that was read.
    ///
    /// - Parameters:
    ///   - place: Where a configuration names it.
    ///   - executable: The executable to deploy, and its digest.
    package static func read(
        _ description: RegistryDescription, from file: SourceFile, at place: SourceSpan, for executable: String?,
        of digest: String?
    ) -> RegistryUse {
        guard let executable, let digest, digest != description.build else { return .checked(description, file: file) }
        return .stale(file.path, of: description.build, executable: executable, digest: digest, at: place)
    }

    var isChecked: Bool { if case .checked = self { true } else { false } }

    /// The file of the registry, if it can have problems.
    var file: SourceFile? {
        switch self {
        case .checked(_, let file), .broken(_, let file): file
        case .skipped: nil
        }
    }
}

extension LintOptions {
    /// Why the F rules are skipped, if they are.
    var skipped: [Diagnostic] { if case .skipped(let reason) = registry { [reason] } else { [] } }
}

extension RegistryDescription {
    /// Describes a build: "build 4f2c91aa0b1e".
    package static func words(ofBuild digest: String?) -> String {
        digest.map { "build \($0.prefix(12))" } ?? "an unknown build"
    }
}

extension Compilation {
    /// Returns why code with these registrations could not bind the set, by place.
    package func bindingErrors(with registry: RegistryDescription) -> [Diagnostic] {
        let found = RegistryCheck(set, RegistryIndex(registry)).diagnostics()
        return Set(found.filter { $0.severity == .error }).sortedByPlace()
    }

    /// Returns the diagnostics of the F rules.
    ///
    /// - Parameter index: The index of the registry's file in the report's sources.
    func registryDiagnostics(_ use: RegistryUse?, index: Int) -> [Diagnostic] {
        if case .broken(let problem, let file) = use { return [problem.diagnostic(file, at: .startOfFile(index))] }
        guard case .checked(let description, let file) = use, !sources.isEmpty else { return [] }
        let registry = RegistryIndex(description)
        let found = RegistryCheck(set, registry).diagnostics()
        // A declaration that is missing because of an error may use the code.
        let unused = hasErrors ? [] : registry.unused(in: set)
        let root = unused.isEmpty ? nil : YAMLReader.readOnce(file, index: index).node
        let places = RegisteredPlaces(root)
        return Set(found).sortedByPlace()
            + unused.map { code in
                Diagnostic(
                    .unusedRegistration, at: places[code] ?? .startOfFile(index),
                    "no manifest names \(code)", help: "name it in a manifest, or remove the registration")
            }
    }
}

/// The places of registered code in the registry's file. All JSON is YAML.
private struct RegisteredPlaces {
    private var places: [RegistryDescription.Kind: [String: SourceSpan]] = [:]

    init(_ root: YAMLNode?) {
        guard let root else { return }
        for kind in RegistryDescription.Kind.allCases {
            let names = root.value(ofKey: kind.list)?.items.compactMap { $0.value(ofKey: "name") } ?? []
            let spans = names.compactMap { name in name.scalarText.map { ($0, name.span) } }
            places[kind] = Dictionary(firstOf: spans)
        }
    }

    subscript(code: UnusedCode) -> SourceSpan? { places[code.kind]?[code.name] }
}

extension RegistryDescription {
    /// Reads the JSON of a description.
    ///
    /// - Throws: The reason why it is not valid.
    public init(json bytes: [UInt8]) throws(UnreadableRegistry) {
        struct Head: Decodable { var version: Int }
        let data = Data(bytes)
        guard let head = try? JSONDecoder().decode(Head.self, from: data) else {
            throw UnreadableRegistry(message: "is not the registry of a service")
        }
        guard head.version == Self.currentVersion else {
            throw UnreadableRegistry(
                message: "has version \(head.version), and this command reads version \(Self.currentVersion)")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw UnreadableRegistry(message: "is broken: \(Self.words(error))")
        }
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "\(place(context.codingPath)) has a value that is not expected there"
        default: "\(error)"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        "'" + path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".") + "'"
    }
}

/// The reason why a file is not a usable registry: the end of a sentence that begins with its path.
public struct UnreadableRegistry: Error, Hashable, Sendable {
    public var message: String

    fileprivate func diagnostic(_ file: SourceFile, at place: SourceSpan) -> Diagnostic {
        Diagnostic(
            .unusableRegistry, at: place, "registry '\(file.path)' \(message), so the F rules are skipped",
            help: "let the service write it again: <service> waybill registry > \(file.path)")
    }
}
