/// The set of methods that something answers. In nearly every table it fits into one word.
struct MethodMask: Hashable {
    /// One bit for requests without a method and for methods that no route names, one for each of the first names, and
    /// one for all others.
    private var bits: UInt64
    /// The numbers of the names without their own bit. They are not listed in ``all``.
    private var others: Set<Int> = []

    static let all = MethodMask(bits: .max)
    static let none = MethodMask(bits: 0)

    private static let unnamed: UInt64 = 1
    private static let beyond: UInt64 = 1 << 63
    private static let namesWithBits = 62

    private init(bits: UInt64) { self.bits = bits }

    /// Only ``all`` contains methods that no route names.
    private var isAll: Bool { bits & Self.unnamed != 0 }

    func intersects(_ other: MethodMask) -> Bool {
        let shared = bits & other.bits
        if shared & ~Self.beyond != 0 { return true }
        return shared != 0 && (isAll || other.isAll || !others.isDisjoint(with: other.others))
    }

    /// Whether it contains a method that the other does not.
    func hasMore(than other: MethodMask) -> Bool {
        if bits & ~other.bits & ~Self.beyond != 0 { return true }
        return !other.isAll && !others.isSubset(of: other.others)
    }

    mutating func formUnion(_ other: MethodMask) {
        bits |= other.bits
        others.formUnion(other.others)
    }

    private mutating func insert(_ number: Int) {
        if number < Self.namesWithBits {
            bits |= 1 << UInt64(number + 1)
        } else {
            bits |= Self.beyond
            others.insert(number)
        }
    }

    /// Numbers the methods that routes name.
    struct Names {
        /// The names with a bit. There are few, so a linear search is the fastest.
        private var first: [String] = []
        private var others: [String: Int] = [:]

        /// Returns what a route with these methods answers.
        mutating func mask(of methods: [String]) -> MethodMask {
            if methods.isEmpty { return .all }
            var mask = MethodMask.none
            for method in methods {
                mask.insert(number(of: method))
                if method == "GET" { mask.insert(number(of: "HEAD")) }
            }
            return mask
        }

        private mutating func number(of method: String) -> Int {
            if let known = first.firstIndex(of: method) ?? others[method] { return known }
            let number = first.count + others.count
            if number < MethodMask.namesWithBits { first.append(method) } else { others[method] = number }
            return number
        }
    }
}
