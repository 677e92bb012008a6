/// Returns up to three known names that an unknown name was probably meant to be: nearest first, then by name.
///
/// A name is near if at most `max(1, length / 3)` characters are missing, added, changed, or swapped with their
/// neighbor. Case is ignored, so a name that differs only in case is the nearest.
package func didYouMean(_ name: String, among candidates: some Sequence<String>) -> [String] {
    NameSuggestions(names: 1, work: .max).near(name, among: candidates)
}

/// Suggestions for the first hundred unknown names of a run, or fewer where many known names make a search costly. More
/// would hardly be useful.
package final class NameSuggestions {
    /// The limit of names.
    package static let maximumNames = 100

    /// Whether a limit prevented the search for a name, which may have a similar one all the same.
    package private(set) var isExhausted = false
    private var namesLeft: Int
    /// The remaining steps, of one or two nanoseconds each.
    private var workLeft: Int
    /// By name, the results that later searches among the same names return.
    private var found: [String: [String: [String]]] = [:]

    /// Suggestions for any number of names, which are only similar if they are meant.
    package static func ofMeantNames() -> NameSuggestions { NameSuggestions(names: .max, work: 50_000_000) }

    package init(names: Int = maximumNames, work: Int = 200_000_000) {
        namesLeft = names
        workLeft = work
    }

    /// Returns the result of ``didYouMean(_:among:)``, or nothing when the limit of names or of work is reached.
    ///
    /// - Parameters:
    ///   - kind: The kind of the candidates, if they are the same for each name of that kind. Then a name that is searched
    ///     for repeatedly counts once.
    ///   - isMeant: Whether a similar name may be meant.
    // Inlinable, so that the module of the caller specializes it. Otherwise it would read a lazy sequence through witnesses.
    @inlinable
    package func near(
        _ name: String, among candidates: some Sequence<String>, kind: String? = nil,
        where isMeant: (String) -> Bool = { _ in true }
    ) -> [String] {
        if let known = known(name, kind) { return known }
        return canCompare(name) ? nearest(to: name, among: Array(candidates), kind, isMeant) : []
    }

    @usableFromInline
    func known(_ name: String, _ kind: String?) -> [String]? { kind.flatMap { found[$0]?[name] } }

    /// Whether the limits allow the search for a name.
    @usableFromInline
    func canCompare(_ name: String) -> Bool {
        guard name.utf8.count <= longestComparedName else { return false }
        if namesLeft == 0 || workLeft <= 0 { isExhausted = true }
        return !isExhausted
    }

    /// Searches for a name, and counts it.
    @usableFromInline
    func nearest(
        to name: String, among candidates: [String], _ kind: String?, _ isMeant: (String) -> Bool
    ) -> [String] {
        namesLeft -= 1
        var typed = ComparedName(name)
        // A character has at most four bytes, and most have one.
        let range = (typed.count - typed.reach)...(4 * (typed.count + typed.reach))
        var near: [NearName] = []
        for candidate in candidates where workLeft > 0 && range.contains(candidate.utf8.count) && candidate != name {
            guard candidate.utf8.count <= longestComparedName else { continue }
            // Three that are nearer leave no place for those that are farther.
            let limit = near.count < 3 ? typed.reach : near[2].distance
            guard let distance = typed.distance(to: ComparedName(candidate), limit: limit, spending: &workLeft),
                isMeant(candidate)
            else { continue }
            let found = NearName(distance: distance, name: candidate)
            let place = near.firstIndex { found <= $0 } ?? near.count
            guard place < 3, place == near.count || near[place] != found else { continue }
            near = Array((near[..<place] + [found] + near[place...]).prefix(3))
        }
        // If the work ended early, the result would depend on the order of the names.
        if workLeft <= 0 { isExhausted = true }
        let names = isExhausted ? [] : near.map(\.name)
        if let kind { found[kind, default: [:]][name] = names }
        return names
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
    var name = ComparedName(left, isFolded: false)
    let other = ComparedName(right, isFolded: false)
    guard abs(name.count - other.count) <= 1 else { return false }
    var work = Int.max
    return name.distance(to: other, limit: 1, spending: &work) == 1
}

/// Longer names were pasted, not mistyped. A comparison takes quadratic time.
private let longestComparedName = 512

/// The characters of a name, and memory for comparisons with many others.
private struct ComparedName {
    private let characters: [UInt32]
    /// The last three rows of a table of distances, one after the other.
    private var rows: [Int] = []

    init(_ name: String, isFolded: Bool = true) {
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            characters = name.utf8.map { UInt32(isFolded && 0x41...0x5A ~= $0 ? $0 | 0x20 : $0) }
        } else {
            characters = (isFolded ? name.lowercased() : name).unicodeScalars.map(\.value)
        }
    }

    var count: Int { characters.count }

    /// The largest distance of a similar name.
    var reach: Int { max(1, count / 3) }

    /// Returns the Damerau–Levenshtein distance (optimal string alignment: no part is edited twice), or `nil` if it
    /// exceeds the limit.
    ///
    /// A common prefix and suffix are skipped, because they are never edited. Paths that exceed the limit are skipped,
    /// too.
    ///
    /// - Parameters:
    ///   - limit: At most ``reach``.
    ///   - work: Reduced by the steps of a comparison up to ``reach``, whatever the limit is. So the work of many
    ///     comparisons does not depend on their order.
    mutating func distance(to other: ComparedName, limit: Int, spending work: inout Int) -> Int? {
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
        guard abs(count - other.count) <= limit else { return nil }
        return alignment(of: left[start..<leftEnd], with: right[start..<rightEnd], limit: limit)
    }

    private mutating func alignment(
        of left: ArraySlice<UInt32>, with right: ArraySlice<UInt32>, limit: Int
    ) -> Int? {
        let width = right.count
        let far = limit + 1
        let length = width + 1
        if rows.count < 3 * length { rows = Array(repeating: far, count: 3 * length) }
        for column in 0...width { rows[column] = min(column, far) }
        for row in 0..<left.count {
            let previous = row % 3 * length
            let current = (row + 1) % 3 * length
            let earlier = (row + 2) % 3 * length
            // Outside of these columns, more characters are missing than the limit allows.
            let low = max(0, row - limit)
            let high = min(width, row + 1 + limit)
            rows[current + low] = low == 0 ? min(row + 1, far) : far
            var least = rows[current + low]
            let letter = left[left.startIndex + row]
            for column in low..<high {
                let isSame = letter == right[right.startIndex + column]
                var best = min(rows[previous + column] + (isSame ? 0 : 1), rows[current + column] + 1)
                if column + 1 <= row + limit { best = min(best, rows[previous + column + 1] + 1) }
                if row > 0, column > 0, letter == right[right.startIndex + column - 1],
                    left[left.startIndex + row - 1] == right[right.startIndex + column]
                {
                    best = min(best, rows[earlier + column - 1] + 1)
                }
                rows[current + column + 1] = min(best, far)
                least = min(least, best)
            }
            if least > limit { return nil }
        }
        let distance = rows[left.count % 3 * length + width]
        return distance <= limit ? distance : nil
    }
}
