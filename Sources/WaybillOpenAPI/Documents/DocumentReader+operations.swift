import WaybillManifest
import WaybillSyntax
import WaybillTable

/// Parameters by place and name.
struct ParameterList {
    struct Parameter {
        var name: Located<String>
        var place: String
        var isRequired: Bool
        var node: YAMLNode
    }

    private(set) var all: [Parameter] = []

    /// Adds parameters, which take precedence over those of the same name.
    mutating func add(_ parameters: [Parameter]) {
        for parameter in parameters {
            all.removeAll { $0.name.value == parameter.name.value && $0.place == parameter.place }
            all.append(parameter)
        }
    }
}

extension DocumentReader {
    mutating func parameters(_ list: YAMLNode) -> [ParameterList.Parameter] {
        list.items.compactMap { item in
            guard let node = files.resolved(item), let name = value("name", node), let place = text("in", node) else {
                return nil
            }
            return ParameterList.Parameter(
                name: Located(name.scalarText ?? "", at: name.span), place: place,
                isRequired: text("required", node) == "true", node: node)
        }
    }

    mutating func read(
        _ node: YAMLNode, _ empty: OpenAPIDocument.Operation, _ common: ParameterList
    ) {
        var operation = empty
        if let id = value("operationId", node), let name = id.scalarText {
            operation.id = Located(name, at: id.span)
            if let other = ids.updateValue(id.span, forKey: name) {
                files.report(
                    "the operationId '\(name)' appears twice", at: id.span,
                    notes: [.init("it is also here", at: other)], help: "give each operation its own id")
            }
        }
        operation.summary = text("summary", node)
        operation.tags = value("tags", node)?.items.compactMap(\.scalarText) ?? []
        operation.isDeprecated = text("deprecated", node) == "true"
        let alternatives = value("security", node).map { requirements($0) } ?? security ?? []
        operation.hasOptionalSecurity = alternatives.contains(where: \.isEmpty)
        operation.security = operation.hasOptionalSecurity ? [] : alternatives
        var list = common
        if let own = value("parameters", node) { list.add(parameters(own)) }
        add(list, to: &operation)
        document.operations.append(operation)
    }

    private mutating func add(_ list: ParameterList, to operation: inout OpenAPIDocument.Operation) {
        let inPath = Dictionary(list.all.filter { $0.place == "path" }.map { ($0.name.value, $0) }) { $1 }
        for capture in operation.template.captures {
            var values: [ValueSet] = []
            for name in capture.parameters { values.append(self.values(of: name, inPath[name], operation)) }
            let first = inPath[capture.parameters[0]]
            if capture.parameters.count > 1 {
                files.report(
                    "a route has one parameter in a segment: \(capture.parameters.joined(separator: ", ")) are '\(capture.name)'",
                    at: operation.path.span, severity: .hint)
            }
            operation.parameters[capture.name] = OpenAPIDocument.Parameter(
                name: capture.parameters.joined(separator: ", "), values: PathTemplate.joined(capture, values),
                span: first.map { place(of: $0) } ?? operation.path.span,
                example: capture.parameters.count == 1 ? first.flatMap { example(of: $0.node) } : nil)
        }
        let known = Set(operation.template.captures.flatMap(\.parameters))
        for parameter in inPath.values where !known.contains(parameter.name.value) {
            reportOnce(
                "the path '\(operation.path.value)' has no parameter '\(parameter.name.value)'", parameter.name.span,
                help: "remove it, or write '{\(parameter.name.value)}' in the path")
        }
        operation.checkedByHandler = list.all.filter { $0.isRequired && $0.place != "path" }
            .map { "\($0.place) parameter '\($0.name.value)'" }
    }

    private mutating func values(
        of name: String, _ parameter: ParameterList.Parameter?, _ operation: OpenAPIDocument.Operation
    ) -> ValueSet {
        guard let parameter else {
            reportOnce(
                "the parameter '\(name)' of '\(operation.path.value)' is not described", operation.path.span,
                help: "describe it under 'parameters'; until then every value is allowed")
            return ValueSet()
        }
        if let style = value("style", parameter.node), style.scalarText != "simple" {
            reportOnce(
                "the style '\(style.scalarText ?? "")' of '\(name)' constrains nothing here", style.span, help: nil)
            return ValueSet()
        }
        return value("schema", parameter.node).map { schemas.values(of: $0) } ?? ValueSet()
    }

    private mutating func place(of parameter: ParameterList.Parameter) -> SourceSpan {
        value("schema", parameter.node)?.span ?? parameter.name.span
    }

    private mutating func reportOnce(_ message: String, _ span: SourceSpan, help: String?) {
        guard reported.insert("\(span) \(message)").inserted else { return }
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
        return text("example", schema) ?? value("examples", schema)?.items.map { $0 }.first?.scalarText
            ?? text("default", schema)
    }
}
