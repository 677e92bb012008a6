extension Automaton {
    /// Returns the automaton for texts that both match.
    ///
    /// The time of this and the following operations is linear in the reachable pairs of states: seldom more than the
    /// sum of the two counts, at worst the product.
    public func intersection(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .intersection)
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
}
