import WaybillManifest
package import WaybillSyntax
import WaybillTable

extension OpenAPIDocument {
    /// Reads a document. Its problems are values; what is valid is read in spite of them.
    ///
    /// - Parameters:
    ///   - first: The index of the document in the report's sources.
    ///   - root: The folder whose files references may name; by default the document's own.
    ///   - load: Returns a file; by default from disk.
    /// - Complexity: Linear in the paths, operations and parameters. Other parts of the document are only parsed.
    package static func read(
        _ path: String, first: Int = 0, root: String? = nil, load: ((String) -> SourceFile)? = nil
    ) -> OpenAPIDocument {
        let files = DocumentFiles(
            first: first, root: root ?? ManifestFiles.folderPrefix(of: path), load: load ?? { SourceFile.reading($0) })
        var reader = DocumentReader(SchemaReader(files))
        reader.read(path)
        reader.document.files = reader.files.files
        reader.document.roots = reader.files.documents
        if !reader.files.isRead { reader.document.isRead = false }
        reader.document.diagnostics = reader.files.diagnostics.sortedByPlace()
        return reader.document
    }
}

/// Reads the servers, the security and the operations of a document.
struct DocumentReader {
    var document = OpenAPIDocument(files: [], diagnostics: [])
    var schemas: SchemaReader
    var files: DocumentFiles {
        get { schemas.files }
        _modify { yield &schemas.files }
    }
    var security: [OpenAPIDocument.Requirement]?
    /// By id: the place of the operation.
    var ids: [String: SourceSpan] = [:]
    /// What is reported once for each place.
    var reported: Set<Reported> = []

    struct Reported: Hashable {
        var span: SourceSpan
        var message: String
    }

    /// By shape: the path.
    private var shapes: [[UInt8]: Located<String>] = [:]
    /// The number of the path item that is read.
    var itemNumber = 0
    /// The names of the security schemes.
    private var declared: Set<String> = []
    /// By the place of a parameter: its description. References let many operations share one.
    var described: [SourceSpan: OpenAPIDocument.Parameter] = [:]
    /// The parameters and operations that may still be read. References can repeat each of them in every path.
    private var budget = Self.maximumParts

    /// The limit of parameters and operations, each counted wherever it is used.
    private static let maximumParts = 50_000

    /// Returns whether some more parts may be read. The first excess is reported.
    mutating func spend(_ count: Int, at span: SourceSpan) -> Bool {
        guard budget >= 0 else { return false }
        budget -= count
        if budget < 0 {
            files.report(
                "the document has more than 50,000 operations and parameters, those that references repeat "
                    + "included; the rest is not read",
                at: span, help: "split the document")
        }
        return budget >= 0
    }

    init(_ schemas: SchemaReader) { self.schemas = schemas }

    mutating func value(_ key: String, _ node: YAMLNode) -> YAMLNode? { files.value(key, of: node) }

    mutating func text(_ key: String, _ node: YAMLNode) -> String? { value(key, node)?.scalarText }

    /// Returns the items of a list; empty without one.
    mutating func items(_ key: String, _ node: YAMLNode) -> [YAMLNode] {
        value(key, node).map { Array($0.items) } ?? []
    }

    mutating func read(_ path: String) {
        guard let root = files.root(of: path), readVersion(root, path) else {
            document.isRead = false
            return
        }
        if files.reportMisspelt(in: root, among: Self.rootKeys).contains("paths") { document.isRead = false }
        let schemes = value("components", root).flatMap { value("securitySchemes", $0) }
        document.schemes = schemes?.entries.compactMap(\.key.scalarText) ?? []
        declared = Set(document.schemes)
        security = value("security", root).map { requirements($0) }
        document.root = root
        document.ownServers = readServers(root)
        document.webhooks = value("webhooks", root)?.childCount ?? 0
        var servers = document.ownServers
        document.paths = value("paths", root)
        for entry in document.paths?.entries.map({ $0 }) ?? [] {
            guard let name = entry.key.scalarText, !name.hasPrefix("x-") else { continue }
            let key = Located(name, at: entry.key.span)
            servers += readPath(key, entry.value)
        }
        if !servers.isEmpty { document.servers = servers.uniqued() }
    }

    private mutating func readVersion(_ root: YAMLNode, _ path: String) -> Bool {
        guard let version = value("openapi", root) else {
            let old = value("swagger", root)
            files.report(
                old.map { "OpenAPI \($0.scalarText ?? "2.0") is not supported" }
                    ?? "'\(path)' is not an OpenAPI document",
                at: old?.span ?? .startOfFile(root.span.file),
                help: old == nil
                    ? "write 'openapi: 3.1.0' first" : "convert it to OpenAPI 3.1, for example with swagger2openapi")
            return false
        }
        let numbers = (version.scalarText ?? "").split(separator: ".")
        guard numbers.count > 1, numbers[0] == "3", let minor = Int(numbers[1]), minor <= 2 else {
            files.report(
                "OpenAPI \(version.scalarText ?? "") is not supported", at: version.span,
                help: "use OpenAPI 3.0, 3.1 or 3.2")
            return false
        }
        document.version = version.scalarText ?? document.version
        schemas.minorVersion = minor
        return true
    }

    private static let rootKeys: Set = [
        "openapi", "$self", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security",
        "tags",
        "externalDocs",
    ]

