import WaybillManifest
import WaybillSyntax

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
