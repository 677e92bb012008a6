/// How a list becomes another one. What is neither removed nor added stays, in its order.
package struct ListChange<Element: Sendable>: Sendable {
    /// Places in the old list, ascending.
    package let removed: [Int]
    /// Places in the new list, ascending, and what stands there.
    package let added: [(place: Int, element: Element)]

    package init(removed: [Int], added: [(place: Int, element: Element)]) {
        self.removed = removed
        self.added = added
    }

    package var isEmpty: Bool { removed.isEmpty && added.isEmpty }

    /// By old place: the new one, or `nil`.
    func places(of count: Int) -> [Int?] {
        var places: [Int?] = []
        places.reserveCapacity(count)
        var (place, nextRemoved, nextAdded) = (0, 0, 0)
        for old in 0..<count {
            if nextRemoved < removed.count, removed[nextRemoved] == old {
                nextRemoved += 1
                places.append(nil)
                continue
            }
            while nextAdded < added.count, added[nextAdded].place == place {
                nextAdded += 1
                place += 1
            }
            places.append(place)
            place += 1
        }
        return places
    }
}
