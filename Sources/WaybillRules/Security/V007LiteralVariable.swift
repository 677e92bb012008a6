import WaybillManifest
public import WaybillSyntax
import WaybillTable

extension Rule {
    public static let literalVariable = Rule("V007", "literal-variable", .warning, .texts, .hidesSource)
}

extension Check<CheckContext> {
    static let literalVariables = Check(.literalVariable) { $0.set.literalVariables() }
}

extension ManifestSet {
    /// Values under `with:` that are variables in a shell or in Kubernetes, but plain text here.
    fileprivate func literalVariables() -> [Diagnostic] {
        var found: [Node] = []
        for module in modules { module.with?.addShellVariables(to: &found) }
        for interceptor in interceptors { interceptor.with?.addShellVariables(to: &found) }
        for route in routes { route.with?.addShellVariables(to: &found) }
        return found.diagnostics { literal($0) }
    }

    private func literal(_ node: Node) -> Diagnostic? {
        guard let text = node.scalarText, let name = text.nameOfShellVariable else { return nil }
        // In other letters it may be a password that begins with '$'.
        guard name == name.uppercased() else {
            return Diagnostic(
                .literalVariable, at: node.span,
                "a value that looks like '$NAME' is a literal: no variable is expanded here",
                help: "write '${NAME}'")
        }
        let reference = "${\(name)}"
        return Diagnostic(
            .literalVariable, at: node.span, "'\(text)' is a literal: no variable is expanded here",
            help: "write '\(reference)'",
            fixes: [.init("write '\(reference)'", safe: false, .write(reference, at: node.span))])
    }
}

extension Node {
    /// Adds the values in it, of any depth, whose text is written as `$NAME` or `$(NAME)`.
    fileprivate func addShellVariables(to found: inout [Node]) {
        switch content {
        case .scalar(let scalar): if !holdsVariable, scalar.text.nameOfShellVariable != nil { found.append(self) }
        case .sequence(let items): for item in items { item.addShellVariables(to: &found) }
        case .mapping(let entries): for entry in entries { entry.value.addShellVariables(to: &found) }
        }
    }
}

extension String {
    /// The name in `$NAME` or `$(NAME)`; `nil` for other texts.
    fileprivate var nameOfShellVariable: Substring? {
        guard hasPrefix("$") else { return nil }
        var name = dropFirst()
        if name.first == "(", name.last == ")" { name = name.dropFirst().dropLast() }
        guard let first = name.utf8.first, !ASCII.isDigit(first), name.utf8.allSatisfy(ASCII.isNameByte) else {
            return nil
        }
        return name
    }
}
