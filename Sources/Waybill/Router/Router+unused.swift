import WaybillManifest
import WaybillSyntax

extension Router {
    /// The registered code that the current manifests name nowhere, each with its line: `handler 'show' at Notes/main.swift:12`.
    ///
    /// A reloader logs it at the start, and after a reload that changes it. The code may be meant for other manifests, or for a route
    /// whose name is misspelt.
    public var unusedRegistrations: [String] {
        let named = generation.set.namedCode
        return Registry.Kind.allCases.flatMap { kind in
            guard let used = named[kind] else { return [String]() }
            return registry.names(kind).filter { !used.contains($0) }.compactMap { name in
                registry.site(of: name, kind).map { "\(kind.rawValue) '\(name)' at \($0)" }
            }
        }
    }
}

extension ManifestSet {
    /// The names of registered code, by kind.
    fileprivate var namedCode: [Registry.Kind: Set<String>] {
        let fallbacks = [fallback?.target].compactMap(\.self) + (fallback?.byTag.map(\.target) ?? [])
        let handlers =
            routes.compactMap { route -> String? in
                if case .handler(let name) = route.destination { name.value } else { nil }
            }
            + fallbacks.compactMap { target in
                if case .handler(let name) = target { name.value } else { nil }
            }
        let uses = interceptors.compactMap { interceptor -> String? in
            if case .use(let name) = interceptor.action { name.value } else { nil }
        }
        let lanes = modules.compactMap(\.lane?.value) + routes.compactMap(\.lane?.value)
        return [
            .factory: Set(modules.map(\.factory.value)), .adapter: Set(adapters.compactMap(\.using?.value)),
            .interceptor: Set(uses), .handler: Set(handlers), .lane: Set(lanes),
        ]
    }
}
