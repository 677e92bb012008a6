import WaybillManifest
import WaybillRules
import WaybillSyntax
import WaybillTable

/// Binds one manifest set to a registry. It does not stop at problems: what cannot be bound is left out.
/// ``RegistryCheck`` reports what is not registered or does not fit; the binder reports what only code can find.
struct Binder {
    let set: ManifestSet
    let registry: Registry
    /// The current generation.
    let previous: Generation?
    let requirements: ModuleRequirements
    let runtime: Runtime
    var bound: Bound
    /// By the index in the set. Modules that could not be bound are absent.
    var modulesByIndex: [Int: BoundModule] = [:]
    /// The modules of the current generation, by id.
    let previousModules: [String: BoundModule]
    /// By name of a declared protocol: what provides it.
    var supplies: [String: BoundSupply] = [:]
    var diagnostics: [Diagnostic] = []
    let suggestions = NameSuggestions()

    /// - Parameters:
    ///   - requirements: The requirements of the same set.
    ///   - outdated: The ids of modules whose current instances must be made again.
    init(
        _ set: ManifestSet, _ requirements: ModuleRequirements, registry: Registry, runtime: Runtime,
        previous: Generation?, outdated: Set<String> = []
    ) {
        self.set = set
        self.requirements = requirements
        self.registry = registry
        self.runtime = runtime
        bound = Bound(runtime: runtime)
        self.previous = previous
        previousModules = Dictionary(
            firstOf: (previous?.bound.modules ?? []).filter { !outdated.contains($0.id) }.map { ($0.id, $0) })
    }

    mutating func bind() -> Bound {
        bindModules()
        bindProtocols()
        bindRebindings()
        bindInterceptors()
        bindRoutes()
        bindFallback()
        bound.graph = moduleGraph
        return bound
    }

    /// The declared protocols, by name.
    var protocols: [String: ProtocolDeclaration] { requirements.providers.protocols }

    /// The indices of the modules in the set, by id.
    var modules: [String: Int] { requirements.providers.moduleIndices }

    /// Runs one binding step, and records its error.
    mutating func report<R>(_ body: () throws(Unbindable) -> R) -> R? {
        do { return try body() } catch {
            diagnostics += error.diagnostics
            return nil
        }
    }
}

extension Binder {
    /// F012. The parameters that the handler reads are declared by generated code, or determined by decoding values
    /// that the route captures.
    mutating func checkParameters(of handler: Located<String>, _ type: ParametersType, _ route: Route) {
        let parameters =
            switch type {
            case .captured(let declared): declared.readParameters(set.settings)
            case .decoded(let type): ParameterShape(of: type, from: route.captureSamples).fields.map(\.parameter)
            }
        diagnostics += route.mismatches(with: parameters, of: handler, suggestions)
    }
}

extension ParameterShape.Field {
    fileprivate var parameter: ReadParameter {
        ReadParameter(
            name: name, type: "\(type)", isRequired: isRequired, reading: .texts(sample: sample, isRead: reads))
    }
}

extension DeclaredRoute {
    /// The parameters of a generated structure: the captures of its route. Those of all patterns are required.
    fileprivate func readParameters(_ settings: MatchSettings) -> [ReadParameter] {
        captures.map { name, isRequired in
            let constraint = constraints[name].flatMap { $0.isReadAsText ? nil : $0 }
            let automaton = constraint.flatMap { try? Automaton($0, caseSensitive: settings.isCaseSensitive) }
            return ReadParameter(
                name: name, type: constraint?.type?.swiftType.rawValue ?? constraint?.summary ?? "String",
                isRequired: isRequired,
                reading: automaton.map { .within($0) } ?? .anything)
        }
    }
}

extension Binder {
    /// Replaces the manifests' modules by the rebindings of tests. The last rebinding of a type counts.
    mutating func bindRebindings() {
        for (type, entry) in registry.rebindings {
            let place = SourceSpan.startOfFile()
            let source = ConfigurationSource(node: nil, anchor: place, taker: "a rebinding")
            guard let entry, let factory = report({ () throws(Unbindable) in try entry.bind(source) }),
                let conformance = entry.conformances.values.first
            else { continue }
            let module = bind(Module(id: Located("rebound \(type)", at: place)), entry, factory)
            bound.supplies[type.id] = .module(module, conformance.conversion)
            // A module that nobody asks for need not be made.
            for name in set.protocols(answering: [type]) { supplies[name] = .module(module, conformance.conversion) }
        }
    }
}

extension ManifestSet {
    /// Returns the names of the declared protocols for some types.
    func protocols(answering types: [TypeName]) -> Set<String> {
        guard !types.isEmpty else { return [] }
        let protocols = Dictionary(firstOf: self.protocols.map { ($0.name.value, $0) })
        return Set(
            self.protocols.filter { declaration in
                let spellings = declaration.spellings(among: protocols)
                return types.contains { spellings.contains(where: $0.names.matches) }
            }.map(\.name.value))
    }
}
