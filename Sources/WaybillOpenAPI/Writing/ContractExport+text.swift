import WaybillManifest
import WaybillRules
import WaybillSyntax

extension ContractExport {
    /// A version of OpenAPI that is written.
    package enum Version: String, CaseIterable, Sendable {
        case v30 = "3.0"
        case v31 = "3.1"

        fileprivate var text: String { self == .v30 ? "3.0.3" : "3.1.0" }
    }

    /// Returns a whole document.
    package func text(version: Version = .v31, title: String = "Routes") -> String {
        var members: [(String, DocumentValue)] = [
            ("openapi", .plain(version.text)),
            ("info", .mapping([("title", .text(title)), ("version", .text("1.0.0"))])),
        ]
        if !tags.isEmpty { members.append(("tags", .list(tags.map(Self.tag)))) }
        members.append(("paths", .mapping(paths.map { ($0.text, $0.value()) })))
        if !schemes.isEmpty {
            let all = DocumentValue.mapping(schemes.sorted().map { ($0, Self.scheme($0)) })
            members.append(("components", .mapping([("securitySchemes", all)])))
        }
        return members.map { DocumentValue.entry($0.0, $0.1, "") + "\n" }.joined()
    }

    private static func tag(_ tag: TagDeclaration) -> DocumentValue {
        .mapping([("name", .text(tag.name.value)), ("description", .text(tag.summary ?? ""))])
    }

    /// Returns a definition of a scheme. Routes know only its name.
    static func scheme(_ name: String) -> DocumentValue {
        if let known = knownScheme(name) { return .mapping([("type", .text("http")), ("scheme", .text(known))]) }
        return .mapping([("type", .text("apiKey")), ("in", .text("header")), ("name", .text("Authorization"))])
    }

    /// Returns the scheme of HTTP that a name contains.
    static func knownScheme(_ name: String) -> String? {
        let word = name.lowercased()
        return ["bearer", "basic"].first { word.contains($0) }
    }
}

extension ContractExport.Path {
    func value(hasDefault: Bool = false) -> DocumentValue {
        .mapping(operations.map { ($0.method, $0.value(hasDefault: hasDefault)) })
    }
}
