extension Automaton {
    /// What both match.
    ///
    /// This and its neighbours take time in proportion to the pairs of states that some text reaches together: seldom
    /// more than the sum of the two counts, at worst the product.
    public func intersection(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .intersection)
    }

    /// What either matches.
    package func union(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .union)
    }

    /// What this matches and the other does not.
    package func subtracting(_ other: Automaton) -> Automaton {
        Product.automaton(of: self, other, .difference)
    }

    /// Every valid UTF-8 text, the empty one included, that this does not match.
    package var complement: Automaton {
        Automaton.text.subtracting(self)
    }

    /// Whether the other matches all that this does. Makes no automaton.
    package func isSubset(of other: Automaton) -> Bool {
        var product = Product(self, other, .difference)
        return !product.acceptsSomething()
    }

    /// Whether nothing matches both. Makes no automaton, and ends at the first pair of states that shows otherwise.
    package func isDisjoint(with other: Automaton) -> Bool {
        var product = Product(self, other, .intersection)
        return !product.acceptsSomething()
    }
}
