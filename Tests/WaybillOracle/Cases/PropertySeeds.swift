import Foundation

/// How many cases the property suites try, and from which seed.
///
/// `make test` tries a quarter of the cases, with fixed seeds, because a person waits for it. The gate tries all of them in its step
/// `properties`, and `Scripts/properties.sh` any number with fresh seeds: both set `WAYBILL_CASES`.
package enum PropertySeeds {
    private static let environment = ProcessInfo.processInfo.environment

    /// The number of cases of a suite whose cases take an average time: `WAYBILL_CASES`, or 500.
    package static let cases = environment["WAYBILL_CASES"].flatMap(Int.init) ?? 500

    /// The first seed, if one was chosen: `WAYBILL_SEED`.
    package static let seed = environment["WAYBILL_SEED"].flatMap(UInt64.init)

    /// Whether so many cases are tried that each kind must occur among them.
    package static var areMany: Bool { cases >= 2_000 }

    /// Returns how many cases a suite tries that tries `count` of them in the gate.
    package static func share(of count: Int) -> Int { max(1, count * cases / 2_000) }

    /// Returns blocks of seeds, which run in parallel.
    ///
    /// - Parameter count: The number of seeds in the gate: 2,000, fewer for cases that take longer.
    package static func blocks(_ count: Int) -> [Range<UInt64>] {
        let (first, count) = (seed ?? 0, share(of: count))
        let (end, size) = (first + UInt64(count), max(1, count / 8))
        return stride(from: first, to: end, by: size).map { $0..<min($0 + UInt64(size), end) }
    }
}
