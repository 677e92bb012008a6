import WaybillManifest
import WaybillSyntax

/// Functions that compile only if the Swift types of modules conform to the protocols that the modules provide, also
/// through adapters without code.
struct Witnesses {
    private let set: ManifestSet
    private let writer: DeclarationWriter
    private let types: SwiftTypes

    init(_ set: ManifestSet, _ writer: DeclarationWriter) {
        self.set = set
        self.writer = writer
        types = SwiftTypes(set)
    }

    var text: String {
        let witnesses = (set.modules.flatMap(witnesses) + adapterWitnesses).enumerated().map { number, witness in
            writer.lines(
                at: witness.span, indent: 1,
                "private static func witness\(number)(_ made: \(witness.made)) -> \(witness.type) { made }")
        }
        guard !witnesses.isEmpty else { return "" }
        return
            "/// Compiles only if the Swift type of each module conforms to the protocols that the module provides.\n"
            + "private enum ModuleWitnesses {\n" + witnesses.joined(separator: "\n") + "}\n" + DeclarationWriter.end
    }

    private struct Witness {
        var span: SourceSpan
        var made: String
        var type: String
    }

    /// Returns the functions for a module: one that its type exists, at the line that names it, and one for each
    /// protocol.
    private func witnesses(of module: Module) -> [Witness] {
        guard let made = module.swiftType else { return [] }
        return [Witness(span: made.span, made: made.value, type: "Any")]
            + module.provides.sorted { $0.value < $1.value }.compactMap { name in
                witness(made.value, is: name.value, at: name.span)
            }
    }

    private var adapterWitnesses: [Witness] {
        let providers = ProtocolProviders(set)
        return set.adapters.filter { $0.using == nil }.flatMap { adapter in
            self.providers(behind: adapter, providers).compactMap { index in
                set.modules[index].swiftType.flatMap {
                    witness($0.value, is: adapter.required.value, at: adapter.required.span)
                }
            }
        }
    }

    /// Returns the modules that serve an adapter, through adapters without code. After one with code, the type is not
    /// known.
    private func providers(behind adapter: Adapter, _ providers: ProtocolProviders) -> [Int] {
        var next: Adapter? = adapter
        var visited: Set<String> = []
        while let here = next, here.using == nil, visited.insert(here.required.value).inserted {
            let own = providers.providers(of: here.provided.value)
            if !own.isEmpty { return own }
            next = providers.adapter(for: here.provided.value)
        }
        return []
    }

    private func witness(_ made: String, is name: String, at span: SourceSpan) -> Witness? {
        guard let declaration = types.protocols[name], declaration.kind == .destination else { return nil }
        return Witness(span: span, made: made, type: types[declaration])
    }
}
