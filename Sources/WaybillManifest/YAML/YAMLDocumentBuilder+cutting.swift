/// Where a syntax error cut a document short: what lacks its rest cannot be blamed for it.
struct UnfinishedPlaces: Sendable {
    /// The offsets of the document and the section that lack their rest, and of their keys.
    var all: Set<Int> = []
    /// Of them those whose kind is a guess: nothing but a bracket, or what was taken back, tells it.
    var shapeless: Set<Int> = []
}

extension YAMLDocumentBuilder {
    /// Takes back the entry of a section that the reading broke off in or right behind, with what was found in it.
    ///
    /// An entry that is cut short lacks its rest, and the text that was taken for the last thing before the trouble may be
    /// that of its neighbours. Whoever judges them tells of mistakes that nobody made.
    ///
    /// - Parameter trouble: The offset where the text stopped being YAML.
    mutating func takeBack(before trouble: Int) {
        guard !records.isEmpty else { return }
        if open.count > Self.entryLevel {
            let entry = open[Self.entryLevel].record
            open.removeLast(open.count - Self.entryLevel)
            takeBack(from: open[Self.entryLevel - 1].pendingKey ?? entry)
        } else if let key = open.last?.pendingKey {
            takeBack(from: key)
        } else if skipSpace(from: open.last?.lastEnd ?? Int(records[0].end)) >= trouble {
            takeBackLast()
        }
        if !open.isEmpty { open[open.count - 1].pending = .none }
        if unfinished.all.isEmpty { noteUnfinished(open.map(\.record)) }
    }

    /// The document is at level 0, its sections are at level 1.
    private static var entryLevel: Int { 2 }

    /// Takes back the last entry of the last section, or the section where it has none.
    private mutating func takeBackLast() {
        var path = open.isEmpty ? [0] : open.map(\.record)
        guard let last = lastChild(of: path[path.count - 1]) else {
            if records[0].kind.isScalar { takeBack(from: 0) }
            return
        }
        var first = last.first
        if path.count < Self.entryLevel, let entry = lastChild(of: last.value) {
            path.append(last.value)
            first = entry.first
        }
        let parent = path.count - 1
        let isCounted = records[path[parent]].kind == .sequence || !records[first].isDropped
        takeBack(from: first)
        for (level, record) in path.enumerated() {
            let loss = level == parent && isCounted ? 1 : 0
            if level < open.count {
                open[level].count -= loss
            } else {
                records[record].count -= UInt32(loss)
                records[record].next = UInt32(records.count)
            }
        }
        noteUnfinished(path)
    }

    /// The last item of a sequence, or the last key of a mapping with its value.
    private func lastChild(of collection: Int) -> (first: Int, value: Int)? {
        let kind = records[collection].kind
        guard kind == .sequence || kind == .mapping else { return nil }
        var (last, position): ((first: Int, value: Int)?, Int) = (nil, collection + 1)
        while position < records.count {
            let value = kind == .mapping ? Int(records[position].next) : position
            last = (position, value)
            position = Int(records[value].next)
        }
        return last
    }

    private mutating func takeBack(from record: Int) {
        withdrawFindings(from: Int(records[record].start))
        records.removeLast(records.count - record)
    }

    private mutating func noteUnfinished(_ path: [Int]) {
        for record in path where record < records.count {
            let start = Int(records[record].start)
            unfinished.all.insert(start)
            // A section is spoken of at its key, the document at its first one.
            if record > 0 { unfinished.all.insert(Int(records[record - 1].start)) }
            if record == 0, records.count > 1 { unfinished.all.insert(Int(records[1].start)) }
            let isEmpty = record == records.count - 1
            if isEmpty || "[{".utf8.contains(file.bytes[start]) { unfinished.shapeless.insert(start) }
        }
    }
}

extension YAMLProblem {
    /// Where the text stopped being YAML: what was taken for a key is none long before that is known.
    var beginning: Int { context?.contains("simple key") == true ? min(place, contextPlace) : place }
}
