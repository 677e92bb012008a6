public import Waybill

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What ``WaybillCommands`` know of the service that embeds them.
///
/// ```swift
/// enum Notes: RegistryProvider {
///     static func registry() -> Registry { .notes() }
/// }
/// ```
public protocol RegistryProvider {
    /// The registry that the service starts with. No command runs the code in it: nothing is made, opened or connected.
    ///
    /// - Throws: Why there is none. The command prints the error, and ends with status 3.
    static func registry() throws -> Registry

    /// The files and folders of the manifest set, unless a command is given others. `Routes`, unless it is declared.
    static var manifests: [String] { get }

    /// The values for `${NAME}` in `with:`: those that the service gives its router. The environment of the process,
    /// unless it is declared.
    static var environment: [String: String] { get }
}

extension RegistryProvider {
    public static var manifests: [String] { ["Routes"] }

    public static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
