/// The order of what routes say. That begins with their ids, which seldom repeat.
struct ContentRanks: Sendable {
    /// Indices of the routes.
    let order: [Int]
    /// Whether some may have one id.
    let mayRepeatIDs: Bool

    init(of routes: [Route]) {
        let ids = IDOrder(routes)
        order = ids?.order ?? routes.indices.sorted { Route.saysLess(routes[$0], routes[$1]) }
        mayRepeatIDs = ids?.hasRepeated(in: order) ?? true
    }
}

/// The ids of routes as numbers that compare as they do, so that a sort neither moves nor retains a route.
private struct IDOrder: Sendable {
    private let routes: [Route]
    private static let few = 1_000

    /// The ids one after the other: eight bytes a word, the first one highest, with zeros behind an id's last one.
    private var words: [UInt64] = []
    /// By route: where its words begin; the last one closes the ranges.
    private var starts: [Int] = [0]

    /// `nil` where an id holds more than ASCII: the order of such texts is not that of their bytes.
    init?(_ routes: [Route]) {
        self.routes = routes
        words.reserveCapacity(4 * routes.count)
        starts.reserveCapacity(routes.count + 1)
        for index in routes.indices {
            guard append(routes[index].id.value) else { return nil }
            starts.append(words.count)
        }
    }

    /// Returns whether all of a text is ASCII.
    private mutating func append(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            for start in stride(from: 0, to: bytes.count, by: 8) {
                var word: UInt64 = 0
                for index in start..<start + 8 {
                    word = word << 8 | UInt64(index < bytes.count ? unsafe bytes[index] : 0)
                }
                words.append(word)
            }
            return unsafe bytes.allSatisfy { 1..<0x80 ~= $0 }  // in the body
        }
    }

    /// Two cores sort a half each, where that is worth waking one.
    var order: [Int] {
        guard routes.count > Self.few else { return routes.indices.sorted(by: precedes) }
        let middle = routes.count / 2
        let (left, right) = Concurrently.both {
            (0..<middle).sorted(by: precedes)
        } _: {
            (middle..<routes.count).sorted(by: precedes)
        }
        return merged(left, right)
    }

    private func merged(_ left: [Int], _ right: [Int]) -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(left.count + right.count)
        var (one, other) = (0, 0)
        while one < left.count, other < right.count {
            if precedes(right[other], left[one]) {
                order.append(right[other])
                other += 1
            } else {
                order.append(left[one])
                one += 1
            }
        }
        return order + left[one...] + right[other...]
    }

    /// Whether neighbours in the order have one id.
    func hasRepeated(in order: [Int]) -> Bool {
        for place in order.indices.dropFirst() where isSame(order[place - 1], order[place]) { return true }
        return false
    }

    private func isSame(_ left: Int, _ right: Int) -> Bool {
        let (start, other, count) = (starts[left], starts[right], starts[left + 1] - starts[left])
        guard starts[right + 1] - other == count else { return false }
        for index in 0..<count where words[start + index] != words[other + index] { return false }
        return true
    }

    private func precedes(_ left: Int, _ right: Int) -> Bool {
        var (one, other) = (starts[left], starts[right])
        while one < starts[left + 1], other < starts[right + 1] {
            if words[one] != words[other] { return words[one] < words[other] }
            (one, other) = (one + 1, other + 1)
        }
        let (isEnd, isOtherEnd) = (one == starts[left + 1], other == starts[right + 1])
        return isEnd && isOtherEnd ? Route.saysLess(routes[left], routes[right]) : isEnd
    }
}
