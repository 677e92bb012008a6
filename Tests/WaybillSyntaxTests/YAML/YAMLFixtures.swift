import Testing
import WaybillSyntax

/// The reader's result for a text, in a form that is readable in an expectation.
struct Reading {
    let file: SourceFile
    let node: Node?
    let diagnostics: [Diagnostic]

    init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    init(bytes: [UInt8]) {
        file = SourceFile(path: "a.yaml", bytes: bytes)
        let read = YAMLReader.read(file, index: 0)
        read.node?.document._checkInvariants()
        node = read.node.map(Node.init)
        diagnostics = read.diagnostics
    }

    /// `Y003 2:1-2:2 message` for each diagnostic.
    var problems: [String] {
        diagnostics.map { "\($0.rule.id) \(place($0.span)) \($0.message)" }
    }

    func place(_ span: SourceSpan) -> String {
        let start = file.position(at: span.start)
        let end = file.position(at: span.end)
        return "\(start.line):\(start.column)-\(end.line):\(end.column)"
    }

    /// All nodes, keys too, outermost first.
    var nodes: [Node] {
        var found: [Node] = []
        var waiting = node.map { [$0] } ?? []
        while let next = waiting.popLast() {
            found.append(next)
            switch next.content {
            case .scalar: break
            case .sequence(let items): waiting += items.reversed()
            case .mapping(let entries): waiting += entries.reversed().flatMap { [$0.value, $0.key] }
            }
        }
        return found
    }

    /// `a: [1, {b: }]`, whatever style the text has.
    var flow: String { node.map(Self.flow) ?? "-" }

    private static func flow(_ node: Node) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.text
        case .sequence(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\(flow($0.key)): \(flow($0.value))" }.joined(separator: ", ") + "}"
        }
    }

    /// The text that each node's span covers.
    var covered: [String] { nodes.map { file.text(in: $0.span) } }
}

extension Reading {
    /// Expects that spans are in the file, that nodes are inside their parent nodes, and that plain scalars cover their
    /// text.
    func expectSoundSpans() {
        let text = String(decoding: file.bytes, as: UTF8.self)
        for span in nodes.map(\.span) + diagnostics.flatMap({ [$0.span] + $0.notes.map(\.span) }) {
            #expect(0 <= span.start && span.start <= span.end && span.end <= file.bytes.count, "\(text)")
            #expect(file.position(at: span.start) <= file.position(at: span.end), "\(text)")
        }
        // An alias has the place of its anchor.
        if !text.contains("*") { for node in nodes { expectOrder(in: node, text) } }
        guard diagnostics.isEmpty else { return }
        for node in nodes {
            guard case .scalar(let scalar) = node.content, scalar.style == .plain else { continue }
            let source = file.text(in: node.span)
            if !source.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" }) { #expect(source == scalar.text) }
        }
    }

    /// Expects that the parts of a node follow each other in it.
    private func expectOrder(in node: Node, _ text: String) {
        let parts: [Node] =
            switch node.content {
            case .scalar: []
            case .sequence(let items): items
            case .mapping(let entries): entries.flatMap { [$0.key, $0.value] }
            }
        var end = node.span.start
        for part in parts {
            #expect(end <= part.span.start && part.span.end <= node.span.end, "\(text)")
            end = part.span.end
        }
    }
}
