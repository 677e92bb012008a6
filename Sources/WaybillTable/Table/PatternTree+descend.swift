extension PatternTree {
    /// Follows a path while it is being cut, for as long as there is nothing to choose: where a node has literals alone,
    /// or a wild child alone. That is all of a lookup in most tables without interceptors.
    ///
    /// - Returns: `nil` where it came to the end, and noted what ends there; else the node and the step from which on a
    ///   walk goes on, as it has to choose or the last segment is special. Node 0 has nothing behind it but steps to cut.
    @inline(__always)
    func descend(
        _ bytes: Span<UInt8>, _ cutter: inout PathCutter, _ steps: borrowing Scratch<URLScan.Step>,
        _ scope: borrowing RequestScope, _ findings: inout Findings
    ) -> (node: Index, step: Int)? {
        var index = pathRoot
        while index != 0 {
            if cutter.isAtEnd {
                visit(index, isEnd: true, scope, false, &findings)
                return nil
            }
            let way = unsafe nodes[unchecked: Int(index)].wildOrChoice
            let step = cutter.cut(into: steps)
            if way >= Node.choiceMark || step.isSpecial { return (index, cutter.count &- 1) }
            index = way != 0 ? way : literal(of: index, step, bytes, isFolding: false)
        }
        return (0, cutter.count)
    }
}
