/// Builds a document from the events of libyaml. It keeps its own stack, so that deep nesting does not exhaust the
/// thread's stack.
struct YAMLDocumentBuilder {
    typealias Record = YAMLDocument.Record

    let file: SourceFile
    let index: Int
    let text: YAMLText
    private(set) var diagnostics: [Diagnostic] = []
    var records: [Record] = []
    var texts: [UInt8] = []
    var open: [OpenCollection] = []
    var anchors = AnchorTable()
    var unfinished = UnfinishedPlaces()
    private var hasDocument = false
    private var budget = DiagnosticBudget()
    /// Whether the file has so many values or errors that all of it is discarded.
    private(set) var isRefused = false

    init(file: SourceFile, index: Int, text: YAMLText) {
        self.file = file
        self.index = index
        self.text = text
        // Only a few escapes are shorter than the text that they encode, and few values have less than eight bytes.
        texts.reserveCapacity(text.bytes.count)
        records.reserveCapacity(min(text.bytes.count / 8, YAMLReader.valueLimit))
    }

    /// Returns the document of everything that was read.
    func build() -> YAMLDocument {
        YAMLDocument(
            file: index, records: records, texts: texts, aliases: AliasPlaces(anchors.aliases),
            unfinished: unfinished)
    }

    /// Reads the stream, up to the first syntax error or limit.
    mutating func run() {
        var events = YAMLEvents(text.bytes)
        do {
            while try consumeNext(&events) {}
        } catch {
            // Invalid bytes often cause a syntax error after them, and are already reported.
            let problem = located(error)
            removeEntry(before: offset(error.beginning))
            if text.diagnostics.allSatisfy({ $0.span.start > problem.span.start }) { report(problem) }
            abandon()
        }
    }

    /// Reads one event. Returns false at the end, and if the rest must not be read.
    private mutating func consumeNext(_ events: inout YAMLEvents) throws(YAMLProblem) -> Bool {
        let event = try events.next()
        var canContinue = true
        switch event.kind {
        case .streamStart, .documentEnd: return true
        case .streamEnd:
            finish()
            return false
        case .documentStart: canContinue = beginDocument(event)
        case .alias: resolveAlias(events.anchor ?? "", event)
        case .scalar(let kind): addScalar(kind, event, events)
        case .sequenceStart(let isFlow): canContinue = begin(.sequence, isFlow: isFlow, event, events)
        case .mappingStart(let isFlow): canContinue = begin(.mapping, isFlow: isFlow, event, events)
        case .collectionEnd: endCollection(event)
        }
        if records.count > YAMLReader.valueLimit {
            report(.tooMany(at: span(event)))
            isRefused = true
        }
        canContinue = canContinue && !isRefused
        if !canContinue { abandon() }
        return canContinue
    }

    private mutating func finish() {
        if !hasDocument { reportEmptyDocument() }
        reportUnusedAnchors()
        reportBudget()
    }

    private mutating func beginDocument(_ event: YAMLEvent) -> Bool {
        guard hasDocument else {
            hasDocument = true
            return true
        }
        let place = span(event)
        report(
            Diagnostic(
                .documentCount, at: place, "a second document starts here; a manifest is one document",
                help: "move it to its own file"))
        reportUnusedAnchors()
        return false
    }

    private mutating func addScalar(_ kind: Record.Kind, _ event: YAMLEvent, _ events: borrowing YAMLEvents) {
        let first = texts.count
        events.appendText(to: &texts)
        let length = texts.count - first
        let isAbsent = kind == .plain && length == 0
        let properties = readProperties(of: event, isAbsent: isAbsent)
        if isAbsent, open.isEmpty, !event.hasAnchor, !event.hasTag { return reportEmptyDocument() }
        let place = span(ofScalar: kind, isAbsent: isAbsent, event, from: properties.valueStart)
        guard length <= YAMLReader.textByteLimit else {
            texts.removeLast(length)
            return refuseText(of: length, at: place)
        }
        if text.hasSubstitutes { restoreText(from: first) }
        let built = append(
            Record(
                kind: kind, start: UInt32(place.start), end: UInt32(place.end), first: UInt32(first),
                count: UInt32(texts.count - first), next: 0))
        if event.hasAnchor, let name = events.anchor {
            anchors.complete(anchors.declare(name, at: properties.anchor ?? place, role: role), with: anchored(built))
        }
        add(built)
    }

    private mutating func refuseText(of length: Int, at place: SourceSpan) {
        let start = SourceSpan(file: index, start: place.start, end: place.start)
        report(.tooLong(length, at: start))
        addEmpty(at: start, upTo: place.end)
    }

