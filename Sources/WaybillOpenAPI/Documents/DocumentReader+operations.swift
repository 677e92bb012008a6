import WaybillManifest
import WaybillSyntax
import WaybillTable

/// Parameters by place and name.
struct ParameterList {
    struct Parameter {
        var name: Located<String>
        var place: String
        var isRequired: Bool
        /// Its place in the list.
        var item: SourceSpan
        var node: YAMLNode
    }

    private(set) var all: [Parameter] = []
    private var indices: [Key: Int] = [:]

    /// Returns the description of a parameter of the path.
    func inPath(_ name: String) -> Parameter? {
        indices[Key(place: "path", name: name)].map { all[$0] }
    }

    private struct Key: Hashable {
        var place: String
        var name: String
    }

    /// Adds parameters, which take precedence over those of the same name.
    mutating func add(_ parameters: [Parameter]) {
        for parameter in parameters {
            let key = Key(place: parameter.place, name: parameter.name.value)
            if let known = indices[key] {
                all[known] = parameter
            } else {
                indices[key] = all.count
                all.append(parameter)
            }
        }
    }
}

extension DocumentReader {
    mutating func parameters(_ list: YAMLNode) -> [ParameterList.Parameter] {
        list.items.compactMap { item in
            guard spend(1, at: item.span), let node = files.resolved(item), let name = value("name", node),
                let place = text("in", node)
            else {
                return nil
            }
            return ParameterList.Parameter(
                name: Located(name.scalarText ?? "", at: name.span), place: place,
                isRequired: text("required", node) == "true", item: item.span, node: node)
        }
    }

    private static let operationKeys: Set = [
        "tags", "summary", "description", "externalDocs", "operationId", "parameters", "requestBody", "responses",
        "callbacks", "deprecated", "security", "servers",
    ]

    mutating func read(
        _ node: YAMLNode, _ empty: OpenAPIDocument.Operation, _ common: ParameterList
    ) {
        guard spend(1 + common.all.count, at: empty.span) else { return }
        var operation = empty
        if let id = value("operationId", node), let name = id.scalarText {
            operation.id = Located(name, at: id.span)
            if let other = ids.updateValue(id.span, forKey: name) {
                files.report(
                    "the operationId '\(name)' appears twice", at: id.span,
                    notes: [.init("it is also here", at: other)], help: "give each operation its own id")
            }
        }
        files.reportMisspelt(in: node, among: Self.operationKeys)
        operation.summary = text("summary", node)
        operation.tags = value("tags", node)?.items.compactMap(\.scalarText) ?? []
        operation.isDeprecated = text("deprecated", node) == "true"
        operation.hasCallbacks = value("callbacks", node) != nil
        operation.answers = value("responses", node)
        let alternatives = value("security", node).map { requirements($0) } ?? security ?? []
        operation.hasOptionalSecurity = alternatives.contains(where: \.isEmpty)
        operation.security = operation.hasOptionalSecurity ? [] : alternatives
        if let own = value("parameters", node) {
            var list = common
            list.add(parameters(own))
            add(list, to: &operation)
        } else if let last = document.operations.last, last.sharedItem == itemNumber {
            // The operations of a path that add no parameters share theirs.
            (operation.parameters, operation.otherParameters) = (last.parameters, last.otherParameters)
            operation.sharedItem = itemNumber
        } else {
            add(common, to: &operation)
            operation.sharedItem = itemNumber
        }
        document.operations.append(operation)
    }

    private mutating func add(_ list: ParameterList, to operation: inout OpenAPIDocument.Operation) {
        let captures = operation.template.captures
        let names = captures.flatMap(\.parameters)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            reportOnce(
                "the path '\(operation.path.value)' has the parameter '\(name)' twice", operation.path.span,
                help: "give each of them its own name")
        }
        for capture in captures {
            let all = capture.parameters.map { name in description(of: name, list.inPath(name), operation) }
            guard all.count > 1 else {
                operation.parameters[capture.name] = all[0]
                continue
            }
            files.report(
                "a route has one parameter in a segment: \(capture.parameters.joined(separator: ", ")) are '\(capture.name)'",
                at: operation.path.span, severity: .hint)
            if all.contains(where: { $0.values.constraints.count > 1 }) {
                schemas.say("a second constraint of a parameter in '\(capture.name)'", at: operation.path.span)
            }
            operation.parameters[capture.name] = OpenAPIDocument.Parameter(
                name: capture.parameters.joined(separator: ", "),
                values: PathTemplate.joined(capture, all.map(\.values)), span: all[0].span)
        }
        for parameter in list.all {
            let name = parameter.name.value
            guard parameter.place == "path" else {
                operation.otherParameters.append(
                    .init(place: parameter.place, name: name, isRequired: parameter.isRequired))
                continue
            }
            guard !captures.contains(where: { $0.parameters.contains(name) }) else { continue }
            reportOnce(
                "the path '\(operation.path.value)' has no parameter '\(name)'", parameter.name.span,
                help: "remove it, or write '{\(name)}' in the path")
        }
    }

    private mutating func description(
        of name: String, _ parameter: ParameterList.Parameter?, _ operation: OpenAPIDocument.Operation
    ) -> OpenAPIDocument.Parameter {
        guard let parameter else {
            reportOnce(
                "the parameter '\(name)' of '\(operation.path.value)' is not described", operation.path.span,
                help: "describe it under 'parameters'; until then every value is allowed")
            return OpenAPIDocument.Parameter(name: name, values: ValueSet(), span: operation.path.span)
        }
        if var known = described[parameter.node.span] {
            known.item = parameter.item
            return known
        }
        let description = OpenAPIDocument.Parameter(
            name: name, values: values(of: name, parameter), span: place(of: parameter), item: parameter.item,
            example: example(of: parameter.node))
        described[parameter.node.span] = description
        return description
    }

    private mutating func values(of name: String, _ parameter: ParameterList.Parameter) -> ValueSet {
        if let style = value("style", parameter.node), style.scalarText != "simple" {
            reportOnce(
                "the style '\(style.scalarText ?? "")' of '\(name)' constrains nothing here", style.span, help: nil)
            return ValueSet()
        }
        if let schema = value("schema", parameter.node) { return schemas.values(of: schema) }
        if let content = value("content", parameter.node) {
            schemas.say("the 'content' of a parameter", at: content.span)
        }
        return ValueSet()
    }

    private mutating func place(of parameter: ParameterList.Parameter) -> SourceSpan {
        value("schema", parameter.node)?.span ?? parameter.name.span
    }

    private mutating func reportOnce(_ message: String, _ span: SourceSpan, help: String?) {
        guard reported.insert(Reported(span: span, message: message)).inserted else { return }
        files.report(message, at: span, severity: .warning, help: help)
    }

    private mutating func example(of node: YAMLNode) -> String? {
        if let own = text("example", node) { return own }
        if let first = value("examples", node)?.entries.map({ $0 }).first?.value,
            let example = files.resolved(first).flatMap({ text("value", $0) })
        {
            return example
        }
        guard let schema = value("schema", node).flatMap({ files.resolved($0) }) else { return nil }
        return text("example", schema) ?? items("examples", schema).first?.scalarText
            ?? text("default", schema)
    }
}
