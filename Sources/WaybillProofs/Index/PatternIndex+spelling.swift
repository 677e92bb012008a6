import WaybillTable

extension PatternIndex {
    /// Groups of items whose patterns differ only in the case of letters, an escaped slash and, if the table
    /// distinguishes it, a slash at the end.
    var lookAlikes: [[Number]] {
        let isStrict = settings.trailingSlash == .strict
        // Only an unusual text can be a different spelling of another.
        guard isStrict || texts.contains(where: \.isUnusual) else { return [] }
        let groups = Dictionary(grouping: items.indices.map(Number.init)) { spelling(of: items[Int($0)]) }
        return groups.values.filter(differInSpelling).sorted { $0[0] < $1[0] }
    }

    /// Whether an item of a group is spelled differently than the first.
    private func differInSpelling(_ group: [Number]) -> Bool {
        let first = items[Int(group[0])]
        return group.contains { number in
            let item = items[Int(number)]
            return item.node != first.node || item.slash != first.slash
        }
    }

    /// Returns the head, and the segments in lower case, joined by `/`.
    private func spelling(of item: Item) -> Spelling {
        var path: [UInt8] = []
        for segment in item.segments {
            path.append(UInt8(ascii: "/"))
            switch segment {
            case .literal(let bytes): path += ASCII.lowercased(bytes)
            case .any: path.append(1)
            case .capture(let capture):
                path += ASCII.lowercased(capture.prefix) + [0] + ASCII.lowercased(capture.suffix)
            }
        }
        return Spelling(head: item.head, path: path, hasCatchAll: item.hasCatchAll)
    }

    private struct Spelling: Hashable {
        var head: Number
        var path: [UInt8]
        var hasCatchAll: Bool
    }
}

extension ArraySlice<UInt8> {
    /// Whether it contains a capital letter or a slash.
    fileprivate var isUnusual: Bool { contains { $0 == UInt8(ascii: "/") || (0x41...0x5A).contains($0) } }
}
