import WaybillManifest
import WaybillSyntax

/// The entries of files, for outlines and searches.
enum Symbols {
    /// Returns the outline of a document: its sections, and in each its entries.
    static func outline(_ document: TextDocument, _ client: Client) -> JSONValue {
        guard let root = YAMLReader.read(document.file, index: 0).node else { return [] }
        let places = Places(document, client)
        let grammar = GrammarWalk.grammar(of: document.path)
        let sections: [JSONValue] = root.entries.compactMap { section in
            guard let name = section.key.scalarText, grammar.key(named: name) != nil, !section.value.isScalar else {
                return nil
            }
            let children = entries(of: section.value).map { item(of: $0, name, document.file, places) }
            return symbol(name, 3, section.key.span, to: section.value.span, nil, places)
                .with("children", .array(children))
        }
        guard client.takesSymbolTrees else {
            return .array(sections.flatMap { [$0] + ($0["children"]?.items ?? []) }.map { flat($0, document.uri) })
        }
        return .array(sections)
    }

    private static func flat(_ symbol: JSONValue, _ uri: String) -> JSONValue {
        [
            "name": symbol["name"] ?? "", "kind": symbol["kind"] ?? 1,
            "location": ["uri": .string(uri), "range": symbol["range"] ?? .null],
        ]
    }

    /// Names with their values, or items of a list.
    private static func entries(of node: YAMLNode) -> [(key: YAMLNode?, value: YAMLNode)] {
        node.kind == .mapping ? node.entries.map { ($0.key, $0.value) } : node.items.map { (nil, $0) }
    }

    private static func item(
        of entry: (key: YAMLNode?, value: YAMLNode), _ section: String, _ file: SourceFile, _ places: Places
    ) -> JSONValue {
        let value = entry.value.value(ofKey:)
        if let key = entry.key {
            let detail = value("summary")?.scalarText ?? entry.value.scalarText
            return symbol(key.scalarText ?? "?", kind(of: section), key.span, to: entry.value.span, detail, places)
        }
        let url = value("url") ?? value("urls")?.items.first { _ in true } ?? value("open")
        let methods = value("methods").map { $0.isScalar ? [$0] : Array($0.items) }?.compactMap(\.scalarText) ?? []
        let pattern = (methods.isEmpty ? "" : methods.joined(separator: ",") + " ") + (url?.scalarText ?? "")
        let id = (value("id") ?? value("name"))?.scalarText
        let name = pattern.isEmpty ? id ?? entry.value.scalarText ?? "?" : pattern
        let place = (url ?? entry.value).span
        return symbol(name, kind(of: section), place, to: entry.value.span, pattern.isEmpty ? nil : id, places)
    }

    private static func kind(of section: String) -> Int {
        let kinds: [String: NameKind] = [
            "modules": .module, "protocols": .protocol, "interceptors": .interceptor, "routes": .route, "tags": .tag,
            "adapters": .adapter,
        ]
        return section == "tests" ? 24 : kinds[section]?.symbolKind ?? 13
    }

    private static func symbol(
        _ name: String, _ kind: Int, _ place: SourceSpan, to end: SourceSpan, _ detail: String?, _ places: Places
    ) -> JSONValue {
        let whole = SourceSpan(
            file: place.file, start: min(place.start, end.start),
            end: max(place.end, places.sources[place.file].contentEnd(of: end)))
        let symbol: JSONValue = [
            "name": .string(name.isEmpty ? "?" : name), "kind": .integer(kind), "range": places.range(whole),
            "selectionRange": places.range(place),
        ]
        return symbol.with("detail", detail.map(JSONValue.string))
    }

    /// Returns the declared names and the patterns of a set that contain a text, in any case.
    static func search(_ query: String, in analysis: SetAnalysis, _ client: Client) -> [JSONValue] {
        let places = Places(analysis, client)
        let word = query.lowercased()
        let symbol = { (name: String, kind: Int, span: SourceSpan, container: String) -> JSONValue? in
            guard word.isEmpty || name.lowercased().contains(word), let location = places.location(span) else {
                return nil
            }
            return [
                "name": .string(name), "kind": .integer(kind), "location": location,
                "containerName": .string(container),
            ]
        }
        let names = NameKind.allCases.filter { $0.isDeclared && $0 != .capture }.flatMap { kind in
            analysis.names.names(of: kind).filter(\.place.isDeclaration).compactMap {
                symbol($0.name, kind.symbolKind, $0.place.span, kind.rawValue)
            }
        }
        let patterns = analysis.names.files.flatMap(\.patterns).compactMap {
            symbol($0.text, NameKind.route.symbolKind, $0.span, "pattern")
        }
        return Array((names + patterns).prefix(limit))
    }

    /// More would not be read, and clients ask for each letter.
    private static let limit = 500
}
