/// Returns up to three known names that an unknown name was probably meant to be: nearest first, then by name.
///
/// A name is near if at most `max(1, length / 3)` characters are missing, added, changed, or swapped with their
/// neighbor. Case is ignored, so a name that differs only in case is the nearest.
package func didYouMean(_ name: String, among candidates: some Sequence<String>) -> [String] {
    NameSuggestions(names: 1, work: .max).near(name, among: candidates)
}

/// Suggestions for the first hundred unknown names of a run. More would be costly and hardly useful, because each may be
/// compared with every name of a large set.
package final class NameSuggestions {
    private var namesLeft: Int
    /// The remaining steps, of one or two nanoseconds each.
    private var workLeft: Int

    package init(names: Int = 100, work: Int = 200_000_000) {
        namesLeft = names
        workLeft = work
    }

    /// Returns the result of ``didYouMean(_:among:)``, or nothing when the limit of names or of work is reached.
    package func near(_ name: String, among candidates: some Sequence<String>) -> [String] {
        guard namesLeft > 0, name.utf8.count <= longestComparedName else { return [] }
        namesLeft -= 1
        var typed = ComparedName(name)
        // A character has at most four bytes, and most have one.
        let range = (typed.count - typed.reach)...(4 * (typed.count + typed.reach))
        var near: [NearName] = []
        for candidate in candidates where workLeft > 0 && range.contains(candidate.utf8.count) && candidate != name {
            guard candidate.utf8.count <= longestComparedName else { continue }
            guard let distance = typed.distance(to: ComparedName(candidate), spending: &workLeft) else { continue }
            let found = NearName(distance: distance, name: candidate)
            let place = near.firstIndex { found <= $0 } ?? near.count
            guard place < 3, place == near.count || near[place] != found else { continue }
            near = Array((near[..<place] + [found] + near[place...]).prefix(3))
        }
        // If the work ended early, the result would depend on the order of the names.
        return workLeft > 0 ? near.map(\.name) : []
    }
}

private struct NearName: Comparable {
    var distance: Int
    var name: String

    static func < (left: Self, right: Self) -> Bool { (left.distance, left.name) < (right.distance, right.name) }
}

/// Whether the texts differ by one missing, added or changed character, or by two swapped neighbors.
package func isOneEdit(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count <= longestComparedName, right.utf8.count <= longestComparedName else { return false }
    var name = ComparedName(left, isFolded: false, reach: 1)
    var work = Int.max
    return name.distance(to: ComparedName(right, isFolded: false), spending: &work) == 1
}

/// Longer names were pasted, not mistyped. A comparison takes quadratic time.
private let longestComparedName = 512

/// The characters of a name, and memory for comparisons with many others.
private struct ComparedName {
    private let characters: [UInt32]
    /// The largest distance of a similar name.
    let reach: Int
    /// The last three rows of a table of distances.
    private var rows: [[Int]] = []

    init(_ name: String, isFolded: Bool = true, reach: Int? = nil) {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            characters = name.utf8.map { UInt32(isFolded && 0x41...0x5A ~= $0 ? $0 | 0x20 : $0) }
        } else {
            characters = (isFolded ? name.lowercased() : name).unicodeScalars.map(\.value)
        }
        self.reach = reach ?? max(1, characters.count / 3)
    }

    var count: Int { characters.count }

    /// Returns the Damerau–Levenshtein distance (optimal string alignment: no part is edited twice), or `nil` if it
    /// exceeds ``reach``.
    ///
    /// A common prefix and suffix are skipped, because they are never edited. Paths that exceed the reach are skipped,
    /// too.
    mutating func distance(to other: ComparedName, spending work: inout Int) -> Int? {
        work -= 64 + other.count
        guard abs(count - other.count) <= reach else { return nil }
        let left = characters
        let right = other.characters
        var start = 0
        var leftEnd = left.count
        var rightEnd = right.count
        while start < min(leftEnd, rightEnd), left[start] == right[start] { start += 1 }
        while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
            leftEnd -= 1
            rightEnd -= 1
        }
        work -= (leftEnd - start) * (2 * reach + 1) * 2
        return alignment(of: left[start..<leftEnd], with: right[start..<rightEnd])
    }

    private mutating func alignment(of left: ArraySlice<UInt32>, with right: ArraySlice<UInt32>) -> Int? {
        let width = right.count
        let far = reach + 1
        let first = right.startIndex
        if rows.isEmpty || rows[0].count <= width {
            rows = Array(repeating: Array(repeating: far, count: width + 1), count: 3)
        }
        for column in 0...width { rows[0][column] = min(column, far) }
        for row in 0..<left.count {
            let previous = row % 3
            let current = (row + 1) % 3
            let earlier = (row + 2) % 3
            // Outside of these columns, more characters are missing than the reach allows.
            let low = max(0, row - reach)
            let high = min(width, row + 1 + reach)
            rows[current][low] = low == 0 ? min(row + 1, far) : far
            var least = rows[current][low]
            for column in low..<high {
                let letter = left[left.startIndex + row]
                let change = rows[previous][column] + (letter == right[first + column] ? 0 : 1)
                var best = min(change, rows[current][column] + 1)
                if column + 1 <= row + reach { best = min(best, rows[previous][column + 1] + 1) }
                if row > 0, column > 0, letter == right[first + column - 1],
                    left[left.startIndex + row - 1] == right[first + column]
                {
                    best = min(best, rows[earlier][column - 1] + 1)
                }
                rows[current][column + 1] = min(best, far)
                least = min(least, best)
            }
            if least > reach { return nil }
        }
        let distance = rows[left.count % 3][width]
        return distance <= reach ? distance : nil
    }
}
