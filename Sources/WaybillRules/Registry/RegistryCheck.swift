package import WaybillManifest
package import WaybillSyntax

/// Compares a manifest set with a registry, using only names and descriptions: the F rules.
///
/// Binding uses it for the registry of a running service, and `waybill check --registry` for a file. Problems that only
/// code can find, such as a value of `with:` that the code rejects, are reported by binding.
package struct RegistryCheck {
    let set: ManifestSet
    let registry: RegistryIndex
    package let requirements: ModuleRequirements
    private var found: [Diagnostic] = []
    /// The modules whose own `with:` cannot be decoded. The overlays of their routes are not checked.
    var undecodable: Set<String> = []
    /// The first use of each registered name, by kind.
    private var uses: [RegistryDescription.Kind: [String: SourceSpan]] = [:]
    /// The registered names of a kind, for suggestions, computed when a name is missing.
    private var registered: [RegistryDescription.Kind: [String]] = [:]
    /// The types of the contexts of requests; empty if they are not known.
    private let contexts: [SwiftTypeName]
    /// The first code that is registered for a context. It decides the context if nothing else does.
    private var firstInContext: (code: Located<String>, context: SwiftTypeName)?
    let suggestions = NameSuggestions()

    /// - Parameters:
    ///   - rebound: The declared protocols that code binds to something other than the set's modules.
    ///   - contexts: The types of the contexts of requests, if they are known.
    package init(
        _ set: ManifestSet, _ registry: RegistryIndex, rebound: Set<String> = [], contexts: [SwiftTypeName] = []
    ) {
        self.set = set
        self.contexts = contexts
        self.registry = registry
        requirements = ModuleRequirements(set, rebound: rebound) {
            registry.factories[set.modules[$0].factory.value] != nil
        }
    }

    /// The declared protocols, by name.
    var protocols: [String: ProtocolDeclaration] { requirements.providers.protocols }

    /// The indices of the modules in the set, by id.
    var modules: [String: Int] { requirements.providers.moduleIndices }

    /// Returns all diagnostics.
    package func diagnostics() -> [Diagnostic] {
        var check = self
        check.run()
        return check.found
    }

    private mutating func run() {
        for module in set.modules { check(module) }
        for adapter in set.adapters { check(adapter) }
        for interceptor in set.interceptors { check(interceptor) }
        for route in set.routes { check(route) }
        checkFallback()
        checkCaptives()
        checkDependencyCycles()
        checkCustomPresentations()
        reportDuplicates()
    }

    mutating func report(_ diagnostic: Diagnostic) { found.append(diagnostic) }

    mutating func report(_ diagnostics: [Diagnostic]) { found += diagnostics }

    /// Returns the index of the module for a protocol or an identifier, if its factory is registered.
    func moduleIndex(of requirement: String) -> Int? {
        requirements.module(for: requirement).flatMap { factory(of: $0) == nil ? nil : $0 }
    }

    /// Returns the factory of the module at an index.
    func factory(of index: Int) -> IndexedFactory? { registry.factories[set.modules[index].factory.value] }

    // MARK: Names

    /// Finds a name, and reports it if it is not registered (F001).
    mutating func find<Entry>(
        _ kind: RegistryDescription.Kind, _ name: Located<String>, in entries: [String: Entry]
    ) -> Entry? {
        guard isRegistered(kind, name) else { return nil }
        return entries[name.value]
    }

    @discardableResult
    mutating func isRegistered(_ kind: RegistryDescription.Kind, _ name: Located<String>) -> Bool {
        if uses[kind]?[name.value] == nil { uses[kind, default: [:]][name.value] = name.span }
        if registry.site(of: name.value, kind) != nil { return true }
        reportUnregistered(kind, name)
        return false
    }

    private mutating func reportUnregistered(_ kind: RegistryDescription.Kind, _ name: Located<String>) {
        let registered = self.registered[kind] ?? registry.names(kind)
        self.registered[kind] = registered
        let other = RegistryDescription.Kind.allCases.first {
            $0 != kind && registry.site(of: name.value, $0) != nil
        }
        var help: String?
        if let other {
            help = "'\(name.value)' is registered as \(other.withArticle): register \(kind.withArticle) of this name"
        } else if registered.isEmpty {
            help = "register it: the registry has no \(kind.rawValue) yet"
        } else if Self.isShort(registered) {
            help = "registered: \(registered.joined(separator: ", "))"
        }
        report(
            Diagnostic(
                .unregisteredName, at: name.span, "no \(kind.rawValue) '\(name.value)' is registered",
                suggestions: suggestions.near(name.value, among: registered), help: help))
    }

    /// Whether a list is short enough for a message, and not empty.
    static func isShort(_ names: [String]) -> Bool { (1...12).contains(names.count) }

    /// F003. Points to the first use, or to the beginning of the manifests if there is none.
    private mutating func reportDuplicates() {
        for duplicate in registry.description.duplicates {
            guard let first = registry.site(of: duplicate.name, duplicate.kind) else { continue }
            let span = uses[duplicate.kind]?[duplicate.name] ?? .startOfFile()
            report(
                Diagnostic(
                    .registeredTwice, at: span, "\(duplicate.kind.rawValue) '\(duplicate.name)' is registered twice",
                    help: "keep one of the registrations at \(first) and \(duplicate.site)"))
        }
    }

    // MARK: Contexts

    /// F013. Requests have one context, so code for another context cannot run.
    mutating func checkContext(_ needed: SwiftTypeName?, of kind: RegistryDescription.Kind, _ name: Located<String>) {
        guard let needed else { return }
        if firstInContext == nil { firstInContext = (name, needed) }
        let assumed = contexts.isEmpty ? firstInContext : nil
        guard let other = (contexts + [assumed?.context].compactMap(\.self)).first(where: { $0 != needed }) else {
            return
        }
        report(
            Diagnostic(
                .contextMismatch, at: name.span,
                "\(kind.rawValue) '\(name.value)' is registered for the context \(needed.name), and "
                    + (assumed.map { "'\($0.code.value)' for \(other.name)" } ?? "requests come with \(other.name)"),
                notes: assumed.map { [.init("'\($0.code.value)' is here", at: $0.code.span)] } ?? [],
                help: "register it for \(other.name), or serve with a context of type \(needed.name)"))
    }

    // MARK: Configurations

    /// F008. Reports keys of a `with:` that are unknown, missing or of the wrong type.
    ///
    /// - Returns: Whether it can be decoded, as far as the description says.
    @discardableResult
    mutating func check(
        _ source: ConfigurationSource, _ shape: RegistryDescription.Shape?, unused with: Node?,
        severity: Severity = .warning
    ) -> Bool {
        if let shape {
            do throws(Unbindable) {
                try source.read { try shape.check($0) }
            } catch {
                report(error.diagnostics)
                return false
            }
        } else if let with {
            report(
                Diagnostic(
                    .configurationMismatch, at: with.span,
                    "\(source.taker) takes no configuration, so 'with' has no effect",
                    severity: severity, help: "remove 'with', or register code that takes a configuration"))
        }
        return true
    }
}

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
