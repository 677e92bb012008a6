#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Returns the time as ISO 8601, in UTC, with milliseconds.
func timestamp(_ date: Date = Date()) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
}

/// Returns the time in the form of metrics.
func secondsSince1970() -> Double { Date().timeIntervalSince1970 }
