import WaybillManifest
import WaybillSyntax

/// Binds one manifest set to a registry. Nothing stops it: what cannot be bound is reported and left out. The checks of
/// compiling have reported undeclared names already.
struct Binder {
    let set: ManifestSet
    let registry: Registry
    /// The current generation.
    let previous: Generation?
    private let sources: [SourceFile]
    /// Index in the set by id.
    let modules: [String: Int]
    let protocols: [String: ProtocolDeclaration]
    let runtime: Runtime
    var bound: Bound
    /// By the index in the set; modules that could not be bound are absent.
    var modulesByIndex: [Int: BoundModule] = [:]
    /// The modules of the current generation, by id.
    let previousModules: [String: BoundModule]
    /// What provides each declared protocol, by name.
    var supplies: [String: BoundSupply] = [:]
    var directProviders: [ObjectIdentifier: DirectProvider] = [:]
    var diagnostics: [Diagnostic] = []
    /// Where each registered name is used first, by kind.
    private var uses: [Registry.Kind: [String: SourceSpan]] = [:]
    /// The registered names of a kind, listed once a name is missing.
    private var registered: [Registry.Kind: [String]] = [:]
    let suggestions = NameSuggestions()

    /// - Parameter outdated: The ids of modules whose instances the current generation has and that must be made again.
    init(
        compilation: Compilation, registry: Registry, runtime: Runtime, previous: Generation?,
        outdated: Set<String> = []
    ) {
        set = compilation.set
        sources = compilation.sources
        self.registry = registry
        self.runtime = runtime
        bound = Bound(runtime: runtime)
        self.previous = previous
        previousModules = Dictionary(
            (previous?.bound.modules ?? []).filter { !outdated.contains($0.id) }.map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first })
        modules = Dictionary(
            set.modules.enumerated().map { ($1.id.value, $0) }, uniquingKeysWith: { first, _ in first })
        protocols = Dictionary(set.protocols.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func bind() -> Bound {
        bindModules()
        bindProtocols()
        bindRebindings()
        bindInterceptors()
        bindRoutes()
        bindFallback()
        bound.graph = moduleGraph
        checkCaptives()
        checkDependencyCycles()
        checkCustomPresentations()
        reportDuplicates()
        return bound
    }

    /// Whether a performer must hear of every make, so that there is no direct path.
    var observesMaking: Bool { runtime.performer?.observesMaking ?? false }

    /// Looks a name up, and reports it if it is not registered.
    mutating func find<Entry>(
        _ kind: Registry.Kind, _ name: Located<String>, in entries: [String: Entry]
    ) -> Entry? {
        if uses[kind]?[name.value] == nil { uses[kind, default: [:]][name.value] = name.span }
        if let entry = entries[name.value] { return entry }
        reportUnregistered(kind, name)
        return nil
    }

    /// Runs one binding step, and keeps what it reports.
    mutating func report<R>(_ body: () throws(Unbindable) -> R) -> R? {
        do { return try body() } catch {
            diagnostics += error.diagnostics
            return nil
        }
    }

    private mutating func reportUnregistered(_ kind: Registry.Kind, _ name: Located<String>) {
        let registered = self.registered[kind] ?? registry.names(kind)
        self.registered[kind] = registered
        let other = Registry.Kind.allCases.first { $0 != kind && registry.site(of: name.value, $0) != nil }
        var help: String?
        if let other {
            help = "'\(name.value)' is registered as \(other.withArticle): register \(kind.withArticle) of this name"
        } else if registered.isEmpty {
            help = "register it: the registry has no \(kind.rawValue) yet"
        } else if Self.isShort(registered) {
            help = "registered: \(registered.joined(separator: ", "))"
        }
        diagnostics.append(
            Diagnostic(
                .unregisteredName, at: name.span, "no \(kind.rawValue) '\(name.value)' is registered",
                suggestions: suggestions.near(name.value, among: registered), help: help))
    }

    /// Whether a list is worth telling: it has items, and few.
    static func isShort(_ names: [String]) -> Bool { (1...12).contains(names.count) }

    /// Points at the first use, or at the beginning of the manifests if there is none.
    private mutating func reportDuplicates() {
        for duplicate in registry.duplicates {
            guard let first = registry.site(of: duplicate.name, duplicate.kind), !sources.isEmpty else { continue }
            let span = uses[duplicate.kind]?[duplicate.name] ?? SourceSpan(file: 0, start: 0, end: 0)
            diagnostics.append(
                Diagnostic(
                    .registeredTwice, at: span, "\(duplicate.kind.rawValue) '\(duplicate.name)' is registered twice",
                    help: "keep one of the registrations at \(first) and \(duplicate.site)"))
        }
    }
}