    /// Restores the characters of the last text that were replaced for libyaml.
    private mutating func restoreText(from first: Int) {
        let restored = text.restored(String(decoding: texts[first...], as: UTF8.self))
        texts.replaceSubrange(first..., with: restored.utf8)
    }

    /// Appends a record that contains no other record.
    mutating func append(_ record: Record) -> BuiltNode {
        records.append(record)
        records[records.count - 1].next = UInt32(records.count)
        // A long text counts as several nodes, so that aliases of it are limited, too.
        let size = record.kind.isScalar ? 1 + Int(record.count) / YAMLReader.bytesPerAliasedNode : 1
        return BuiltNode(record: records.count - 1, end: Int(record.end), size: size, height: 0)
    }

    private mutating func begin(
        _ kind: Record.Kind, isFlow: Bool, _ event: YAMLEvent, _ events: borrowing YAMLEvents
    ) -> Bool {
        let properties = readProperties(of: event, isAbsent: false)
        let start = properties.valueStart
        guard open.count < YAMLReader.levelLimit else {
            reportDepth(
                open.count + 1, at: SourceSpan(file: index, start: start, end: min(start + 1, file.bytes.count)))
            return false
        }
        var anchor: Int?
        if event.hasAnchor, let name = events.anchor {
            let place = SourceSpan(file: index, start: start, end: start)
            anchor = anchors.declare(name, at: properties.anchor ?? place, role: role)
        }
        open.append(
            OpenCollection(
                record: records.count, isMapping: kind == .mapping, isFlow: isFlow, start: start, anchor: anchor))
        // Its end, count and next index are set when it is closed.
        records.append(Record(kind: kind, start: UInt32(start), end: UInt32(start), next: 0))
        return true
    }

    private mutating func endCollection(_ event: YAMLEvent) {
        guard let built = closeLast(at: event.end > event.start ? offset(event.end) : nil) else { return }
        add(built)
    }

    /// Ends the innermost collection, after its last value if no other end is given.
    private mutating func closeLast(at end: Int?) -> BuiltNode? {
        guard let collection = open.popLast() else { return nil }
        // A key without a value is not an entry.
        if let key = collection.pendingKey { records.removeLast(records.count - key) }
        let end = max(collection.start, collection.isFlow ? end ?? collection.lastEnd : collection.lastEnd)
        records[collection.record].end = UInt32(end)
        records[collection.record].count = UInt32(collection.count)
        records[collection.record].next = UInt32(records.count)
        let built = BuiltNode(
            record: collection.record, end: end, size: collection.size, height: collection.height)
        if let anchor = collection.anchor { anchors.complete(anchor, with: anchored(built)) }
        return built
    }

    /// Closes all collections when reading ends early.
    private mutating func abandon() {
        while let built = closeLast(at: nil) {
            if let last = open.last, last.awaitsKey {
                // A collection in place of a key that was cut off is not an entry, and is not reported.
                records.removeLast(records.count - built.record)
            } else {
                add(built)
            }
        }
        reportBudget()
    }

    /// Adds a complete value to the innermost collection, if there is one.
    mutating func add(_ built: BuiltNode) {
        let last = open.count - 1
        guard last >= 0 else { return }
        open[last].take(built)
        guard open[last].isMapping else {
            open[last].count += 1
            return
        }
        switch open[last].pending {
        case .none:
            let isAccepted = acceptKey(built.record, in: last)
            records[built.record].isDropped = !isAccepted
            records[built.record].isRefusedAlias = false
            open[last].pending = isAccepted ? .key(built.record) : .dropped(built.record)
        case .key:
            open[last].count += 1
            open[last].pending = .none
        case .dropped: open[last].pending = .none
        }
    }

    private func anchored(_ built: BuiltNode) -> AnchorTable.Target {
        AnchorTable.Target(record: records[built.record], index: built.record, size: built.size, height: built.height)
    }

    /// Changes the last diagnostic of a rule at a place, if it is reported.
    mutating func change(_ rule: Rule, at place: SourceSpan, by change: (inout Diagnostic) -> Void) {
        guard let index = diagnostics.lastIndex(where: { $0.rule == rule && $0.span == place }) else { return }
        change(&diagnostics[index])
    }

    /// Removes the diagnostics from an offset on.
    mutating func withdrawDiagnostics(from start: Int) { diagnostics.removeAll { $0.span.start >= start } }

    /// Keeps a diagnostic, within the budget of the file.
    mutating func report(_ diagnostic: Diagnostic) {
        if let kept = budget.take(diagnostic) { diagnostics.append(kept) }
        if budget.isSpent { isRefused = true }
    }
}
