package import WaybillManifest
import WaybillSyntax

/// Finds the modules that others require.
package struct ModuleRequirements {
    /// The providers of the set's protocols, which others share.
    package let providers: ProtocolProviders
    /// The indices of modules in the set.
    private let byIdentifier: [String: Int]
    private let rebound: Set<String>

    /// - Parameters:
    ///   - isMade: Whether the module at an index can be made.
    ///   - rebound: The protocols that code binds to something other than the set's modules.
    package init(
        _ set: ManifestSet, rebound: Set<String> = [], isMade: (Int) -> Bool
    ) {
        providers = ProtocolProviders(set)
        self.rebound = rebound
        var byIdentifier: [String: Int] = [:]
        for (index, module) in set.modules.enumerated() where isMade(index) {
            for identifier in module.identifiers { byIdentifier[identifier.value] = index }
        }
        self.byIdentifier = byIdentifier
    }

    /// Returns the index of the module for a protocol or an identifier; `nil` if there is not exactly one.
    package func module(for requirement: String) -> Int? {
        if let index = byIdentifier[requirement] { return index }
        guard providers.protocols[requirement]?.kind == .destination, !rebound.contains(requirement) else { return nil }
        let servers = providers.servers(of: requirement)
        return servers.count == 1 ? servers[0] : nil
    }
}
