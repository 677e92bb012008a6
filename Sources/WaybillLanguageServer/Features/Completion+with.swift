import WaybillManifest
import WaybillRules
import WaybillSyntax

/// Keys and values below `with:`, which the registry describes.
extension Completion {
    /// `nil` if the place is not below `with:` of registered code.
    var configurationItems: [JSONValue]? {
        for role in [CompletionWord.Role.key, .value] {
            guard let root = read(word.marked(as: role, in: file)) else { continue }
            var found: [JSONValue]?
            GrammarWalk.walk(root, GrammarWalk.grammar(of: path)) { node, _, entry in
                guard found == nil, entry.key.scalarText == "with", let shape = shape(for: node) else { return }
                found = items(of: shape, in: entry.value)
            } value: { _ in
            }
            if let found { return found }
        }
        return nil
    }

    /// The configuration of the code that an entry names.
    private func shape(for entry: YAMLNode) -> RegistryDescription.Shape? {
        guard let registry = analysis.registry else { return nil }
        let name = { (key: String) in entry.value(ofKey: key)?.scalarText }
        if let use = name("use") { return registry.interceptors.first { $0.name == use }?.configuration }
        if let handler = name("handler") { return registry.handlers.first { $0.name == handler }?.configuration }
        let module = name("module").flatMap { name in
            analysis.compilation.set.modules.first { $0.id.value == name }?.factory.value
        }
        guard let factory = name("factory") ?? module else { return nil }
        return registry.factories.first { $0.name == factory }?.configuration
    }

    private func items(of shape: RegistryDescription.Shape, in node: YAMLNode) -> [JSONValue]? {
        let present = node.entries.compactMap(\.key.scalarText)
        if present.contains(CompletionWord.mark) {
            return shape.keys.filter { !present.contains($0.name) }.map { key in
                item(
                    key.name, 10, suffix: word.hasColon ? "" : ": ", detail: key.isRequired ? "required" : nil,
                    documentation: "A key of `\(shape.type.name)`.")
            }
        }
        for entry in node.entries {
            guard let key = shape.keys.first(where: { $0.name == entry.key.scalarText }) else { continue }
            switch key.value {
            case .object(let inner): if let found = items(of: inner, in: entry.value) { return found }
            case .scalar(let scalar) where entry.value.scalarText == CompletionWord.mark: return values(of: scalar)
            default: break
            }
        }
        return nil
    }

    private func values(of scalar: RegistryDescription.Scalar) -> [JSONValue] {
        let texts = scalar.choices ?? (scalar.kind == .boolean ? ["true", "false"] : [])
        return texts.map { item($0, 12, isName: scalar.kind == .text, detail: scalar.type) }
    }
}
