/// Methods as bits: the first for requests without one and for methods that no route names, then one for each that some
/// route names. The last stands for all that are left where there are too many.
struct MethodMask: Hashable {
    var bits: UInt64

    static let all = MethodMask(bits: .max)

    func intersects(_ other: MethodMask) -> Bool { bits & other.bits != 0 }

    /// Whether some method is surely in this and not in the other.
    func surelyHasMore(than other: MethodMask) -> Bool { bits & ~other.bits & ~(1 << 63) != 0 }

    struct Names {
        /// In the order of their bits; few, so that looking through them is the fastest.
        private var names: [String] = []

        /// What a route with these methods answers by itself.
        mutating func mask(of methods: [String]) -> MethodMask {
            if methods.isEmpty { return .all }
            var mask = MethodMask(bits: 0)
            for method in methods {
                mask.bits |= bit(method)
                if method == "GET" { mask.bits |= bit("HEAD") }
            }
            return mask
        }

        private mutating func bit(_ method: String) -> UInt64 {
            let known = names.firstIndex(of: method)
            if known == nil && names.count < 62 { names.append(method) }
            return 1 << UInt64((known ?? min(names.count - 1, 62)) + 1)
        }
    }
}
