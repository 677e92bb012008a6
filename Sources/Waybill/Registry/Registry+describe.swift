import WaybillManifest
public import WaybillRules
import WaybillTable

extension Registry {
    /// The registered code as a file for `waybill check --registry`, with the keys of every configuration and the build
    /// of the running program.
    ///
    /// To find the keys, configurations and parameters are decoded from a few common values. No other registered code
    /// runs.
    public func describe() -> RegistryDescription {
        var description = described { ShapeRecorder.shape(of: $0) }
        description.build = ExecutableDigest.current
        return description
    }

    /// The part that binding needs. Binding decodes the configurations itself. No registered code runs.
    package var outline: RegistryDescription {
        described { .init(type: SwiftTypeName(name: "\($0)", fullName: "\($0)"), isPartial: true) }
    }

    private func described(_ shape: (any Decodable.Type) -> RegistryDescription.Shape) -> RegistryDescription {
        var description = RegistryDescription()
        description.factories = Self.sorted(factories) { name, entry in
            var factory = RegistryDescription.Factory(entry, named: name)
            factory.configuration = entry.configuration.map { shape($0) }
            return factory
        }
        description.adapters = Self.sorted(adapters) { name, entry in
            .init(name: name, site: entry.site, takes: entry.provided.names, makes: entry.required.names)
        }
        description.interceptors = Self.sorted(interceptors) { name, entry in
            var interceptor = RegistryDescription.Interceptor(name: name, site: entry.site)
            interceptor.configuration = entry.configuration.map { shape($0) }
            interceptor.context = entry.host?.names
            return interceptor
        }
        description.handlers = Self.sorted(handlers) { name, entry in
            var handler = RegistryDescription.Handler(name: name, site: entry.site)
            handler.configuration = entry.configuration.map { shape($0) }
            handler.parameters = entry.parameters.map { type in
                switch type {
                case .decoded(let type): shape(type)
                case .captured(let route): route.shape
                }
            }
            handler.context = entry.host?.names
            return handler
        }
        description.lanes = Self.sorted(lanes) { .init(name: $0, site: $1.site) }
        description.presenters = Self.sorted(performer?.presenterSites ?? [:]) { .init(name: $0, site: $1) }
        description.duplicates = duplicates
        return description
    }

    private static func sorted<Entry, Described: RegisteredCode>(
        _ entries: [String: Entry], _ describe: (String, Entry) -> Described
    ) -> [Described] {
        entries.sorted { $0.key < $1.key }.map(describe)
    }
}

extension RegistryDescription.Factory {
    fileprivate init(_ entry: any FactoryEntry, named name: String) {
        self.init(name: name, site: entry.site, makes: entry.made.names)
        isClass = entry.isClass
        isSendable = entry.isSendable
        isAsynchronous = entry.isAsynchronous
        runs = entry.runs
        asksLater = !entry.hasOnlyClosure
        performs = entry.performing?.performs ?? false
        isGuessed = entry.isGuessed
        provides = entry.conformances.values.map(\.type.names)
        configuredBy = entry.configurations.values.map(\.type.names)
    }
}

extension DeclaredRoute {
    /// The parameters of the structure that was generated for the route.
    fileprivate var shape: RegistryDescription.Shape {
        let keys = captures.map { name, isRequired in
            let type = constraints[name]?.type?.swiftType ?? .string
            var scalar = RegistryDescription.Scalar(type.isInteger ? .integer : .text, type: type.rawValue)
            if case .oneOf(let values) = constraints[name] { scalar.choices = values }
            return RegistryDescription.Key(name: name, isRequired: isRequired, value: .scalar(scalar))
        }
        return .init(type: SwiftTypeName(name: id, fullName: id), keys: keys)
    }
}
