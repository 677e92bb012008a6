public import Waybill

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The service that embeds ``WaybillCommands``.
///
/// ```swift
/// enum Notes: RegistryProvider {
///     static func registry() -> Registry { .notes() }
/// }
/// ```
public protocol RegistryProvider {
    /// Returns the registry with which the service starts. No command runs the code in it: nothing is made, opened or
    /// connected.
    ///
    /// - Throws: The reason why there is none. The command prints the error, and ends with status 3.
    static func registry() throws -> Registry

    /// The files and folders of the manifest set, unless a command gets others. The default is `Routes`.
    static var manifests: [String] { get }

    /// The values for `${NAME}` in `with:`, which the service also gives its router. The default is the environment of
    /// the process.
    static var environment: [String: String] { get }
}

extension RegistryProvider {
    /// The folder `Routes`.
    public static var manifests: [String] { ["Routes"] }

    /// The environment of the process.
    public static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
