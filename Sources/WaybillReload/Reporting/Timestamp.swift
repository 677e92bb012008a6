#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Returns the time as ISO 8601, in UTC, with milliseconds.
package func timestamp() -> String { timestamp(Date()) }

func timestamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
}

/// Returns a time as ISO 8601, in UTC, with milliseconds.
package func timestamp(secondsSince1970 seconds: Double) -> String { timestamp(Date(timeIntervalSince1970: seconds)) }

/// Returns the time in the form of metrics.
package func secondsSince1970() -> Double { Date().timeIntervalSince1970 }
