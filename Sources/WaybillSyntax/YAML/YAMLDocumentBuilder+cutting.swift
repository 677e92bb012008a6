/// The values that a syntax error cut short. Their missing parts are not reported.
package struct UnfinishedPlaces: Sendable {
    /// The offsets of the incomplete document and section, and of their keys.
    package var all: Set<Int> = []
    /// The incomplete values whose kind was guessed from a bracket or from an entry that was removed.
    package var shapeless: Set<Int> = []
}

extension YAMLDocumentBuilder {
    /// Removes the entry that contains a syntax error, or ends directly before one, with its diagnostics.
    ///
    /// Such an entry is incomplete, and its last text may belong to the next entry. Checks of it would report problems
    /// that do not exist.
    ///
    /// - Parameter error: The offset from which the text is not YAML.
    mutating func removeEntry(before error: Int) {
        guard !records.isEmpty else { return }
        if open.count > Self.entryLevel {
            let entry = open[Self.entryLevel].record
            open.removeLast(open.count - Self.entryLevel)
            removeRecords(from: open[Self.entryLevel - 1].pendingKey ?? entry)
        } else if let key = open.last?.pendingKey {
            removeRecords(from: key)
        } else if skipSpace(from: open.last?.lastEnd ?? Int(records[0].end)) >= error {
            removeLastEntry()
        }
        if !open.isEmpty { open[open.count - 1].pending = .none }
        if unfinished.all.isEmpty { noteUnfinished(open.map(\.record)) }
    }

    /// The document has level 0, its sections have level 1.
    private static var entryLevel: Int { 2 }

    /// Removes the last entry of the last section, or the section itself if it has no entries.
    private mutating func removeLastEntry() {
        var path = open.isEmpty ? [0] : open.map(\.record)
        guard let last = lastChild(of: path[path.count - 1]) else {
            if records[0].kind.isScalar { removeRecords(from: 0) }
            return
        }
        var first = last.first
        if path.count < Self.entryLevel, let entry = lastChild(of: last.value) {
            path.append(last.value)
            first = entry.first
        }
        let parent = path.count - 1
        let isCounted = records[path[parent]].kind == .sequence || !records[first].isDropped
        removeRecords(from: first)
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
        var last: (first: Int, value: Int)?
        var position = collection + 1
        while position < records.count {
            let value = kind == .mapping ? Int(records[position].next) : position
            last = (position, value)
            position = Int(records[value].next)
        }
        return last
    }

    private mutating func removeRecords(from record: Int) {
        withdrawDiagnostics(from: Int(records[record].start))
        records.removeLast(records.count - record)
    }

    private mutating func noteUnfinished(_ path: [Int]) {
        for record in path where record < records.count {
            let start = Int(records[record].start)
            unfinished.all.insert(start)
            // Problems of a section are reported at its key, problems of the document at its first key.
            if record > 0 { unfinished.all.insert(Int(records[record - 1].start)) }
            if record == 0, records.count > 1 { unfinished.all.insert(Int(records[1].start)) }
            let isEmpty = record == records.count - 1
            if isEmpty || "[{".utf8.contains(file.bytes[start]) { unfinished.shapeless.insert(start) }
        }
    }
}

extension YAMLProblem {
    /// The index from which the text is not YAML. libyaml notices late that a text is not a key.
    var beginning: Int { context?.contains("simple key") == true ? min(place, contextPlace) : place }
}
