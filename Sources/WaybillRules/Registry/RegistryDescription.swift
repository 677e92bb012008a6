import WaybillManifest

/// The registrations of a service as a value that can be written to a file, against which manifests are checked without
/// the service.
///
/// `notes-service waybill registry > registry.json` writes one, and `waybill check --registry registry.json` reads it.
/// Its JSON has the schema `Schemas/registry.schema.json`.
public struct RegistryDescription: Sendable, Hashable, Codable {
    /// The only version so far.
    public static let currentVersion = 1

    public var version = currentVersion
    /// The `ExecutableDigest` of the program that made the registrations; `nil` if it is not known.
    public var build: String?
    /// Each list is sorted by name, and contains no name twice.
    public var factories: [Factory] = []
    public var adapters: [Adapter] = []
    public var interceptors: [Interceptor] = []
    public var handlers: [Handler] = []
    public var lanes: [Named] = []
    public var presenters: [Named] = []
    /// Registrations of names that were already registered, in the order of the calls. They have no effect.
    public var duplicates: [Duplicate] = []

    public init() {}

    /// The description as JSON on several lines, with sorted keys and a line end.
    public var json: String { JSONText.encode(self) }

    /// The name of the presenter that was registered without a name.
    package static let mainPresenter = "main"

    /// A line of Swift code.
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

    /// Registered code of which only the name matters.
    public struct Named: RegisteredCode {
        public var name: String
        public var site: Site

        public init(name: String, site: Site) {
            self.name = name
            self.site = site
        }
    }

    /// A factory, which makes modules.
    public struct Factory: RegisteredCode {
        public var name: String
        public var site: Site
        /// The type that it makes.
        public var makes: SwiftTypeName
        public var isClass = false
        public var isSendable = true
        /// Whether the factory is asynchronous.
        public var isAsynchronous = false
        /// Whether its products have a lifecycle.
        public var runs = false
        /// Whether hooks, constructors or events may ask for other modules after the product is made.
        public var asksLater = false
        /// Whether its modules can be performed without a presenter.
        public var performs = false
        /// Whether ``makes`` may be inferred from the use of the products, instead of being stated.
        public var isGuessed = false
        /// The types that its products were registered to provide, in the order of the registrations.
        public var provides: [SwiftTypeName] = []
        /// The types through which callers may configure its modules.
        public var configuredBy: [SwiftTypeName] = []
        /// The type of the `with:` value; `nil` if it takes no configuration.
        public var configuration: Shape?

        public init(name: String, site: Site, makes: SwiftTypeName) {
            self.name = name
            self.site = site
            self.makes = makes
        }
    }

    /// An adapter from one protocol to another.
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

    /// An interceptor.
    public struct Interceptor: RegisteredCode {
        public var name: String
        public var site: Site
        /// The type of the `with:` value; `nil` if it takes no configuration.
        public var configuration: Shape?
        /// The type of the request context that it is registered for; `nil` for any.
        public var context: SwiftTypeName?

        public init(name: String, site: Site) {
            self.name = name
            self.site = site
        }
    }

    /// A handler.
    public struct Handler: RegisteredCode {
        public var name: String
        public var site: Site
        /// The type of the `with:` value; `nil` if it takes no configuration.
        public var configuration: Shape?
        /// The type of the decoded parameters; `nil` if it reads them one by one.
        public var parameters: Shape?
        /// The type of the request context that it is registered for; `nil` for any.
        public var context: SwiftTypeName?

        public init(name: String, site: Site) {
            self.name = name
            self.site = site
        }
    }

    /// A registration of a name that is already registered. It has no effect.
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
    /// The line of the registration.
    var site: RegistryDescription.Site { get }
}
