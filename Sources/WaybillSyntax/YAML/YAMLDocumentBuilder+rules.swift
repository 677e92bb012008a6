/// The rules that libyaml does not check.
extension YAMLDocumentBuilder {
    /// Checks a key. Returns false and reports the problem if it is rejected.
    mutating func acceptKey(_ key: Int, in collection: Int) -> Bool {
        let place = span(ofRecord: key)
        guard records[key].kind.isScalar else {
            reportCollectionKey(key, at: place)
            return false
        }
        var name = text(ofRecord: key)
        if records[key].kind == .plain, name == "<<" {
            report(
                Diagnostic(
                    .unsupportedYAML, at: place, "merge key '<<' is not supported",
                    help: "write the keys out, or use an alias for the whole value"))
            return false
        }
        if !texts[records[key].text].allSatisfy(InvisibleCharacter.isVisibleASCII),
            let invisible = InvisibleCharacter.diagnostic(in: Located(name, at: place), called: "key", source: file)
        {
            report(invisible)
            name = name.withoutZeroWidthCharacters
            replaceText(ofRecord: key, by: name)
        }
        guard let first = open[collection].insert(key, named: name) else { return !open[collection].hasEnded }
        if let repetition = open[collection].repetition {
            explain(repetition)
            open[collection].hasEnded = true
        } else {
            reportDuplicateKey(name, at: place, first: first)
            if beginsItem(first, of: collection) { open[collection].repetition = place }
        }
        return false
    }

    /// Whether a key is the first one of an item of a list, each on lines of their own.
    private func beginsItem(_ key: Int, of collection: Int) -> Bool {
        guard collection > 0, !open[collection].isFlow, key == open[collection].record + 1 else { return false }
        return !open[collection - 1].isMapping && !open[collection - 1].isFlow
    }

    /// Says that an item lacks its dash, because its first key and others are repeated. One mistake is one problem.
    private mutating func explain(_ repetition: SourceSpan) {
        let dash = SourceSpan(file: repetition.file, start: repetition.start - 2, end: repetition.start)
        let fix = Diagnostic.Fix(
            description: "write '- ' before it", safe: false, edits: [.init(span: dash, text: "- ")])
        let name = file.text(in: repetition)
        let fixes = file.text(in: dash) == "  " ? [fix] : []
        change(.duplicateKey, at: repetition) { diagnostic in
            diagnostic.message = "duplicate key '\(name)': another item of the list begins here, without its '-'"
            diagnostic.help = fix.description
            diagnostic.fixes = fixes
        }
    }

    private mutating func reportDuplicateKey(_ name: String, at place: SourceSpan, first: Int) {
        report(
            Diagnostic(
                .duplicateKey, at: place, "duplicate key '\(name)'",
                notes: [.init("first '\(name)' is here", at: span(ofRecord: first))],
                help: "delete one of the two", fixes: removal(of: first)))
    }

    /// Most parsers use the last one of duplicate keys. A fix never deletes a whole section.
    private func removal(of key: Int) -> [Diagnostic.Fix] {
        guard records[Int(records[key].next)].kind.isScalar else { return [] }
        let entry = Diagnostic.Entry.named(span(ofRecord: key))
        return [Diagnostic.Fix("remove the first one", safe: false, .remove(entry, .kept))]
    }

    private mutating func replaceText(ofRecord record: Int, by text: String) {
        records[record].first = UInt32(texts.count)
        records[record].count = UInt32(text.utf8.count)
        texts += text.utf8
    }

    private mutating func reportCollectionKey(_ key: Int, at span: SourceSpan) {
        let isMapping = records[records[key].kind == .alias ? Int(records[key].first) : key].kind == .mapping
        let isTemplate = file.text(in: span).hasPrefix("{")
        report(
            Diagnostic(
                .wrongType, at: span, "a key must be text, not a \(isMapping ? "mapping" : "list")",
                help: isTemplate ? "quote it if the braces are text" : "write the key as text"))
    }

    mutating func reportTag(at place: SourceSpan) {
        report(
            Diagnostic(
                .unsupportedYAML, at: place, "tag '\(file.text(in: place))' is not allowed",
                help: "delete it, or quote the value if it is text"))
    }

    mutating func reportDepth(_ depth: Int, at place: SourceSpan) {
        report(
            Diagnostic(
                .sizeLimit, at: place, "nesting depth \(depth) exceeds \(YAMLReader.levelLimit)",
                help: "reduce the nesting; nothing below this level is read"))
    }

    mutating func reportEmptyDocument() {
        let place = SourceSpan(file: index, start: file.byteOrderMarkLength, end: file.byteOrderMarkLength)
        report(Diagnostic(.documentCount, at: place, "the file is empty", help: "start it with 'waybill: 1'"))
    }

    mutating func report(byteOrderMark length: Int) {
        guard length > 0 else { return }
        let place = SourceSpan(file: index, start: 0, end: length)
        let fix = Diagnostic.Fix(
            description: "delete the byte order mark", safe: true, edits: [Diagnostic.Edit(span: place, text: "")])
        report(
            Diagnostic(
                .invisibleCharacter, at: place, "the file starts with a byte order mark", severity: .warning,
                help: "save it as UTF-8 without one", fixes: [fix]))
    }
}

extension String {
    /// The text of a key with invisible characters, as the author probably meant it.
    fileprivate var withoutZeroWidthCharacters: String {
        let kept: UnicodeScalarView = unicodeScalars.filter {
            !InvisibleCharacter.isInvisible($0) || !InvisibleCharacter(scalar: $0).hasNoWidth
        }
        return String(kept)
    }
}
