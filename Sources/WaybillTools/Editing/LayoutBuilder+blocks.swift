import WaybillManifest
import WaybillSyntax

/// Blocks, and the keys of every mapping.
extension LayoutBuilder {
    /// A longer key needs a `?` before it in YAML.
    private static var longestKey: Int { 1000 }

    mutating func readBlock(_ index: Int, parentColumn: Int) throws(Obstacle) {
        // A dash may be in the column of its key, with comments further to the right.
        let column = max(column(of: cursor), parentColumn + 1)
        let isMapping = records[index].kind == .mapping
        for part in layout.document.parts(of: index) {
            beginPart(part)
            if isMapping {
                try readEntry(part, parentColumn: column)
            } else {
                guard isByte("-") else { throw unexpected() }
                take(1)
                try readValue(part, part: part, parentColumn: column)
            }
        }
        takeFoot(of: index) { $0 >= column }
    }

    /// Takes the comments after a value in the columns of its content.
    mutating func takeFoot(of index: Int, where isWithin: (_ column: Int) -> Bool) {
        let foot = Array(pending.prefix { isWithin($0.column) })
        guard !foot.isEmpty else { return }
        pending.removeFirst(foot.count)
        layout.note(index) { $0.foot = foot }
    }

    mutating func beginPart(_ part: Int) {
        skipTrivia()
        if hasBlank { layout.mark(part, .hasBlankBefore) }
        let leading = takePending()
        if !leading.isEmpty { layout.note(part) { $0.leading = leading } }
    }

    mutating func readEntry(_ key: Int, parentColumn: Int) throws(Obstacle) {
        try readKey(key)
        let value = Int(records[key].next)
        if isByte(":") {
            take(1)
        } else if !records[value].isAbsent {
            throw unexpected()
        }
        try readValue(value, part: key, parentColumn: parentColumn)
    }

    /// Reads a key up to its colon. Comments between a `?` and the key move before the entry.
    private mutating func readKey(_ key: Int) throws(Obstacle) {
        let record = records[key]
        if record.isAbsent { throw obstacle("a key has no text") }
        if Int(record.end) - Int(record.start) > Self.longestKey { throw obstacle("a key is over 1,000 bytes long") }
        let before = cursor
        if isByte("?"), cursor != Int(record.start) {
            take(1)
            skipTrivia()
        }
        if isAlias(record, after: before) {
            try takeAlias(of: key)
        } else {
            while cursor < Int(record.start), isByte("&") {
                let anchor = takeName()
                layout.note(key) { $0.anchor = anchor }
                layout.hasAnchors = true
                skipTrivia()
            }
            guard cursor == Int(record.start) else { throw unexpected() }
            take(to: Int(record.end))
        }
        skipTrivia()
        let between = takePending()
        if !between.isEmpty, !isAbsentValue(of: key) {
            layout.note(key) { $0.leading += between }
        } else {
            pending = between
        }
    }

    /// Whether nothing follows a key, not even its colon.
    private func isAbsentValue(of key: Int) -> Bool {
        !isByte(":") && records[Int(records[key].next)].isAbsent
    }
}

/// Collections in brackets.
extension LayoutBuilder {
    mutating func readFlow(_ index: Int) throws(Obstacle) {
        let isMapping = records[index].kind == .mapping
        guard !isMapping || isByte("{") else { return try readEntry(index + 1, parentColumn: 0) }
        take(1)
        flowDepth += 1
        skipTrivia()
        takeHeader(of: index, all: false)
        let parts = layout.document.parts(of: index)
        for part in parts {
            beginPart(part)
            if isMapping {
                try readEntry(part, parentColumn: 0)
            } else {
                try readValue(part, part: part, parentColumn: 0)
            }
            endFlowPart(part)
        }
        guard isByte(isMapping ? "}" : "]") else { throw unexpected() }
        flowDepth -= 1
        take(1)
        let rest = takePending()
        guard !rest.isEmpty else { return }
        if parts.isEmpty {
            layout.note(index) { $0.header += rest }
        } else {
            layout.note(index) { $0.foot = rest }
        }
    }

    private mutating func endFlowPart(_ part: Int) {
        skipTrivia()
        takeTrailing(of: part)
        guard isByte(",") else { return }
        take(1)
        skipTrivia()
        takeTrailing(of: part)
    }
}
