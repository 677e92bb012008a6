import WaybillTable

extension PatternIndex {
    /// Items whose patterns look alike but for the case of letters, an escaped slash, and, where the table looks at it, a
    /// slash at the end: in groups.
    var lookAlikes: [[Number]] {
        let isStrict = settings.trailingSlash == .strict
        // Only what is written in an unusual way is spelled otherwise than anything.
        guard isStrict || texts.contains(where: \.isUnusual) else { return [] }
        let groups = Dictionary(grouping: items.indices.map(Number.init)) { spelling(of: items[Int($0)]) }
        return groups.values.filter(differInSpelling).sorted { $0[0] < $1[0] }
    }

    /// Whether not all items of a group are spelled like the first.
    private func differInSpelling(_ group: [Number]) -> Bool {
        let first = items[Int(group[0])]
        return group.contains { number in
            let item = items[Int(number)]
            return item.node != first.node
                || settings.trailingSlash == .strict && item.hasTrailingSlash != first.hasTrailingSlash
        }
    }

    /// The head, and the segments in lower case, joined by `/`, whether they stood in one literal or not.
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
    /// Whether a capital letter or an escaped slash is in it.
    fileprivate var isUnusual: Bool { contains { $0 == UInt8(ascii: "/") || (0x41...0x5A).contains($0) } }
}
