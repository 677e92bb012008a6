package import WaybillSyntax

/// Compares one manifest set with what is registered, by names and descriptions alone: the F rules.
///
/// Binding asks it about the registry of a running service, and `waybill check --registry` about a file. What only code can find,
/// such as a value of `with:` that the code does not take, binding reports besides.
package struct RegistryCheck {
    let set: ManifestSet
    let registry: RegistryIndex
    let protocols: [String: ProtocolDeclaration]
    package let requirements: ModuleRequirements
    /// Index in the set by id.
    let modules: [String: Int]
    private var found: [Diagnostic] = []
    /// The modules whose own `with:` cannot be decoded: what routes lay over it is not looked at.
    var undecodable: Set<String> = []
    /// Where each registered name is used first, by kind.
    private var uses: [RegistryDescription.Kind: [String: SourceSpan]] = [:]
    /// The registered names of a kind, listed once a name is missing.
    private var registered: [RegistryDescription.Kind: [String]] = [:]
    /// The types of the contexts that requests come with; empty where nothing says which.
    private let contexts: [SwiftTypeName]
    /// The first code that is registered for a context: where nothing else says which there is, it does.
    private var firstInContext: (code: Located<String>, context: SwiftTypeName)?
    let suggestions = NameSuggestions()

    /// - Parameters:
    ///   - rebound: The declared protocols that something else answers than the set's modules.
    ///   - contexts: The types of the contexts that requests come with, if that is known.
    package init(
        _ set: ManifestSet, _ registry: RegistryIndex, rebound: Set<String> = [], contexts: [SwiftTypeName] = []
    ) {
        self.set = set
        self.contexts = contexts
        self.registry = registry
        protocols = Dictionary(set.protocols.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
        modules = Dictionary(
            set.modules.enumerated().map { ($1.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        requirements = ModuleRequirements(set, rebound: rebound) {
            registry.factories[set.modules[$0].factory.value] != nil
        }
    }

    /// What breaks the rules.
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

    /// The index of the module that a protocol or an identifier leads to, if its factory is registered.
    func moduleIndex(of requirement: String) -> Int? {
        requirements.module(for: requirement).flatMap { factory(of: $0) == nil ? nil : $0 }
    }

    /// The factory of the module at an index.
    func factory(of index: Int) -> IndexedFactory? { registry.factories[set.modules[index].factory.value] }

    // MARK: Names

    /// Looks a name up, and reports it if it is not registered (F001).
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

    /// Whether a list is worth telling: it has items, and few.
    static func isShort(_ names: [String]) -> Bool { (1...12).contains(names.count) }

    /// F003. Points at the first use, or at the beginning of the manifests if there is none.
    private mutating func reportDuplicates() {
        for duplicate in registry.description.duplicates {
            guard let first = registry.site(of: duplicate.name, duplicate.kind) else { continue }
            let span = uses[duplicate.kind]?[duplicate.name] ?? SourceSpan(file: 0, start: 0, end: 0)
            report(
                Diagnostic(
                    .registeredTwice, at: span, "\(duplicate.kind.rawValue) '\(duplicate.name)' is registered twice",
                    help: "keep one of the registrations at \(first) and \(duplicate.site)"))
        }
    }

    // MARK: Contexts

    /// F013. Requests come with one context, so code that is registered for another one cannot run.
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

    /// F008. What a `with:` has that its taker does not read, lacks, or has as something else.
    ///
    /// - Returns: Whether it can be decoded, as far as is known here.
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
