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
        var members: [SchemaValue.Member] = [
            .init("openapi", .text(version.text)),
            .init("info", ["title": .text(title), "version": "1.0.0"]),
        ]
        if !tags.isEmpty { members.append(.init("tags", .array(tags.map(Self.tag)))) }
        members.append(.init("paths", .object(paths.map { .init($0.text, $0.value()) })))
        if !schemes.isEmpty {
            let all = SchemaValue.object(schemes.sorted().map { .init($0, Self.scheme($0)) })
            members.append(.init("components", ["securitySchemes": all]))
        }
        return members.map { $0.text("") + "\n" }.joined()
    }

    private static func tag(_ tag: TagDeclaration) -> SchemaValue {
        ["name": .text(tag.name.value), "description": .text(tag.summary ?? "")]
    }

    /// Returns a definition of a scheme. Routes know only its name.
    static func scheme(_ name: String) -> SchemaValue {
        if let known = knownScheme(name) { return ["type": "http", "scheme": .text(known)] }
        return ["type": "apiKey", "in": "header", "name": "Authorization"]
    }

    /// Returns the scheme of HTTP that a name contains.
    static func knownScheme(_ name: String) -> String? {
        let word = name.lowercased()
        return ["bearer", "basic"].first { word.contains($0) }
    }
}

extension ContractExport.Path {
    func value(hasDefault: Bool = false) -> SchemaValue {
        .object(operations.map { .init($0.method, $0.value(hasDefault: hasDefault)) })
    }
}
