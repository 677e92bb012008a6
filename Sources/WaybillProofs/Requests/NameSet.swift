import WaybillTable

/// A set of names, or everything except some names, in an infinite universe.
package struct NameSet<Name: Hashable & Sendable>: Sendable, Hashable {
    package private(set) var names: Set<Name>
    /// Whether the set is everything except `names`.
    package private(set) var isComplement: Bool

    static var everything: NameSet { NameSet(allBut: []) }

    init(_ names: Set<Name>) {
        self.names = names
        isComplement = false
    }

    init(allBut names: Set<Name>) {
        self.names = names
        isComplement = true
    }

    package var isEmpty: Bool { names.isEmpty && !isComplement }

    package func contains(_ name: Name) -> Bool { names.contains(name) != isComplement }

    func intersection(_ other: NameSet) -> NameSet {
        switch (isComplement, other.isComplement) {
        case (false, _): NameSet(names.filter(other.contains))
        case (true, false): NameSet(other.names.filter(contains))
        case (true, true): NameSet(allBut: names.union(other.names))
        }
    }

    func isDisjoint(with other: NameSet) -> Bool {
        switch (isComplement, other.isComplement) {
        case (false, false): names.isDisjoint(with: other.names)
        case (false, true): names.isSubset(of: other.names)
        case (true, false): other.names.isSubset(of: names)
        case (true, true): false
        }
    }

    package func subtracting(_ other: NameSet) -> NameSet {
        intersection(NameSet(names: other.names, isComplement: !other.isComplement))
    }

    private init(names: Set<Name>, isComplement: Bool) {
        self.names = names
        self.isComplement = isComplement
    }
}
