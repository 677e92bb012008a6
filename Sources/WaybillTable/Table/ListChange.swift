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

    /// The list that it makes of another one.
    package func applied(to old: [Element]) -> [Element] {
        var new: [Element] = []
        new.reserveCapacity(old.count - removed.count + added.count)
        var (from, next) = (0, 0)
        for gone in removed + [old.count] {
            while from < gone {
                while next < added.count, added[next].place == new.count {
                    new.append(added[next].element)
                    next += 1
                }
                // Up to the next one that is added, all at once.
                let length = next < added.count ? min(gone - from, added[next].place - new.count) : gone - from
                new += old[from..<from + length]
                from += length
            }
            from = gone + 1
        }
        new += added[next...].map(\.element)
        return new
    }
}
