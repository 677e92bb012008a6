/// What a service registered in Swift, as a value that can be written to a file: what manifests are checked against without
/// the service.
///
/// `notes-service waybill registry > registry.json` writes one, and `waybill check --registry registry.json` reads it. Its
/// JSON has the schema `Schemas/registry.schema.json`.
public struct RegistryDescription: Sendable, Hashable, Codable {
    /// The only version that there is.
    public static let currentVersion = 1

    public var version = currentVersion
    /// The `ExecutableDigest` of the program that has registered all this; `nil` if it is not known.
    public var build: String?
    /// What each list contains is sorted by name, and no name appears twice in one.
    public var factories: [Factory] = []
    public var adapters: [Adapter] = []
    public var interceptors: [Interceptor] = []
    public var handlers: [Handler] = []
    public var lanes: [Named] = []
    public var presenters: [Named] = []
    /// The registrations of names that were registered already, in the order of the calls. They have no effect.
    public var duplicates: [Duplicate] = []

    public init() {}

    /// The name of the presenter that was registered without a name.
    package static let mainPresenter = "main"

    /// A line of Swift.
    public struct Site: Sendable, Hashable, Codable, CustomStringConvertible {
        /// Swift's `#fileID`: `Notes/Registry.swift`.
        public var file: String
        public var line: Int

        public init(file: String, line: Int) {
            self.file = file
            self.line = line
        }

        public var description: String { "\(file):\(line)" }
    }

    /// A registration of which nothing but the name matters.
    public struct Named: RegisteredCode {
        public var name: String
        public var site: Site

        public init(name: String, site: Site) {
            self.name = name
            self.site = site
        }
    }

    public struct Factory: RegisteredCode {
        public var name: String
        public var site: Site
        /// The type of what it makes.
        public var makes: SwiftTypeName
        public var isClass = false
        public var isSendable = true
        /// Whether it must be awaited.
        public var isAsynchronous = false
        /// Whether what it makes has a lifecycle.
        public var runs = false
        /// Whether hooks, constructors or events can ask for other modules once this one is made.
        public var asksLater = false
        /// Whether performing its modules needs no presenter.
        public var performs = false
        /// Whether the compiler may have taken ``makes`` from what is made of the factory's products.
        public var isGuessed = false
        /// The types that its products were registered to provide, in the order of the registrations.
        public var provides: [SwiftTypeName] = []
        /// The types through which callers may configure its modules.
        public var configuredBy: [SwiftTypeName] = []
        /// What `with:` is decoded into; `nil` if it takes no configuration.
        public var configuration: Shape?

        public init(name: String, site: Site, makes: SwiftTypeName) {
            self.name = name
            self.site = site
            self.makes = makes
        }
    }

    public struct Adapter: RegisteredCode {
        public var name: String
        public var site: Site
        public var takes: SwiftTypeName
        public var makes: SwiftTypeName

        public init(name: String, site: Site, takes: SwiftTypeName, makes: SwiftTypeName) {
            self.name = name
            self.site = site
            self.takes = takes
            self.makes = makes
        }
    }

    public struct Interceptor: RegisteredCode {
        public var name: String
        public var site: Site
        /// What `with:` is decoded into; `nil` if it takes no configuration.
        public var configuration: Shape?
        /// The type of the request context that it is registered for; `nil` for any.
        public var context: SwiftTypeName?

        public init(name: String, site: Site) {
            self.name = name
            self.site = site
        }
    }

    public struct Handler: RegisteredCode {
        public var name: String
        public var site: Site
        /// What `with:` is decoded into; `nil` if it takes no configuration.
        public var configuration: Shape?
        /// What the parameters of its requests are decoded into; `nil` if it reads them one by one.
        public var parameters: Shape?
        /// The type of the request context that it is registered for; `nil` for any.
        public var context: SwiftTypeName?

        public init(name: String, site: Site) {
            self.name = name
            self.site = site
        }
    }

    public struct Duplicate: Sendable, Hashable, Codable {
        public var kind: Kind
        public var name: String
        public var site: Site

        public init(kind: Kind, name: String, site: Site) {
            self.kind = kind
            self.name = name
            self.site = site
        }
    }

    /// The kinds of names; each kind has its own namespace.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case factory, adapter, interceptor, handler, presenter, lane

        /// The key of the list of all code of the kind.
        package var list: String { self == .factory ? "factories" : rawValue + "s" }

        package var withArticle: String {
            switch self {
            case .adapter, .interceptor: "an \(rawValue)"
            case .factory, .handler, .presenter, .lane: "a \(rawValue)"
            }
        }
    }
}

/// Code that is registered under a name.
public protocol RegisteredCode: Sendable, Hashable, Codable {
    var name: String { get }
    /// Where it is registered.
    var site: RegistryDescription.Site { get }
}
