extension Automaton {
    /// Returns the automaton for texts that both match.
    ///
    /// The time of this and the following operations is linear in the reachable pairs of states: seldom more than the
    /// sum of the two counts, at worst the product.
    public func intersection(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .intersection)
    }

    /// Returns the automaton for texts that either matches.
    package func union(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .union)
    }

    /// Returns the automaton for texts that this matches and the other does not.
    package func subtracting(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .difference)
    }

    /// Whether the other matches everything that this does. Makes no automaton.
    package func isSubset(of other: Automaton) -> Bool {
        var product = Product(self, other, .difference)
        return !product.acceptsSomething()
    }

    /// Whether no text matches both. Makes no automaton, and ends at the first pair of states that shows otherwise.
    package func isDisjoint(with other: Automaton) -> Bool {
        var product = Product(self, other, .intersection)
        return !product.acceptsSomething()
    }
}
