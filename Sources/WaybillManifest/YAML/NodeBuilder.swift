/// Builds nodes from libyaml's events with a stack of its own, so that no nesting can exhaust the thread's.
struct NodeBuilder {
    let file: SourceFile
    let index: Int
    let text: YAMLText
    private(set) var document: Node?
    private(set) var diagnostics: [Diagnostic] = []
    var open: [OpenCollection] = []
    var anchors = AnchorTable()
    private var hasDocument = false
    private var findings: [String: Int] = [:]

    init(file: SourceFile, index: Int, text: YAMLText) {
        self.file = file
        self.index = index
        self.text = text
    }

    /// Reads the whole stream, or as much of it as is YAML and wanted.
    mutating func run() {
        var events = YAMLEvents(text.bytes)
        do {
            while let event = try nextEvent(&events) {
                guard consume(event) else { return abandon() }
            }
            if !hasDocument { reportEmptyDocument() }
            reportUnusedAnchors()
            reportBudget()
        } catch {
            // What follows bytes that are no text is often no YAML either: one cause, one finding.
            let problem = located(error)
            if text.diagnostics.allSatisfy({ $0.span.start > problem.span.start }) { report(problem) }
            abandon()
        }
    }

    private func nextEvent(_ events: inout YAMLEvents) throws(YAMLProblem) -> YAMLEvent? {
        let event = try events.next()
        if case .streamEnd = event.kind { return nil }
        return event
    }

    /// Takes one event; false where the rest is not to be read.
    private mutating func consume(_ event: YAMLEvent) -> Bool {
        switch event.kind {
        case .streamStart, .streamEnd, .documentEnd: return true
        case .documentStart: return beginDocument(event)
        case .alias(let name): resolveAlias(name, event)
        case .scalar(let scalar): addScalar(scalar, event)
        case .sequenceStart(let isFlow): return begin(.sequence([]), isFlow: isFlow, event)
        case .mappingStart(let isFlow): return begin(.mapping([]), isFlow: isFlow, event)
        case .collectionEnd: endCollection(event)
        }
        return true
    }

    private mutating func beginDocument(_ event: YAMLEvent) -> Bool {
        guard hasDocument else {
            hasDocument = true
            return true
        }
        let place = span(event)
        report(
            Diagnostic(
                .documentCount, at: place, "a second document begins here; a manifest is one document",
                help: "move it to a file of its own"))
        reportUnusedAnchors()
        return false
    }

    private mutating func addScalar(_ scalar: Node.Scalar, _ event: YAMLEvent) {
        var scalar = scalar
        scalar.text = text.restored(scalar.text)
        let properties = readProperties(of: event)
        if scalar.isAbsent, open.isEmpty, event.anchor == nil, event.tag == nil { return reportEmptyDocument() }
        let place = span(of: scalar, event, from: properties.valueStart)
        let built = BuiltNode(node: Node(span: place, content: .scalar(scalar)), end: place.end, size: 1, height: 0)
        if let anchor = declare(event.anchor, at: properties.anchor ?? place) { anchors.complete(anchor, with: built) }
        add(built)
    }

    private mutating func begin(_ content: Node.Content, isFlow: Bool, _ event: YAMLEvent) -> Bool {
        let properties = readProperties(of: event)
        let start = properties.valueStart
        guard open.count < YAMLReader.mostLevels else {
            reportDepth(
                open.count + 1, at: SourceSpan(file: index, start: start, end: min(start + 1, file.bytes.count)))
            return false
        }
        let place = SourceSpan(file: index, start: start, end: start)
        let anchor = declare(event.anchor, at: properties.anchor ?? place)
        open.append(OpenCollection(content, isFlow: isFlow, start: start, anchor: anchor))
        return true
    }

    private mutating func endCollection(_ event: YAMLEvent) {
        guard let built = closeLast(at: event.end > event.start ? offset(event.end) : nil) else { return }
        add(built)
    }

    /// Ends the innermost collection; without an end of its own, behind its last value.
    private mutating func closeLast(at end: Int?) -> BuiltNode? {
        guard let collection = open.popLast() else { return nil }
        let built = collection.built(
            file: index, end: collection.isFlow ? end ?? collection.lastEnd : collection.lastEnd)
        if let anchor = collection.anchor { anchors.complete(anchor, with: built) }
        return built
    }

    /// Keeps what was read before the reading ended early.
    private mutating func abandon() {
        while let built = closeLast(at: nil) {
            // A collection that was cut off where a key is due is no finding of its own.
            if let last = open.last, last.awaitsKey { continue }
            add(built)
        }
        reportBudget()
    }

    /// Puts a value where it belongs: into the innermost collection, or it is the document.
    mutating func add(_ built: BuiltNode) {
        guard let last = open.indices.last else {
            document = document ?? built.node
            return
        }
        open[last].take(built)
        guard open[last].isMapping else { return open[last].append(built.node) }
        switch open[last].pending {
        case .none: open[last].pending = acceptKey(built.node, in: last)
        case .key(let key):
            open[last].append(key: key, value: built.node)
            open[last].pending = .none
        case .dropped: open[last].pending = .none
        }
    }

    /// Keeps a finding, unless there are already more of its rule than anybody reads.
    mutating func report(_ diagnostic: Diagnostic) {
        findings[diagnostic.rule.id, default: 0] += 1
        if findings[diagnostic.rule.id, default: 0] <= YAMLReader.mostFindings { diagnostics.append(diagnostic) }
    }
}
