/// Names that were probably meant by a name that is not known: nearest first, then by name, three at most.
///
/// A name is near where at most `max(1, length / 3)` characters are missing, too many, different, or two neighbours
/// stand the wrong way round. Case never counts, so that a name that differs only by case is the nearest.
package func didYouMean(_ name: String, among candidates: some Sequence<String>) -> [String] {
    guard name.utf8.count <= longestComparedName else { return [] }
    let typed = Array(name.lowercased().unicodeScalars)
    let limit = max(1, typed.count / 3)
    // A character takes four bytes at most, and most take one.
    let range = (typed.count - limit)...(4 * (typed.count + limit))
    let near = Set(candidates.lazy.filter { range.contains($0.utf8.count) }).compactMap {
        candidate -> (distance: Int, name: String)? in
        guard candidate != name, candidate.utf8.count <= longestComparedName else { return nil }
        let letters = Array(candidate.lowercased().unicodeScalars)
        guard abs(letters.count - typed.count) <= limit else { return nil }
        let distance = alignmentDistance(typed, letters)
        return distance <= limit ? (distance, candidate) : nil
    }
    return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

/// Suggestions for the first hundred names of a run: nobody looks at more, and each may be compared with every name of a
/// large set.
final class NameSuggestions {
    private var left = 100

    /// ``didYouMean(_:among:)``, and none once the names are used up.
    func near(_ name: String, among candidates: some Sequence<String>) -> [String] {
        guard left > 0 else { return [] }
        left -= 1
        return didYouMean(name, among: candidates)
    }
}

/// Whether one character is missing, too many or different, or two neighbours stand the wrong way round.
func isOneEdit(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count <= longestComparedName, right.utf8.count <= longestComparedName else { return false }
    return alignmentDistance(Array(left.unicodeScalars), Array(right.unicodeScalars)) == 1
}

/// Names beyond this were not mistyped, they were pasted; comparing them would cost a square of their length.
private let longestComparedName = 512

/// Damerau–Levenshtein distance in its optimal string alignment form: no part is edited twice.
private func alignmentDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        current.reserveCapacity(right.count + 1)
        for column in right.indices {
            let change = previous[column] + (left[row] == right[column] ? 0 : 1)
            var best = min(change, previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                best = min(best, beforePrevious[column - 1] + 1)
            }
            current.append(best)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