    // MARK: Servers

    mutating func readServers(_ node: YAMLNode) -> [OpenAPIDocument.Server] {
        items("servers", node).compactMap { server in
            guard var url = text("url", server) else { return nil }
            for variable in value("variables", server)?.entries.map({ $0 }) ?? [] {
                guard let name = variable.key.scalarText, let standard = text("default", variable.value) else {
                    continue
                }
                url = url.replacing("{\(name)}", with: standard)
            }
            return OpenAPIDocument.Server(url: url)
        }
    }

    // MARK: Security

    /// Returns the alternatives of a `security` list.
    mutating func requirements(_ node: YAMLNode) -> [OpenAPIDocument.Requirement] {
        node.items.map { alternative in
            var requirement: OpenAPIDocument.Requirement = [:]
            for entry in alternative.entries {
                guard let name = entry.key.scalarText else { continue }
                if !declared.contains(name) {
                    files.report(
                        "the security scheme '\(name)' is not declared", at: entry.key.span,
                        help: "declare it under 'components: securitySchemes:'")
                }
                requirement[name] = entry.value.items.compactMap(\.scalarText).sorted()
            }
            return requirement
        }
    }

    // MARK: Paths

    /// The limit of operations of one path.
    private static let maximumOperations = 64

    /// - Returns: The servers of the path and its operations.
    private mutating func readPath(_ path: Located<String>, _ node: YAMLNode) -> [OpenAPIDocument.Server] {
        guard budget >= 0, let place = place(of: path, node) else { return [] }
        if let other = shapes.updateValue(path, forKey: place.template.shape) {
            files.report(
                "the paths '\(other.value)' and '\(path.value)' are one path", at: path.span,
                notes: [.init("'\(other.value)' is here", at: other.span)], help: "merge them")
        }
        var servers: [OpenAPIDocument.Server] = []
        var common = ParameterList()
        for item in pathItems(node) {
            itemNumber += 1
            files.reportMisspelt(in: item, among: Self.itemKeys)
            let own = readServers(item)
            servers += own
            if let list = value("parameters", item) { common.add(parameters(list)) }
            let all = operations(item)
            if all.count > Self.maximumOperations {
                files.report(
                    "the path '\(path.value)' has more than \(Self.maximumOperations) operations; the rest is not read",
                    at: all[Self.maximumOperations].1, help: "divide the path")
            }
            for (method, span, operation) in all.prefix(Self.maximumOperations) {
                let others = readServers(operation)
                servers += others
                var empty = OpenAPIDocument.Operation(method: method, item: place, span: span)
                empty.hasOwnServers = !own.isEmpty || !others.isEmpty
                read(operation, empty, common)
            }
        }
        return servers
    }

    /// Returns the item, and first the one that it refers to.
    private mutating func pathItems(_ node: YAMLNode) -> [YAMLNode] {
        guard value("$ref", node) != nil else { return [node] }
        return [files.resolved(node), node].compactMap(\.self)
    }

    private mutating func place(of path: Located<String>, _ item: YAMLNode) -> OpenAPIDocument.Path? {
        do throws(PathTemplate.Problem) {
            let template = try PathTemplate(path.value)
            do throws(PatternError) {
                return OpenAPIDocument.Path(path, template, try Pattern(template.patternText), item.span)
            } catch {
                files.report(
                    "no route can have the path '\(path.value)': \(error.message)", at: path.span, severity: .warning,
                    help: error.help)
            }
        } catch {
            files.report(error.reason, at: path.span, severity: error.isLoss ? .warning : nil, help: error.help)
        }
        return nil
    }

    private static let itemKeys = Set(methods.keys).union([
        "$ref", "summary", "description", "servers", "parameters", additional,
    ])

    /// By key. QUERY is of 3.2.
    private static let methods = Dictionary(
        uniqueKeysWithValues: ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"].map {
            ($0, $0.uppercased())
        })

    /// The key of other methods, which is of 3.2, too.
    private static let additional = "additionalOperations"

    private mutating func operations(_ item: YAMLNode) -> [(String, SourceSpan, YAMLNode)] {
        var found: [(String, SourceSpan, YAMLNode)] = []
        for entry in item.entries {
            guard let name = entry.key.scalarText else { continue }
            if schemas.minorVersion < 2, name == "query" || name == Self.additional {
                schemas.sayOfVersion("'\(name)'", "3.2", entry.key)
            }
            if let method = Self.methods[name] {
                found.append((method, entry.key.span, entry.value))
            } else if name == Self.additional {
                found += entry.value.entries.compactMap { other in
                    other.key.scalarText.map { ($0, other.key.span, other.value) }
                }
            }
        }
        return found
    }
}

extension OpenAPIDocument.Server {
    init(url: String) {
        var rest = url[...]
        host = nil
        if let start = url.firstRange(of: "://")?.upperBound
            ?? (url.hasPrefix("//") ? url.index(url.startIndex, offsetBy: 2) : nil)
        {
            let authority = url[start...].prefix { $0 != "/" }
            host = authority.contains("{") ? nil : authority.split(separator: "@").last.map(String.init)
            rest = url[authority.endIndex...]
        }
        let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
        let names = rest[..<end].split(separator: "/").filter { $0 != "." }
        path = names.map { "/" + $0 }.joined()
    }
}
