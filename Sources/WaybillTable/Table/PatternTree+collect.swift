extension PatternTree {
    /// Finds all entries whose patterns match a URL and which the scope shows, level by level: what is known of a URL are
    /// the nodes that its first segments lead to, and the next segment leads from them to the next level.
    ///
    /// No node is visited twice, and the literal of a segment is keyed once for all nodes of a level.
    ///
    /// - Parameters:
    ///   - bytes: What the places of `steps` are in.
    ///   - start: Where the URL begins, and the number of the first step.
    ///   - isSlashed: Whether a slash ends the path.
    ///   - findings: Gets the ``Findings/interceptors``.
    @inline(__always)
    func collect(
        _ bytes: Span<UInt8>, _ steps: inout some StepSequence, from start: (node: Index, step: Int), isSlashed: Bool,
        in scope: borrowing RequestScope, _ findings: inout Findings, isFolding: Bool
    ) {
        // No pattern is for paths alone.
        guard start.node > 0 || start.step == 0 else { return }
        unsafe findings.queue[unchecked: 0] = start.node
        var (step, head, tail) = (start.step, 0, 1)
        while let text = steps.next() {
            let end = tail
            while head < end {
                let index = unsafe findings.queue[unchecked: head]
                let node = unsafe nodes[unchecked: Int(index)]
                head &+= 1
                findings.queue.reserve(tail &+ 2)
                if node.traits.contains(.hasRests) {
                    visit(index, isEnd: false, for: .all, scope, isSlashed, &findings)
                }
                if node.traits.contains(.hasLiterals) {
                    let child = literal(of: index, text, bytes, isFolding: isFolding && step >= URLScan.headCount)
                    unsafe findings.queue[unchecked: tail] = child
                    if child != 0 { tail &+= 1 }
                }
                // An empty segment has no literal, and only `**` takes it.
                if text.place.length == 0 { continue }
                unsafe findings.queue[unchecked: tail] = node.wild.index
                if node.wild != .none { tail &+= 1 }
                if node.traits.contains(.hasEdges) {
                    followEdges(of: index, text.place, bytes, &findings.queue, &tail, isFolding: isFolding)
                }
            }
            if head == tail { return }
            step &+= 1
        }
        while head < tail {
            let index = unsafe findings.queue[unchecked: head]
            visit(index, isEnd: true, for: .all, scope, isSlashed, &findings)
            head &+= 1
        }
    }

    /// Appends the children of all edges that take a text.
    @inline(never)
    private func followEdges(
        of node: Index, _ place: URLScan.Place, _ bytes: Span<UInt8>, _ queue: inout Scratch<Index>, _ tail: inout Int,
        isFolding: Bool
    ) {
        var point = Pending(node: node, step: 0, edge: nodes[Int(node)].edges)
        while let edge = edge(of: point, place, bytes, isFolding: isFolding) {
            queue.reserve(tail + 1)
            queue[tail] = edges[edge].child
            tail += 1
            point.edge = UInt32(edge + 1)
        }
    }
}

/// The steps of a URL, one after the other.
protocol StepSequence: ~Copyable {
    mutating func next() -> URLScan.Step?
}

/// Steps that were cut before.
@safe struct CutSteps: StepSequence {
    private var rest: UnsafePointer<URLScan.Step>
    private let end: UnsafePointer<URLScan.Step>

    /// - Parameters:
    ///   - steps: Outlive this.
    ///   - range: Which of them are the URL's.
    @unsafe init(_ steps: UnsafePointer<URLScan.Step>, _ range: Range<Int>) {
        unsafe rest = steps + range.lowerBound
        unsafe end = steps + range.upperBound
    }

    @inline(__always)
    mutating func next() -> URLScan.Step? {
        guard unsafe rest < end else { return nil }
        defer { unsafe rest += 1 }
        return unsafe rest.pointee
    }
}
