import WaybillManifest
import WaybillSyntax

/// The identifiers of modules, each with the type that its module provides.
struct IdentifierKeys {
    private let set: ManifestSet
    private let writer: DeclarationWriter
    private let names: SwiftNames

    init(_ set: ManifestSet, _ writer: DeclarationWriter) {
        self.set = set
        self.writer = writer
        names = SwiftNames(of: set.modules.flatMap(\.identifiers), .identifier)
    }

    var diagnostics: [Diagnostic] { names.diagnostics }

    var text: String {
        let types = SwiftTypes(set)
        return set.modules.flatMap { module in
            module.identifiers.sorted { $0.value < $1.value }.compactMap { identifier in
                names.names[identifier.value].map { key($0, identifier, module, types) }
            }
        }.joined(separator: "\n")
    }

    private func key(_ name: SwiftName, _ identifier: Located<String>, _ module: Module, _ types: SwiftTypes) -> String
    {
        let type = types.composition(of: module.provides.map(\.value))
        return writer.lines(at: identifier.span, "extension Waybill.ModuleIdentifier where P == \(type) {")
            + writer.member(name, identifier, about: module.summary) + "}\n" + DeclarationWriter.end
    }
}
