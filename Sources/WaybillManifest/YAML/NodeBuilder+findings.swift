/// The rules that libyaml does not know.
extension NodeBuilder {
    /// Looks at a key; what is refused is reported, and its value is read without being kept.
    mutating func acceptKey(_ node: Node, in collection: Int) -> OpenCollection.Pending {
        guard case .scalar(let scalar) = node.content else {
            reportCollectionKey(node)
            return .dropped
        }
        if scalar.style == .plain, scalar.text == "<<" {
            report(
                Diagnostic(
                    .unsupportedYAML, at: node.span, "merge key '<<' is not supported",
                    help: "write the keys out, or give an alias as the whole value"))
            return .dropped
        }
        let key = withoutInvisible(node, scalar)
        guard let first = open[collection].keys[key.text] else {
            open[collection].note(key: key.text, at: node.span)
            return .key(Node(span: node.span, content: .scalar(key)))
        }
        report(
            Diagnostic(
                .duplicateKey, at: node.span, "key '\(key.text)' is given twice",
                notes: [.init("'\(key.text)' is first given here", at: first)], help: "delete one of the two"))
        return .dropped
    }

    /// Reports what nobody sees in a key. What takes no room is left out, so that the key is still known by its name.
    private mutating func withoutInvisible(_ node: Node, _ scalar: Node.Scalar) -> Node.Scalar {
        let located = Located(scalar.text, at: node.span)
        guard let finding = InvisibleCharacter.diagnostic(in: located, called: "key", source: file) else {
            return scalar
        }
        report(finding)
        var visible = String.UnicodeScalarView()
        visible.append(
            contentsOf: scalar.text.unicodeScalars.filter {
                !InvisibleCharacter.isInvisible($0) || !InvisibleCharacter(scalar: $0).hasNoWidth
            })
        return Node.Scalar(text: String(visible), style: scalar.style)
    }

    private mutating func reportCollectionKey(_ node: Node) {
        let kind = if case .mapping = node.content { "mapping" } else { "sequence" }
        let isTemplate = file.text(in: node.span).hasPrefix("{")
        report(
            Diagnostic(
                .wrongType, at: node.span, "a key is text, not a \(kind)",
                help: isTemplate ? "quote it, if the braces are meant as text" : "write the key as text"))
    }

    mutating func reportTag(at place: SourceSpan) {
        report(
            Diagnostic(
                .unsupportedYAML, at: place, "tag '\(file.text(in: place))' is not allowed",
                help: "delete it; quote the value where it is meant as text"))
    }

    mutating func reportDepth(_ depth: Int, at place: SourceSpan) {
        report(
            Diagnostic(
                .sizeLimit, at: place, "nesting depth \(depth) exceeds \(YAMLReader.mostLevels)",
                help: "a manifest needs a handful of levels; nothing below this one is read"))
    }

    mutating func reportEmptyDocument() {
        let place = SourceSpan(file: index, start: file.byteOrderMarkLength, end: file.byteOrderMarkLength)
        report(Diagnostic(.documentCount, at: place, "the file holds no document", help: "begin it with 'waybill: 1'"))
    }

    mutating func report(byteOrderMark length: Int) {
        guard length > 0 else { return }
        let place = SourceSpan(file: index, start: 0, end: length)
        let fix = Diagnostic.Fix(
            description: "delete the byte order mark", safe: true, edits: [Diagnostic.Edit(span: place, text: "")])
        report(
            Diagnostic(
                .invisibleCharacter, at: place, "the file begins with a byte order mark", severity: .warning,
                help: "save it as UTF-8 without one", fixes: [fix]))
    }
}
