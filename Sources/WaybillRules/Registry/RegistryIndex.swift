package import WaybillManifest
package import WaybillSyntax

/// An index of a registry's description: made once for a registry, and used for every set.
package struct RegistryIndex: Sendable {
    package let description: RegistryDescription
    let factories: [String: IndexedFactory]
    let adapters: [String: RegistryDescription.Adapter]
    let interceptors: [String: RegistryDescription.Interceptor]
    let handlers: [String: RegistryDescription.Handler]
    private let sites: [RegistryDescription.Kind: [String: RegistryDescription.Site]]

    package init(_ description: RegistryDescription) {
        self.description = description
        factories = Self.byName(description.factories).mapValues { IndexedFactory($0) }
        adapters = Self.byName(description.adapters)
        interceptors = Self.byName(description.interceptors)
        handlers = Self.byName(description.handlers)
        sites = [
            .factory: Self.sites(description.factories), .adapter: Self.sites(description.adapters),
            .interceptor: Self.sites(description.interceptors), .handler: Self.sites(description.handlers),
            .lane: Self.sites(description.lanes), .presenter: Self.sites(description.presenters),
        ]
    }

    /// Returns the line that registered a name.
    func site(of name: String, _ kind: RegistryDescription.Kind) -> RegistryDescription.Site? { sites[kind]?[name] }

    func names(_ kind: RegistryDescription.Kind) -> [String] { (sites[kind] ?? [:]).keys.sorted() }

    private static func byName<Code: RegisteredCode>(_ list: [Code]) -> [String: Code] {
        Dictionary(firstOf: list.map { ($0.name, $0) })
    }

    private static func sites(_ list: [some RegisteredCode]) -> [String: RegistryDescription.Site] {
        byName(list).mapValues(\.site)
    }
}

/// A factory whose types are found by any spelling.
struct IndexedFactory: Sendable {
    let facts: RegistryDescription.Factory
    let provided: TypeIndex<SwiftTypeName>
    let configuredBy: TypeIndex<SwiftTypeName>

    init(_ facts: RegistryDescription.Factory) {
        self.facts = facts
        provided = Self.index(facts.provides)
        configuredBy = Self.index(facts.configuredBy)
    }

    private static func index(_ types: [SwiftTypeName]) -> TypeIndex<SwiftTypeName> {
        var index = TypeIndex<SwiftTypeName>()
        for type in types { index.add(type, for: type) }
        return index
    }
}

extension RegistryIndex {
    /// Returns the registered code that a set does not name.
    package func unused(in set: ManifestSet) -> [UnusedCode] {
        let named = set.namedCode
        return RegistryDescription.Kind.allCases.flatMap { kind in
            guard let used = named[kind] else { return [UnusedCode]() }
            return names(kind).filter { !used.contains($0) }.compactMap { name in
                site(of: name, kind).map { UnusedCode(kind: kind, name: name, site: $0) }
            }
        }
    }
}

/// Registered code that no manifest names.
package struct UnusedCode: CustomStringConvertible {
    package var kind: RegistryDescription.Kind
    package var name: String
    var site: RegistryDescription.Site

    /// For example `handler 'show' at Notes/main.swift:12`.
    package var description: String { "\(kind.rawValue) '\(name)' at \(site)" }
}

extension ManifestSet {
    /// The names of registered code, by kind.
    package var namedCode: [RegistryDescription.Kind: Set<String>] {
        let lanes = modules.compactMap(\.lane?.value) + routes.compactMap(\.lane?.value)
        return [
            .factory: Set(modules.map(\.factory.value)), .adapter: Set(adapters.compactMap(\.using?.value)),
            .interceptor: Set(interceptors.compactMap(\.action.code?.value)), .handler: Set(handlerNames.map(\.value)),
            .lane: Set(lanes),
        ]
    }

    /// The handlers that routes and the fallback name.
    package var handlerNames: [Located<String>] {
        routes.compactMap(\.destination.handler) + (fallback?.targets.compactMap(\.handler) ?? [])
    }
}

extension ProtocolDeclaration {
    /// Returns the spellings of the Swift type: as the manifest writes it, and composed of its parts.
    package func spellings(among protocols: [String: ProtocolDeclaration]) -> [String] {
        let types = parts.compactMap { protocols[$0.value]?.swiftType.value }
        return [swiftType.value] + (types.isEmpty ? [] : [types.joined(separator: " & ")])
    }
}

extension TypeIndex {
    /// The registration for the Swift type of a declared protocol.
    package subscript(declaration: ProtocolDeclaration, among protocols: [String: ProtocolDeclaration]) -> Value? {
        for spelling in declaration.spellings(among: protocols) {
            if let value = self[spelling] { return value }
        }
        return nil
    }
}
