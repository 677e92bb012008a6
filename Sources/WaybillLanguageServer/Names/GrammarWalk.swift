import WaybillManifest
import WaybillRules
import WaybillSyntax

/// A value of a file with its meaning by the grammar.
struct GrammarPlace {
    /// The grammar of the object that has the key.
    let object: ObjectGrammar
    let key: any GrammarKey
    /// Whether it is a name that the author chose, as the key of a module, and not a value.
    let isName: Bool
    let node: YAMLNode
    /// The possible forms of the value.
    let shape: Shape
    /// The whole entry or item that it is in, such as a route.
    let entry: SourceSpan

    /// `route.module`, or `manifest.modules!` for a name.
    var slot: String { "\(object.name).\(key.name)\(isName ? "!" : "")" }
}

/// A walk over the values of a file along the grammar.
enum GrammarWalk {
    /// Returns the grammar of a file, by its name.
    static func grammar(of path: String) -> ObjectGrammar {
        if path.hasSuffix("/" + ConfigurationFile.name) { return ConfigurationGrammar.object }
        return SourceFile.unreadable(path: path).isTestFile ? TestFileGrammar.object : ManifestGrammar.object
    }

    /// Called with an object, its grammar and one of its entries.
    typealias KeyVisit = (YAMLNode, ObjectGrammar, YAMLNode.Entry) -> Void

    /// Calls `visitKey` with every key and `visit` with every value below a root, in the order of the file.
    static func walk(
        _ root: YAMLNode, _ grammar: ObjectGrammar, key visitKey: KeyVisit = { _, _, _ in },
        value visit: (GrammarPlace) -> Void
    ) {
        walk(root, grammar, entry: root.span, visitKey, visit)
    }

    private static func walk(
        _ node: YAMLNode, _ grammar: ObjectGrammar, entry: SourceSpan,
        _ visitKey: KeyVisit, _ visit: (GrammarPlace) -> Void
    ) {
        for child in node.entries {
            visitKey(node, grammar, child)
            guard let name = child.key.scalarText, let key = grammar.key(named: name) else { continue }
            let place = GrammarPlace(
                object: grammar, key: key, isName: false, node: child.value, shape: key.shape, entry: entry)
            walk(place, visitKey, visit)
        }
    }

    private static func walk(
        _ place: GrammarPlace, _ visitKey: KeyVisit, _ visit: (GrammarPlace) -> Void
    ) {
        visit(place)
        let node = place.node
        switch place.shape.alternative(for: node.kinds) {
        case .object(let grammar): walk(node, grammar, entry: node.span, visitKey, visit)
        case .list(let shape, _, _):
            for item in node.items { walk(place.inner(item, shape, item.span), visitKey, visit) }
        case .named(_, let shape):
            for child in node.entries {
                let whole = SourceSpan(
                    file: child.key.span.file, start: child.key.span.start, end: child.value.span.end)
                visit(place.name(child.key, whole))
                // The entries of an author's mapping in an object, such as `params` of a route, belong to the object.
                walk(place.inner(child.value, shape, shape.isObject ? whole : place.entry), visitKey, visit)
            }
        default: break
        }
    }
}

extension GrammarPlace {
    fileprivate func inner(_ node: YAMLNode, _ shape: Shape, _ entry: SourceSpan) -> GrammarPlace {
        let isScalar = !shape.isObject
        return GrammarPlace(
            object: object, key: key, isName: false, node: node, shape: shape, entry: isScalar ? self.entry : entry)
    }

    fileprivate func name(_ node: YAMLNode, _ whole: SourceSpan) -> GrammarPlace {
        let entry = shape.namesObjects ? whole : entry
        return GrammarPlace(object: object, key: key, isName: true, node: node, shape: .nothing, entry: entry)
    }
}

extension Shape {
    /// The forms to choose from.
    var alternatives: [Shape] { if case .either(let shapes) = self { shapes.flatMap(\.alternatives) } else { [self] } }

    /// Whether one of the forms is an object of the grammar.
    var isObject: Bool { alternatives.contains { if case .object = $0 { true } else { false } } }

    /// Whether it is a mapping from names to objects, such as `modules`.
    fileprivate var namesObjects: Bool {
        alternatives.contains { if case .named(_, let shape) = $0 { shape.isObject } else { false } }
    }
}
