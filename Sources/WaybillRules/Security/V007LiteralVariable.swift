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
        let with = modules.map(\.with) + interceptors.map(\.with) + routes.map(\.with)
        return with.compactMap(\.self).flatMap(\.shellVariables).diagnostics { literal($0) }
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
    /// The values in it, of any depth, whose text is written as `$NAME` or `$(NAME)`.
    fileprivate var shellVariables: [Node] {
        switch content {
        case .scalar(let scalar): !holdsVariable && scalar.text.nameOfShellVariable != nil ? [self] : []
        case .sequence(let items): items.flatMap(\.shellVariables)
        case .mapping(let entries): entries.flatMap(\.value.shellVariables)
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
