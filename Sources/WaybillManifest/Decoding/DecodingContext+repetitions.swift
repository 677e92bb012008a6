extension DecodingContext {
    /// S012: each item of a list of names that stood there before, with the edit that takes it out.
    func reportRepeated(_ texts: [Located<String>], _ slot: Slot) {
        var first: [String: SourceSpan] = [:]
        let places = writtenPlaces(of: texts, slot)
        for (index, text) in texts.enumerated() {
            guard let earlier = first[text.value] else {
                first[text.value] = places[index]
                continue
            }
            // Both halves of a comma in one item have one place: that is T002's.
            guard earlier != places[index] else { continue }
            report(
                Diagnostic(
                    .repeatedItem, at: firstLine(of: places[index]), "'\(text.value)' stands twice in \(slot.label)",
                    notes: [.init("it is here first", at: firstLine(of: earlier))],
                    help: "remove it, or write the name that was meant",
                    fixes: isPart(index, of: texts)
                        ? [] : removal(of: text.span, behind: texts[index - 1].span, in: slot.node.span)))
        }
    }

    /// Whether an item stands for several texts, by its commas: to remove it would take the others away, too.
    private func isPart(_ index: Int, of texts: [Located<String>]) -> Bool {
        [index - 1, index + 1].contains { texts.indices.contains($0) && texts[$0].span == texts[index].span }
    }

    /// Where the items stand in their list: those by aliases have the places of their anchors.
    private func writtenPlaces(of texts: [Located<String>], _ slot: Slot) -> [SourceSpan] {
        let list = slot.node.span
        let isInList = { (place: SourceSpan) in list.start <= place.start && place.end <= list.end }
        var left: [SourceSpan: ArraySlice<SourceSpan>] = [:]
        return texts.map { text in
            let places =
                left[text.span]
                ?? ([text.span] + slot.node.document.aliases.directAliases(of: text.span)).filter(isInList)[...]
            left[text.span] = places.dropFirst()
            return places.first ?? text.span
        }
    }

    /// Takes an item out of a list with what stands between it and the item before it.
    private func removal(
        of item: SourceSpan, behind previous: SourceSpan, in list: SourceSpan
    ) -> [Diagnostic.Fix] {
        let gap = SourceSpan(file: item.file, start: previous.end, end: item.start)
        // An alias has the place of its anchor, and a comment belongs to somebody.
        guard gap.start < gap.end, list.start <= previous.start, item.end <= list.end,
            file.bytes.clamped(gap).allSatisfy({ " \t\r\n,-".utf8.contains($0) }),
            file.bytes.dropFirst(item.end).first(where: { !" \t,".utf8.contains($0) }) != UInt8(ascii: "#")
        else { return [] }
        let edit = Diagnostic.Edit(span: SourceSpan(file: item.file, start: gap.start, end: item.end), text: "")
        return [.init(description: "remove it", safe: true, edits: [edit])]
    }
}
