import WaybillManifest
import WaybillSyntax

/// Declares keys of protocols: an `init()` of `Routable` for each, and of `RoutableModule` for configuration protocols.
struct ProtocolKeys {
    private let set: ManifestSet
    private let writer: DeclarationWriter

    init(_ set: ManifestSet, _ writer: DeclarationWriter) {
        self.set = set
        self.writer = writer
    }

    var text: String {
        let types = SwiftTypes(set)
        return set.protocols.map { declaration in
            let (key, parameter) = declaration.kind == .destination ? ("Routable", "P") : ("RoutableModule", "M")
            let type = types[declaration]
            return writer.lines(
                at: declaration.swiftType.span, "extension Waybill.\(key) where \(parameter) == \(type) {")
                + writer.lines(
                    at: declaration.swiftType.span, indent: 1,
                    comments: (declaration.summary?.commentLines ?? []) + [writer.origin(of: declaration.name)],
                    "\(writer.modifiers)init() { self.init(declared: ()) }")
                + "}\n" + DeclarationWriter.end
        }.joined(separator: "\n")
    }
}

/// The Swift types of declared protocols.
struct SwiftTypes {
    let protocols: [String: ProtocolDeclaration]
    /// Protocols that the set names but does not declare, so that their types are not known (I002).
    let diagnostics: [Diagnostic]

    init(_ set: ManifestSet) {
        let protocols = Dictionary(
            firstOf: set.protocols.map { ($0.name.value, $0) })
        let named = set.protocols.flatMap(\.parts) + set.modules.flatMap(\.provides) + set.adapters.map(\.required)
        self.protocols = protocols
        let suggestions = NameSuggestions()
        diagnostics = named.filter { protocols[$0.value] == nil }.map { name in
            let near = suggestions.near(name.value, among: protocols.keys, kind: "protocol")
            return Diagnostic(
                .undefinedName, at: name.span, "protocol '\(name.value)' is not declared", suggestions: near,
                help: near.isEmpty ? "declare it under 'protocols:'" : nil)
        }
    }

    /// The type that the manifest names. A composed protocol without one is the composition of its parts, which needs
    /// no name in Swift.
    subscript(declaration: ProtocolDeclaration) -> String {
        declaration.isUnnamedComposition
            ? composition(of: declaration.parts.map(\.value)) : declaration.swiftType.value.onOneLine
    }

    /// Returns the type of objects that conform to all of some declared protocols; `Any` for none.
    func composition(of names: [String]) -> String {
        var open = names
        var seen: Set<String> = []
        var types: [String] = []
        while let name = open.popLast() {
            guard seen.insert(name).inserted, let declaration = protocols[name] else { continue }
            if declaration.isUnnamedComposition {
                open += declaration.parts.map(\.value)
            } else {
                types.append(self[declaration])
            }
        }
        guard types.count > 1 else { return types.first ?? "Any" }
        return "any " + Set(types.flatMap(\.members)).sorted().joined(separator: " & ")
    }
}

extension ProtocolDeclaration {
    fileprivate var isUnnamedComposition: Bool { swiftType.span == name.span && !parts.isEmpty }
}

extension String {
    /// The members of a composition: `any A & B` gives `A` and `B`.
    fileprivate var members: [String] {
        split(separator: "&").map { part in
            part.split(separator: " ").filter { $0 != "any" }.joined(separator: " ")
        }
    }
}
