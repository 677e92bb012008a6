import WaybillManifest
import WaybillSyntax
import WaybillTable

extension Pattern {
    /// Returns the pattern with another literal in a segment; `nil` if the segment has none.
    func mutated(at segment: Int) -> Pattern? {
        var pieces = PatternPieces(self)
        let place = pieces.segments.lowerBound + segment
        guard pieces.all.indices.contains(place) else { return nil }
        switch segments[segment] {
        case .any: return nil
        case .capture(let capture) where !capture.isAffix: return nil
        case .capture(let capture) where capture.suffix.isEmpty:
            guard let colon = pieces.all[place].lastIndex(of: ":") else { return nil }
            pieces.all[place].insert(contentsOf: "x-", at: colon)
        case .literal, .capture: pieces.all[place] += "-x"
        }
        return pieces.pattern
    }

    /// For a pattern without literals: the pattern below a literal; `nil` if no segment may be inserted there.
    var mutatedBelow: Pattern? {
        var pieces = PatternPieces(self)
        guard pieces.segments.lowerBound > 0 else { return nil }
        pieces.all.insert("x", at: pieces.segments.lowerBound)
        return pieces.pattern
    }
}

/// The text of a pattern, split at each `/`.
private struct PatternPieces {
    var all: [String]
    /// The pieces that are segments. The first one may have a scheme before it.
    let segments: Range<Int>
    private let isSlashed: Bool

    init(_ pattern: Pattern) {
        all = pattern.text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        isSlashed = !pattern.segments.isEmpty && all.last == ""
        if all.count > 1 && all.last == "" { all.removeLast() }
        let count = pattern.segments.count + (pattern.catchAll == nil ? 0 : 1)
        segments = max(0, all.count - count)..<all.count
    }

    var pattern: Pattern? { try? Pattern(all.joined(separator: "/") + (isSlashed ? "/" : "")) }
}

extension LocatedTarget {
    /// The target with another literal in place of its last one; `nil` if it has none.
    var mutated: LocatedTarget? {
        let end = text.value.firstIndex { $0 == "?" || $0 == "#" } ?? text.value.endIndex
        var pieces = text.value[..<end].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let literal = pieces.lastIndex(where: { !$0.contains(":") && !$0.contains("*") }) else { return nil }
        pieces[literal] += pieces[literal].isEmpty ? "x" : "-x"
        let changed = pieces.joined(separator: "/") + text.value[end...]
        guard let target = try? URLTemplate(changed) else { return nil }
        return LocatedTarget(target: target, text: Located(changed, at: text.span))
    }
}
