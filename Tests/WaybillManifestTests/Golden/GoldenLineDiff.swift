/// The lines of two texts side by side: `-` what was expected and is gone, `+` what is new.
func goldenDiff(expected: String, actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var lines: [String] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
        if removed.contains(oldIndex) {
            lines.append("- " + old[oldIndex])
            oldIndex += 1
        } else if inserted.contains(newIndex) {
            lines.append("+ " + new[newIndex])
            newIndex += 1
        } else {
            lines.append("  " + old[oldIndex])
            oldIndex += 1
            newIndex += 1
        }
    }
    return lines.joined(separator: "\n")
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
