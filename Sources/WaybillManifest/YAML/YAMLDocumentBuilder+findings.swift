/// The rules that libyaml does not know.
extension YAMLDocumentBuilder {
    /// Looks at a key; false where it is refused, which is reported.
    mutating func acceptKey(_ key: Int, in collection: Int) -> Bool {
        let span = span(ofRecord: key)
        guard records[key].kind.isScalar else {
            reportCollectionKey(key, at: span)
            return false
        }
        let mayMerge = records[key].kind == .plain && records[key].count == 2
        if mayMerge, texts[records[key].text].elementsEqual("<<".utf8) {
            report(
                Diagnostic(
                    .unsupportedYAML, at: span, "merge key '<<' is not supported",
                    help: "write the keys out, or give an alias as the whole value"))
            return false
        }
        if !texts[records[key].text].allSatisfy(InvisibleCharacter.isVisibleASCII) {
            leaveOutInvisible(of: key, at: span)
        }
        guard let first = earlierKey(like: key, in: collection) else { return true }
        let name = String(decoding: texts[records[key].text], as: UTF8.self)
        report(
            Diagnostic(
                .duplicateKey, at: span, "key '\(name)' is given twice",
                notes: [.init("'\(name)' is first given here", at: self.span(ofRecord: first))],
                help: "delete one of the two", fixes: removal(of: first)))
        return false
    }

    /// The last one of a repeated key is what most readers take. A section is too much to be thrown away.
    private func removal(of key: Int) -> [Diagnostic.Fix] {
        guard records[Int(records[key].next)].kind.isScalar else { return [] }
        let entry = Diagnostic.Entry.named(span(ofRecord: key))
        return [Diagnostic.Fix("remove the first one", safe: false, .remove(entry, .kept))]
    }

    /// The key of the same text that the mapping has already. Texts are equal as Swift's are: é is é, composed or not.
    private mutating func earlierKey(like key: Int, in collection: Int) -> Int? {
        let text = texts[records[key].text]
        if open[collection].keys.isEmpty, open[collection].count < Self.fewKeys, text.allSatisfy({ $0 < 0x80 }) {
            var earlier = firstKey(from: open[collection].record + 1, to: key)
            while earlier < key {
                if records[earlier].count == text.count, texts[records[earlier].text] == text { return earlier }
                earlier = firstKey(from: behindEntry(earlier), to: key)
            }
            return nil
        }
        if open[collection].keys.isEmpty { listKeys(before: key, in: collection) }
        let name = String(decoding: text, as: UTF8.self)
        if let earlier = open[collection].keys[name] { return earlier }
        open[collection].keys[name] = key
        return nil
    }

    /// Up to here the keys of a mapping are compared one by one.
    private static var fewKeys: Int { 16 }

    private mutating func listKeys(before key: Int, in collection: Int) {
        var earlier = firstKey(from: open[collection].record + 1, to: key)
        while earlier < key {
            open[collection].keys[String(decoding: texts[records[earlier].text], as: UTF8.self)] = earlier
            earlier = firstKey(from: behindEntry(earlier), to: key)
        }
    }

    /// The first key that was accepted, from a key's record on; `end` if there is none before it.
    private func firstKey(from start: Int, to end: Int) -> Int {
        var key = start
        while key < end, records[key].isDropped { key = behindEntry(key) }
        return key
    }

    /// The record behind a key and its value.
    private func behindEntry(_ key: Int) -> Int { Int(records[Int(records[key].next)].next) }

    /// Reports what nobody sees in a key. What takes no room is left out, so that the key is still known by its name.
    private mutating func leaveOutInvisible(of key: Int, at span: SourceSpan) {
        let text = String(decoding: texts[records[key].text], as: UTF8.self)
        guard let finding = InvisibleCharacter.diagnostic(in: Located(text, at: span), called: "key", source: file)
        else { return }
        report(finding)
        records[key].first = UInt32(texts.count)
        for scalar in text.unicodeScalars
        where !InvisibleCharacter.isInvisible(scalar) || !InvisibleCharacter(scalar: scalar).hasNoWidth {
            texts += String(scalar).utf8
        }
        records[key].count = UInt32(texts.count) - records[key].first
    }

    private mutating func reportCollectionKey(_ key: Int, at span: SourceSpan) {
        let isMapping = records[records[key].kind == .alias ? Int(records[key].first) : key].kind == .mapping
        let isTemplate = file.text(in: span).hasPrefix("{")
        report(
            Diagnostic(
                .wrongType, at: span, "a key is text, not a \(isMapping ? "mapping" : "sequence")",
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
