import WaybillSyntax
import WaybillTable

extension DecodingContext {
    /// Returns the texts without duplicates, each at its first place. Reports the duplicates.
    func withoutDuplicates(_ texts: [Located<String>], _ input: DecodingInput) -> [Located<String>] {
        if areDistinct(texts) { return texts }
        reportDuplicates(texts, input)
        var seen: Set<ExactText> = []
        return texts.filter { seen.insert($0.value.exact).inserted }
    }

    /// Most lists are so short that to compare all pairs is faster than to hash.
    private func areDistinct(_ texts: [Located<String>]) -> Bool {
        guard texts.count <= 8 else { return Set(texts.lazy.map(\.value.exact)).count == texts.count }
        return texts.indices.allSatisfy { later in
            !texts[..<later].contains { $0.value.exact == texts[later].value.exact }
        }
    }

    /// S012: reports each repeated item of a list of names, with a fix that removes it.
    private func reportDuplicates(_ texts: [Located<String>], _ input: DecodingInput) {
        var first: [ExactText: SourceSpan] = [:]
        let places = writtenPlaces(of: texts, input)
        for (index, text) in texts.enumerated() where allowsWarnings {
            guard let earlier = first[text.value.exact] else {
                first[text.value.exact] = places[index]
                continue
            }
            report(
                Diagnostic(
                    .repeatedItem, at: firstLine(of: places[index]), "'\(text.value)' appears twice in \(input.label)",
                    notes: [.init("it first appears here", at: firstLine(of: earlier))],
                    help: "remove it, or write the intended name",
                    fixes: removal(of: text.span, behind: texts[index - 1].span, in: input.node.span)))
        }
    }

    /// Returns the places of the items in their list. An alias has the place of its anchor, so its own place is looked
    /// up.
    private func writtenPlaces(of texts: [Located<String>], _ input: DecodingInput) -> [SourceSpan] {
        let list = input.node.span
        let isInList = { (place: SourceSpan) in list.start <= place.start && place.end <= list.end }
        var left: [SourceSpan: ArraySlice<SourceSpan>] = [:]
        return texts.map { text in
            let places =
                left[text.span]
                ?? ([text.span] + input.node.document.aliases.directAliases(of: text.span)).filter(isInList)[...]
            left[text.span] = places.dropFirst()
            return places.first ?? text.span
        }
    }

    /// Returns an edit that removes an item from its list, with the text between it and the preceding item.
    private func removal(
        of item: SourceSpan, behind previous: SourceSpan, in list: SourceSpan
    ) -> [Diagnostic.Fix] {
        let gap = SourceSpan(file: item.file, start: previous.end, end: item.start)
        // The edit must not change an anchored value elsewhere, or a comment.
        guard gap.start < gap.end, list.start <= previous.start, item.end <= list.end,
            file.bytes.clamped(gap).allSatisfy({ " \t\r\n,-".utf8.contains($0) }),
            file.bytes.dropFirst(item.end).first(where: { !" \t,".utf8.contains($0) }) != UInt8(ascii: "#")
        else { return [] }
        // Trailing blanks would follow the previous item, and a block scalar would include them.
        let rest = file.bytes[item.end...]
        let blanks = rest.prefix { " \t".utf8.contains($0) }
        let end = rest.dropFirst(blanks.count).first?.isBreak == false ? item.end : blanks.endIndex
        let edit = Diagnostic.Edit(span: SourceSpan(file: item.file, start: gap.start, end: end), text: "")
        return [.init(description: "remove it", safe: true, edits: [edit])]
    }
}
