import Foundation

/// The seeds of a property suite: fixed ones, or `WAYBILL_CASES` many from `WAYBILL_SEED` on.
///
/// `Scripts/properties.sh` sets both.
package enum PropertySeeds {
    /// Blocks of seeds, which run in parallel.
    ///
    /// - Parameter usual: The number of blocks without `WAYBILL_CASES`: of 2,000 cases, or of fewer that take longer.
    package static func blocks(_ usual: Int) -> [Range<UInt64>] {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["WAYBILL_SEED"].flatMap(UInt64.init) ?? 0
        let count =
            environment["WAYBILL_CASES"].flatMap(UInt64.init).map { $0 * UInt64(usual) / 2_000 } ?? UInt64(usual)
        let size = max(1, count / 8)
        return stride(from: first, to: first + count, by: Int(size)).map { $0..<min($0 + size, first + count) }
    }
}
